"""``headlight train``, and ``split``, which writes its corpus files."""

from __future__ import annotations

import dataclasses
import re
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.checkpoint.header import ATTRIBUTION, BASE, CONTRIBUTORS
from model.config import ModelConfig
from model.files import WriteError, make_folder, write_atomically
from model.messages import ConfigError, Message, TrainingError
from model.runs.presets import (
    MOST_EPOCHS,
    PRESETS,
    Preset,
    TrainingConfig,
    check_new,
    check_trainable,
    preset_for,
)
from model.runs.progress import TrainingProgress
from model.special_tokens import UNK_ID
from model.text.corpora import Corpus, Pair, combined
from model.text.splitting import split, split_with, with_validation
from model.text.tasks import TASKS, load_task, task_files, task_name
from viz_app.cli import arguments as given
from viz_app.cli.arguments import (
    LARGEST_SEED,
    CommandOptions,
    argument,
    device,
    number,
    option,
    output,
    switch,
)
from viz_app.cli.interrupt import INTERRUPTED
from viz_app.cli.loading import (
    check_apart,
    check_fillable,
    check_writable,
    device_of,
    follow,
    model_named,
    stopping_on_signals,
)
from viz_app.cli.terminal import DONE, FAILED, complain, show, visible
from viz_app.storage.library import Library

if TYPE_CHECKING:
    import torch

    from model.decoding.trained import TrainedModel
    from model.training.replicas import Replicas
    from model.training.run import TrainingRun

MOST_THREADS = 1024
MOST_HELDOUT = 10**9

# -------------------------------------------------------------------------------------- unfinished
# The unfinished run: saved at intervals, interrupted, or resumed.


SAVE_SECONDS = 60.0


def unfinished_path(checkpoint: Path) -> Path:
    return checkpoint.with_name(f"{checkpoint.name}.run")


class UnfinishedRun:
    """Keeps a run's state beside its checkpoint; only the first of several processes writes."""

    def __init__(
        self, run: TrainingRun, checkpoint: Path, *, seconds: float = SAVE_SECONDS
    ) -> None:
        self._run = run
        self._path = unfinished_path(checkpoint)
        self._seconds = seconds

    def saved_now_and_then(self) -> Iterator[TrainingProgress]:
        # A full disk is reported, and does not end the run.
        saved = time.monotonic()
        for report in self._run.reports():
            yield report
            if time.monotonic() - saved >= self._seconds:
                self._save()
                saved = time.monotonic()

    def go_on(self) -> None:
        """Restore the saved state; raises UserError if damaged, or of another configuration."""
        from model.training.saved_run import restore_run

        if not self._path.exists():
            if self._run.replicas.first:
                complain(f"No unfinished run {self._path}; starting over.")
            return
        restore_run(self._run, self._path)
        if self._run.replicas.first:
            complain(
                f"Continuing after update {len(self._run.curve)} of {self._run.clock.updates}."
            )

    def leave(self) -> None:
        if not self._run.replicas.first:
            return
        run = self._run
        where = f"Stopped after update {len(run.curve)} of {run.clock.updates}"
        if self._save():
            complain(f"{where}; the run is saved in {self._path}. To continue: {self._command()}")
        else:
            complain(f"{where}; the run could not be saved.")

    def remove(self) -> None:
        # A file that cannot be removed is reported.
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            complain(f"{self._path} cannot be removed: {error.strerror or error}.")

    def _command(self) -> str:
        """The command line with ``--resume``."""
        count = self._run.replicas.count
        launcher = ["torchrun", "--nproc-per-node", str(count), "--no-python"] if count > 1 else []
        arguments = [argument for argument in sys.argv[1:] if argument != "--resume"]
        return shlex.join([*launcher, "headlight", *arguments, "--resume"])

    def _save(self) -> bool:
        from model.training.saved_run import save_run

        if not self._run.replicas.first:
            return False
        try:
            save_run(self._run, self._path)
        except WriteError as error:
            complain(error.message)
            return False
        return True


# ----------------------------------------------------------------------------------- train options


CORPUS = "FILE.tsv|SRC,TGT"

ONLY_HERE = (
    *("norm_epsilon", "sinusoids", "closed_sinusoids"),
    *("position_offset", "output_transform"),
)
"""Switches of the model that the window's form does not have."""

_ALSO_OPTIONS = ("epochs", "seed", "validation")
"""Settings with an option of their own."""


def names_of(numbers: type[ModelConfig | TrainingConfig]) -> tuple[str, ...]:
    # Lists of ids are not options: they belong to models of other programs.
    names = (field.name for field in dataclasses.fields(numbers))
    return tuple(name for name in names if name != "forbidden")


@dataclass(frozen=True, kw_only=True)
class TrainOptions(CommandOptions):
    """Options of ``headlight train``: corpus, settings, destination."""

    run = "train.train_model"
    task: str = argument(
        f"TASK|{CORPUS}",
        f"{', '.join(TASKS)}, a file of tab-separated pairs, or two line-aligned files",
    )
    validation: str | None = option(
        "validation pairs: a number held out of the corpus, or a separate corpus", f"N|{CORPUS}"
    )
    base: str | None = option(
        "model to continue training, with its sizes and tokenizers (default: a new model)",
        "NAME|FILE",
        flags=("--from",),
    )
    preset: str | None = option("preset of model and training settings", choices=tuple(PRESETS))
    epochs: int | None = number("passes over the corpus", largest=MOST_EPOCHS)
    seed: int | None = number("random seed (default: 0)", smallest=0, largest=LARGEST_SEED)
    changes: Sequence[tuple[str, Any]] = option(
        "override a preset value, such as d_model=256; may be repeated; model: "
        f"{', '.join(names_of(ModelConfig))}; training: "
        f"{', '.join(names_of(TrainingConfig))}; not in the window's form, because only "
        f"imported models need them: {', '.join(ONLY_HERE)}",
        "NAME=VALUE",
        given.change,
        flags=("--set",),
        action="append",
        default=(),
    )
    output: Path = output("FILE")
    resume: bool = switch("continue a stopped run")
    save_every: float = option(
        f"seconds between saves of the unfinished run (default: {SAVE_SECONDS:.0f})",
        "SECONDS",
        given.seconds,
        default=SAVE_SECONDS,
    )
    name: str | None = option("task name stored in the checkpoint", read=given.filled)
    attribution: str | None = option("source of the data", "TEXT", given.filled)
    half: bool = switch("save 16-bit instead of 32-bit weights")
    threads: int | None = number("number of CPU threads", largest=MOST_THREADS)
    device: str | None = device()

    def wrong(self) -> str | None:
        """An error message on a setting that is given twice, or None."""
        for name in _ALSO_OPTIONS:
            if name in dict(self.changes) and getattr(self, name) is not None:
                return f"--{name} and --set {name}=… cannot be combined"
        return None


# ----------------------------------------------------------------------------------- training plan
# A run of ``headlight train``: the corpus, the preset with its changes.


_LOOKED_AT, _MUCH = 1000, 0.5
"""Pairs of a corpus that are sampled, and the share of unknown tokens that is reported."""

_COUNT = re.compile("[0-9]{1,9}")
_OF_BASES = ("training", "corpus", "updates", BASE)
_OF_TOKENIZERS = ("level", "vocabulary", "min_count", "lowercase")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """A run before it is made; ``threads`` of the CPU, or None for all.

    ``reports`` list what was left out of the corpora that were read; ``base`` is the model that
    is trained further, or None to begin with a new one.
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
        """The preset, or the model that is trained further, in words."""
        name = self.preset.name
        return name if self.base is None else f"{self.base.name}, fine-tuned with preset {name}"

    def tell_of_corpus(self) -> None:
        # Also of the corpus for validation.
        for report in self.reports:
            complain(report)
        self._tell_of_unknown()

    def _tell_of_unknown(self) -> None:
        # Where the base model has no tokens for much of the corpus.
        if self.base is None:
            return
        tokenizers = self.base.src_tokenizer, self.base.tgt_tokenizer
        for column, (side, tokenizer) in enumerate(zip(Pair._fields, tokenizers, strict=True)):
            texts = (pair[column] for pair in self.corpus.pairs[:_LOOKED_AT])
            ids = list(chain.from_iterable(tokenizer.encode(text).ids for text in texts))
            share = ids.count(UNK_ID) / max(1, len(ids))
            if share >= _MUCH:
                complain(f"{self.base.name} knows only {1 - share:.0%} of the {side} tokens.")

    def run_on(self, device: torch.device, replicas: Replicas) -> TrainingRun:
        """Raises TrainingError if no pair fits the model's positions."""
        import torch

        from model.network.device_choice import resolved
        from model.training.run import TrainingRun

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        notice = resolved(device, self.preset.training.precision).notice
        if notice is not None and replicas.first:
            complain(notice)
        model = dataclasses.replace(self._begun().on(device), record=self._origin())
        return TrainingRun(self.corpus, model, self.preset.training, replicas=replicas)

    def _begun(self) -> TrainedModel:
        from model.training.new_model import new_model

        if self.base is None:
            return new_model(self.corpus, self.preset.model, self.preset.training, task=self.task)
        return dataclasses.replace(self.base, name=self.task, task=self.task)

    def _origin(self) -> dict[str, Any]:
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


def plan_of(options: TrainOptions) -> TrainingPlan:
    """Raises UserError if the corpus cannot be read, or a value is wrong."""
    base = None if options.base is None else model_named(options.base, "cpu")
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
    """The corpus with validation pairs, its own or of another corpus; and the reports."""
    if wanted is not None and not _COUNT.fullmatch(wanted):
        other = load_task(wanted)
        return dataclasses.replace(corpus, heldout=other.pairs), (corpus.report, other.report)
    if wanted is None:
        corpus = with_validation(corpus, most=training.validation, seed=training.seed)
    else:
        corpus = split(corpus, heldout=int(wanted), seed=training.seed)
    return corpus, (corpus.report,)


def _preset(options: TrainOptions, base: TrainedModel | None) -> Preset:
    """Raises ConfigError: a name is unknown, a value out of range, or fixed by the base."""
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
    """The preset to train a model further: only the training can be changed."""
    wanted = _of(TrainingConfig, changes)
    fixed = [name for name in changes if name not in wanted or name in _OF_TOKENIZERS]
    if fixed:
        raise ConfigError(
            "{name} cannot be set with --from: {model} already defines it.",
            name=fixed[0],
            model=base.name,
        )
    tokenizer = base.src_tokenizer
    wanted |= {"level": tokenizer.level, "lowercase": tokenizer.lowercase}
    return dataclasses.replace(preset, training=dataclasses.replace(preset.training, **wanted))


def _of(cls: type[ModelConfig | TrainingConfig], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes that are fields of ``cls``; raises ConfigError for a field of neither class."""
    known = (*names_of(ModelConfig), *names_of(TrainingConfig))
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise ConfigError(
            "Unknown setting {name!r}. Settings: {known}.",
            name=unknown[0],
            known=Message(", ".join(known)),  # no text of a file: none is left out
        )
    own = names_of(cls)
    return {name: value for name, value in changes.items() if name in own}


# ------------------------------------------------------------------------------------------- train
# ``headlight train``: train on a task or on the user's own pairs, and write the checkpoint.


def train_model(options: TrainOptions) -> int:
    """Raises UserError: the corpus, a value or the path is wrong, or the loss not finite."""
    Library().check_not_shipped(options.output)
    check_writable(options.output)
    unfinished = unfinished_path(options.output)
    if unfinished.exists() and not options.resume:
        raise TrainingError(
            "{path} contains an unfinished run; add --resume to continue it, or delete it.",
            path=unfinished,
        )
    if options.resume and options.output.exists() and not unfinished.exists():
        # A script may repeat a command with ``--resume`` until it has ended.
        complain(
            f"{options.output} already exists and has no unfinished run. Omit --resume to train "
            "it again."
        )
        show(str(options.output))
        return DONE
    plan = plan_of(options)
    device = device_of(options.device)
    from model.training.replicas import joined_replicas

    with joined_replicas(device) as replicas:
        if replicas.first:
            plan.tell_of_corpus()
        run = plan.run_on(device, replicas)
        return _train(run, plan, options)


def _train(run: TrainingRun, plan: TrainingPlan, options: TrainOptions) -> int:
    # A launcher ends all processes as soon as one has failed, also one that is still writing: all
    # end together, after the first has written.
    if run.replicas.count == 1:
        return _driven(run, plan, options)
    with stopping_on_signals(run.request_stop, once=True):
        status = _driven(run, plan, options)
        return int(run.replicas.told_by_first([status])[0])


def _driven(run: TrainingRun, plan: TrainingPlan, options: TrainOptions) -> int:
    unfinished = UnfinishedRun(run, options.output, seconds=options.save_every)
    if options.resume:
        unfinished.go_on()
    if run.replicas.first:
        _say_what_begins(run, plan)
    reports = unfinished.saved_now_and_then()
    try:
        with stopping_on_signals(run.request_stop, once=run.replicas.count > 1):
            if run.replicas.first:
                follow(reports, sys.stderr)
            else:
                deque(reports, maxlen=0)
    except TrainingError as error:
        return _failed(run, options, error)
    if not run.finished:
        unfinished.leave()
        return INTERRUPTED
    return _finished(run, options) if run.replicas.first else DONE


def _say_what_begins(run: TrainingRun, plan: TrainingPlan) -> None:
    if run.report is not None:
        complain(run.report)
    config, training = run.model.config, run.training
    beside = f" in {run.replicas.count} processes" if run.replicas.count > 1 else ""
    complain(
        f"Training {run.model.task} on {len(run.pairs):,} pairs, {training.epochs} "
        f"epoch{'s' * (training.epochs > 1)}, on {run.model.device.type}{beside}: "
        f"{plan.kind}, {config.depths} layers × {config.n_heads} heads, "
        f"d_model {config.d_model}, {run.model.n_parameters:,} parameters."
    )


def _finished(run: TrainingRun, options: TrainOptions) -> int:
    # The state to resume from is removed: the run has ended.
    from model.training.run import result_of

    model = result_of(run)
    written = _write(model, options.output, half=options.half)
    UnfinishedRun(run, options.output).remove()
    for line in _quality(model, run):
        show(line)
    show(str(written))
    return DONE if written == options.output else FAILED


def _failed(run: TrainingRun, options: TrainOptions, error: TrainingError) -> int:
    # Writes the last good model of the run.
    from model.training.run import last_good_of

    if not run.replicas.first:
        return FAILED
    complain(error.message)
    model = last_good_of(run)
    UnfinishedRun(run, options.output).remove()
    if model is None:
        complain("Nothing was written: no epoch finished successfully.")
        return FAILED
    written = _write(model, options.output, half=options.half)
    complain(f"{written} contains the model from the end of epoch {run.good_epoch}.")
    return FAILED


def _write(model: TrainedModel, path: Path, *, half: bool) -> Path:
    """Path of the written model, elsewhere if ``path`` cannot be written; raises WriteError."""
    from model.checkpoint.file import save_checkpoint

    try:
        save_checkpoint(model, path, half=half)
    except WriteError as error:
        complain(error.message)
        path = Library().new_path(model.task)
        save_checkpoint(model, path, half=half)
    return path


def _quality(model: TrainedModel, run: TrainingRun) -> list[str]:
    from model.decoding.greedy import translate
    from model.decoding.samples import sample_sentences
    from model.training.validation import exact_match

    lines = []
    if run.corpus.heldout:
        share = exact_match(model, run.corpus.heldout)
        lines.append(f"exact match on {len(run.corpus.heldout):,} held-out pairs: {share:.1%}")
    for text in sample_sentences(model)[:1]:
        lines.append(visible(f"{text} → {translate(model, text).translation}"))
    return lines


# ------------------------------------------------------------------------------------------- split
# ``headlight split``: a training file and held-out lines that share no sentence with it.


TRAIN_FILE, SOURCE_FILE, TARGET_FILE = "train.tsv", "heldout.source.txt", "heldout.target.txt"
FILES = (TRAIN_FILE, SOURCE_FILE, TARGET_FILE)


@dataclass(frozen=True, kw_only=True)
class SplitOptions(CommandOptions):
    """Options of ``headlight split``."""

    run = "train.split_corpus"
    corpora: Sequence[str] = argument(
        "CORPUS", f"{CORPUS}: a file of tab-separated pairs, or two line-aligned files", nargs="+"
    )
    output: Path = output("DIR")
    heldout: int = number(
        "number of pairs of the first corpus to hold out (default: 1000)",
        largest=MOST_HELDOUT,
        default=1000,
    )
    seed: int = number("random seed (default: 0)", smallest=0, largest=LARGEST_SEED, default=0)


def split_corpus(options: SplitOptions) -> int:
    """Hold pairs out from the first corpus; the others are trained on.

    Raises:
        UserError: a corpus cannot be read or is too small, or the folder takes no files.
    """
    for file in chain.from_iterable(map(task_files, options.corpora)):
        check_apart(file, [options.output / name for name in FILES])
    check_fillable(options.output, FILES)
    main, *extras = map(load_task, options.corpora)
    parts = split_with(main, extras, heldout=options.heldout, seed=options.seed)
    whole = combined(parts)
    _write_pairs(whole, options.output)
    for part in parts:
        if part.report is not None:
            complain(part.report)
    show(
        f"{len(whole.pairs):,} training pairs, {len(whole.heldout):,} held-out pairs, "
        f"fingerprint {whole.fingerprint}"
    )
    return DONE


def _write_pairs(corpus: Corpus, folder: Path) -> None:
    """Write all three files, or none; raises WriteError."""
    attributions = corpus.attributions or ("",) * len(corpus.pairs)
    rows = zip(corpus.pairs, attributions, strict=True)
    make_folder(folder)
    check_fillable(folder, FILES)
    _write_lines(folder / TRAIN_FILE, (_row(*pair, credit) for pair, credit in rows))
    _write_lines(folder / SOURCE_FILE, (pair.source for pair in corpus.heldout))
    _write_lines(folder / TARGET_FILE, (pair.target for pair in corpus.heldout))


def _row(source: str, target: str, attribution: str) -> str:
    return "\t".join((source, target, attribution) if attribution else (source, target))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode())
