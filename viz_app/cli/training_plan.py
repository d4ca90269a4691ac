"""What ``headlight train`` is asked to train: the corpus, the preset with its changes, the run."""

from __future__ import annotations

import dataclasses
import re
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from model.checkpoint.header import ATTRIBUTION, BASE, CONTRIBUTORS
from model.config import ModelConfig
from model.messages import ConfigError, Message
from model.runs.presets import Preset, TrainingConfig, check_new, check_trainable, preset_for
from model.special_tokens import UNK_ID
from model.text.corpora import Corpus, Pair
from model.text.splitting import split, with_validation
from model.text.tasks import load_task, task_name
from viz_app.cli.loading import model_named
from viz_app.cli.terminal import complain
from viz_app.cli.train_options import names_of

if TYPE_CHECKING:
    import torch

    from model.decoding.trained import TrainedModel
    from model.training.replicas import Replicas
    from model.training.run import TrainingRun

_LOOKED_AT, _MUCH = 1000, 0.5
"""Pairs of a corpus, and the share of unknown tokens from which on it is told."""

_COUNT = re.compile("[0-9]{1,9}")
_OF_BASES = ("training", "corpus", "updates", BASE)
_OF_TOKENIZERS = ("level", "vocabulary", "min_count", "lowercase")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """A run before it is made; ``threads`` of the CPU, or None for all.

    ``reports`` tell what was left out of the corpora that were read; ``base`` is the model that
    goes on learning, or None to begin with a new one.
    """

    task: str
    corpus: Corpus
    preset: Preset
    base: TrainedModel | None
    attribution: str | None
    threads: int | None
    reports: tuple[Message, ...]

    @property
    def kind(self) -> str:
        """The preset, or the model that goes on learning, in words."""
        name = self.preset.name
        return name if self.base is None else f"{self.base.name} trained further as {name} is"

    def tell_of_corpus(self) -> None:
        """Say what was left out of it, and of another one to validate on; what is not readable."""
        for report in self.reports:
            complain(report)
        self._tell_of_unknown()

    def _tell_of_unknown(self) -> None:
        """Say where the base has no tokens for much of what it shall learn."""
        if self.base is None:
            return
        tokenizers = self.base.src_tokenizer, self.base.tgt_tokenizer
        for column, (side, tokenizer) in enumerate(zip(Pair._fields, tokenizers, strict=True)):
            texts = (pair[column] for pair in self.corpus.pairs[:_LOOKED_AT])
            ids = list(chain.from_iterable(tokenizer.encode(text).ids for text in texts))
            share = ids.count(UNK_ID) / max(1, len(ids))
            if share >= _MUCH:
                complain(f"{self.base.name} knows {1 - share:.0%} of the tokens of the {side}s.")

    def run_on(self, device: torch.device, replicas: Replicas) -> TrainingRun:
        """The run, ready to go.

        Raises:
            TrainingError: no pair fits the model's positions.
        """
        import torch

        from model.network.precision import resolved
        from model.training.run import TrainingRun

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        notice = resolved(device, self.preset.training.precision).notice
        if notice is not None and replicas.first:
            complain(notice)
        model = dataclasses.replace(self._begun().on(device), record=self._origin())
        return TrainingRun(self.corpus, model, self.preset.training, replicas=replicas)

    def _begun(self) -> TrainedModel:
        """The model as it is before the first update."""
        from model.training.new_model import new_model

        if self.base is None:
            return new_model(self.corpus, self.preset.model, self.preset.training, task=self.task)
        return dataclasses.replace(self.base, name=self.task, task=self.task)

    def _origin(self) -> dict[str, Any]:
        """What the model was before, and whose sentences it has learned from."""
        before = self.base.record if self.base is not None else {}
        attribution = self.attribution or before.get(ATTRIBUTION)
        contributors = {*before.get(CONTRIBUTORS, ()), *self.corpus.contributors}
        origin: dict[str, Any] = {}
        if self.base is not None:
            kept = {name: before[name] for name in _OF_BASES if name in before}
            origin[BASE] = {"name": self.base.name, **kept}
        if attribution:
            origin[ATTRIBUTION] = attribution
        if contributors:
            origin[CONTRIBUTORS] = sorted(contributors)
        return origin


def plan_of(options: Namespace) -> TrainingPlan:
    """Read the corpus and settle the numbers.

    Raises:
        UserError: the corpus cannot be read, or a number is wrong.
    """
    base = _base(options)
    preset = _preset(options, base)
    corpus = load_task(options.task, seed=preset.training.seed)
    corpus, reports = _with_heldout(corpus, options.validation, preset.training)
    return TrainingPlan(
        task=options.name or task_name(options.task),
        corpus=corpus,
        preset=preset,
        base=base,
        attribution=options.attribution,
        threads=options.threads,
        reports=tuple(report for report in reports if report is not None),
    )


def _with_heldout(
    corpus: Corpus, wanted: str | None, training: TrainingConfig
) -> tuple[Corpus, tuple[Message | None, ...]]:
    """The corpus with the pairs that it is validated on: so many of it, or all of another.

    With it come the reports of what was read.
    """
    if wanted is not None and not _COUNT.fullmatch(wanted):
        other = load_task(wanted)
        return dataclasses.replace(corpus, heldout=other.pairs), (corpus.report, other.report)
    if wanted is None:
        corpus = with_validation(corpus, most=training.validation, seed=training.seed)
    else:
        corpus = split(corpus, heldout=int(wanted), seed=training.seed)
    return corpus, (corpus.report,)


def _base(options: Namespace) -> TrainedModel | None:
    """The model that goes on learning.

    Raises:
        CheckpointError: there is no such model, or it is damaged, foreign or too new.
    """
    return None if options.base is None else model_named(options.base)


def _preset(options: Namespace, base: TrainedModel | None) -> Preset:
    """The preset with what the user changed; a model that goes on learning stays as it is.

    Raises:
        ConfigError: there is no such number, it is out of range, or the base has it fixed.
    """
    preset = preset_for(options.task, options.preset)
    changes = dict(options.changes)
    for name, value in (("epochs", options.epochs), ("seed", options.seed)):
        if value is not None:
            changes[name] = value
    if base is not None:
        return _kept(dataclasses.replace(preset, model=base.config), base, changes)
    model = dataclasses.replace(preset.model, **_of(ModelConfig, changes))
    check_new(model)
    check_trainable(model)
    return dataclasses.replace(
        preset,
        model=model,
        training=dataclasses.replace(preset.training, **_of(TrainingConfig, changes)),
    )


def _kept(preset: Preset, base: TrainedModel, changes: Mapping[str, Any]) -> Preset:
    """The preset of a run that goes on with a model: its training alone can be changed."""
    wanted = _of(TrainingConfig, changes)
    fixed = [name for name in changes if name not in wanted or name in _OF_TOKENIZERS]
    if fixed:
        raise ConfigError(
            "{name} cannot be set with --from: {model} has it already.",
            name=fixed[0],
            model=base.name,
        )
    tokenizer = base.src_tokenizer
    wanted |= {"level": tokenizer.level, "lowercase": tokenizer.lowercase}
    return dataclasses.replace(preset, training=dataclasses.replace(preset.training, **wanted))


def _of(cls: type[ModelConfig | TrainingConfig], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Those changes that are fields of a configuration.

    Raises:
        ConfigError: a name is a field of neither configuration.
    """
    known = (*names_of(ModelConfig), *names_of(TrainingConfig))
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise ConfigError(
            "There is no number {name!r} to set. Numbers: {known}.",
            name=unknown[0],
            known=Message(", ".join(known)),  # no text of a file: none is left out
        )
    own = names_of(cls)
    return {name: value for name, value in changes.items() if name in own}
