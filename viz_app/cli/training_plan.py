"""What ``headlight train`` is asked to train: the corpus, the preset with its changes, the run."""

from __future__ import annotations

import dataclasses
import re
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.checkpoint.header import ATTRIBUTION, CONTRIBUTORS
from model.config import ModelConfig
from model.messages import ConfigError, Message
from model.runs.presets import Preset, TrainingConfig, preset_for
from model.text.corpora import Corpus
from model.text.splitting import split, with_validation
from model.text.tasks import load_task, task_name
from viz_app.cli.terminal import complain

if TYPE_CHECKING:
    import torch

    from model.training.replicas import Replicas
    from model.training.run import TrainingRun

_COUNT = re.compile("[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """A run before it is made; ``threads`` of the CPU, or None for all.

    ``reports`` tell what was left out of the corpora that were read.
    """

    task: str
    corpus: Corpus
    preset: Preset
    attribution: str | None
    threads: int | None
    reports: tuple[Message, ...]

    def tell_of_corpus(self) -> None:
        """Say what was left out of it, and of another one to validate on."""
        for report in self.reports:
            complain(report)

    def run_on(self, device: torch.device, replicas: Replicas) -> TrainingRun:
        """The run, ready to go.

        Raises:
            TrainingError: no pair fits the model's positions.
        """
        import torch

        from model.network.precision import resolved
        from model.training.new_model import new_model
        from model.training.run import TrainingRun

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        notice = resolved(device, self.preset.training.precision).notice
        if notice is not None and replicas.first:
            complain(notice)
        training = self.preset.training
        model = new_model(self.corpus, self.preset.model, training, task=self.task).on(device)
        model = dataclasses.replace(model, record=self._origin())
        return TrainingRun(self.corpus, model, training, replicas=replicas)

    def _origin(self) -> dict[str, Any]:
        """Whose sentences the model has learned from."""
        origin: dict[str, Any] = {}
        if self.attribution:
            origin[ATTRIBUTION] = self.attribution
        if self.corpus.contributors:
            origin[CONTRIBUTORS] = list(self.corpus.contributors)
        return origin


def plan_of(options: Namespace) -> TrainingPlan:
    """Read the corpus and settle the numbers.

    Raises:
        UserError: the corpus cannot be read, or a number is wrong.
    """
    preset = _preset(options)
    corpus = load_task(options.task, seed=preset.training.seed)
    corpus, reports = _with_heldout(corpus, options.validation, preset.training)
    return TrainingPlan(
        task=options.name or task_name(options.task),
        corpus=corpus,
        preset=preset,
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


def _preset(options: Namespace) -> Preset:
    """The preset with what the user changed.

    Raises:
        ConfigError: there is no such number, or it is out of range.
    """
    preset = preset_for(options.task, options.preset)
    changes = dict(options.changes)
    for name, value in (("epochs", options.epochs), ("seed", options.seed)):
        if value is not None:
            changes[name] = value
    return dataclasses.replace(
        preset,
        model=dataclasses.replace(preset.model, **_of(ModelConfig, changes)),
        training=dataclasses.replace(preset.training, **_of(TrainingConfig, changes)),
    )


def _of(cls: type, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Those changes that are fields of a configuration.

    Raises:
        ConfigError: a name is a field of neither configuration.
    """
    fields = (*dataclasses.fields(ModelConfig), *dataclasses.fields(TrainingConfig))
    known = [field.name for field in fields]
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise ConfigError(
            "There is no number {name!r} to set. Numbers: {known}.",
            name=unknown[0],
            known=", ".join(known),
        )
    own = {field.name for field in dataclasses.fields(cls)}
    return {name: value for name, value in changes.items() if name in own}
