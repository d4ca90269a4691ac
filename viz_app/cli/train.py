"""``headlight train``: train on a task or on the user's own pairs, and write the checkpoint."""

from __future__ import annotations

import dataclasses
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import WriteError
from model.corpora import Corpus
from model.presets import Preset, preset_for
from model.tasks import load_task, task_name
from viz_app.cli.destination import check_writable
from viz_app.cli.loading import device_of
from viz_app.cli.progress import follow
from viz_app.cli.status import DONE, FAILED, INTERRUPTED
from viz_app.cli.terminal import complain, show, visible
from viz_app.persistence.library import Library

if TYPE_CHECKING:
    from model.trained import TrainedModel
    from model.training import TrainingRun


def train_model(options: Namespace) -> int:
    """Train, write, say how good the model is, print the path.

    Raises:
        UserError: the corpus, a number or the path is wrong, or the loss is no number any more.
    """
    check_writable(options.output)
    corpus = load_task(options.task, seed=options.seed or 0)
    if corpus.report is not None:
        complain(corpus.report)
    run = _prepared(options, corpus, _preset(options))
    try:
        follow(run.steps(), sys.stderr)
    except KeyboardInterrupt:
        complain(_stopped(run))
        return INTERRUPTED
    model = run.result()
    written = _write(model, options.output)
    for line in _quality(model, corpus):
        show(line)
    show(str(written))
    return DONE if written == options.output else FAILED


def _preset(options: Namespace) -> Preset:
    """The numbers of the run: the preset's, but for what the user chose."""
    preset = preset_for(options.task, options.preset)
    chosen = {"epochs": options.epochs, "seed": options.seed}
    changes = {name: value for name, value in chosen.items() if value is not None}
    return dataclasses.replace(preset, training=dataclasses.replace(preset.training, **changes))


def _prepared(options: Namespace, corpus: Corpus, preset: Preset) -> TrainingRun:
    """The run, ready to go; says what is going to be trained."""
    device = device_of(options)
    from model.new_model import new_model
    from model.training import TrainingRun

    task, config = task_name(options.task), preset.model
    model = new_model(corpus, config, preset.training, task=task).on(device)
    run = TrainingRun(corpus, model, preset.training)
    if run.report is not None:
        complain(run.report)
    epochs = preset.training.epochs
    complain(
        f"Training {task} on {len(run.pairs):,} pairs, {epochs} epoch{'s' * (epochs > 1)}, "
        f"on {device.type}: {preset.name}, {config.n_layers} layers × {config.n_heads} heads, "
        f"d_model {config.d_model}."
    )
    return run


def _stopped(run: TrainingRun) -> str:
    """What Ctrl-C left, and how to come to an end sooner."""
    update, epoch = (run.curve[-1].update, run.curve[-1].epoch) if run.curve else (0, 1)
    sooner = max(1, epoch - 1)
    return (
        f"Stopped after update {update}, in epoch {epoch} of {run.training.epochs}; nothing was "
        f"written. For a shorter run: --epochs {sooner}."
    )


def _write(model: TrainedModel, path: Path) -> Path:
    """Where the model is now: if not at ``path``, then among the models trained here.

    Raises:
        WriteError: it can be kept at neither place.
    """
    from model.checkpoint import save_checkpoint

    try:
        save_checkpoint(model, path)
    except WriteError as error:
        complain(error.message)
        path = Library().new_path(model.task)
        save_checkpoint(model, path)
    return path


def _quality(model: TrainedModel, corpus: Corpus) -> list[str]:
    """How good the model is, in a line or two."""
    from model.decoding import translate
    from model.evaluation import exact_match
    from model.samples import sample_sentences

    lines = []
    if corpus.heldout:
        share = exact_match(model, corpus.heldout)
        lines.append(f"exact match on {len(corpus.heldout)} held-out pairs: {share:.1%}")
    for text in sample_sentences(model)[:1]:
        lines.append(visible(f"{text} → {translate(model, text).translation}"))
    return lines
