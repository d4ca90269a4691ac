"""``headlight train``: train on a task or on the user's own pairs, and write the checkpoint."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import WriteError
from model.messages import TrainingError
from viz_app.cli.destination import check_writable
from viz_app.cli.interrupt import INTERRUPTED
from viz_app.cli.loading import device_of
from viz_app.cli.progress import follow
from viz_app.cli.stopping import stopping_on_signals
from viz_app.cli.terminal import DONE, FAILED, complain, show, visible
from viz_app.cli.training_plan import TrainingPlan, plan_of
from viz_app.cli.unfinished import UnfinishedRun, check_free, has_ended
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.training.run import TrainingRun


def train_model(options: Namespace) -> int:
    """Train, write, say how good the model is, print the path.

    Raises:
        UserError: the corpus, a number or the path is wrong, or the loss is no number any more.
    """
    Library().check_not_shipped(options.output)
    check_writable(options.output)
    check_free(options.output, resume=options.resume)
    if options.resume and has_ended(options.output):
        return _nothing_left(options.output)
    plan = plan_of(options)
    device = device_of(options)
    from model.training.replicas import joined_replicas

    with joined_replicas(device) as replicas:
        if replicas.first:
            plan.tell_of_corpus()
        run = plan.run_on(device, replicas)
        return _train(run, plan, options)


def _nothing_left(path: Path) -> int:
    """Who repeats a command with ``--resume`` until it has ended loses nothing, and is told so."""
    complain(f"{path} is there, and no unfinished run of it. Without --resume it is trained anew.")
    show(str(path))
    return DONE


def _train(run: TrainingRun, plan: TrainingPlan, options: Namespace) -> int:
    """Train to the end on every replica; all end together, when the first has written.

    A launcher ends all processes as soon as one has failed, also one that is still writing.
    """
    if run.replicas.count == 1:
        return _driven(run, plan, options)
    with stopping_on_signals(run.request_stop, once=True):
        status = _driven(run, plan, options)
        return int(run.replicas.told_by_first([status])[0])


def _driven(run: TrainingRun, plan: TrainingPlan, options: Namespace) -> int:
    unfinished = UnfinishedRun(run, options.output, seconds=options.save_every)
    if options.resume:
        unfinished.go_on()
    if run.replicas.first:
        _say_what_begins(run, plan)
    try:
        _follow(run, unfinished)
    except TrainingError as error:
        return _failed(run, options, error)
    if not run.finished:
        unfinished.leave()
        return INTERRUPTED
    return _finished(run, options) if run.replicas.first else DONE


def _follow(run: TrainingRun, unfinished: UnfinishedRun) -> None:
    """Drive the run to its end, or to where Ctrl-C stops it."""
    quiet = not run.replicas.first
    with stopping_on_signals(run.request_stop, once=run.replicas.count > 1):
        reports = unfinished.saved_now_and_then()
        if quiet:
            for _ in reports:
                pass
        else:
            follow(reports, sys.stderr)


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


def _finished(run: TrainingRun, options: Namespace) -> int:
    """Write the model, say how good it is; the unfinished run is not needed any more."""
    from model.training.result import result_of

    model = result_of(run)
    written = _write(model, options.output, half=options.half)
    UnfinishedRun(run, options.output).remove()
    for line in _quality(model, run):
        show(line)
    show(str(written))
    return DONE if written == options.output else FAILED


def _failed(run: TrainingRun, options: Namespace, error: TrainingError) -> int:
    """Keep the last good model of a run that has gone wrong."""
    from model.training.result import last_good_of

    if not run.replicas.first:
        return FAILED
    complain(error.message)
    model = last_good_of(run)
    UnfinishedRun(run, options.output).remove()
    if model is None:
        complain("Nothing was written: not one epoch ended well.")
        return FAILED
    written = _write(model, options.output, half=options.half)
    complain(f"{written} holds the model as it was at the end of epoch {run.good_epoch}.")
    return FAILED


def _write(model: TrainedModel, path: Path, *, half: bool) -> Path:
    """Where the model is now: if not at ``path``, then among the models trained here.

    Raises:
        WriteError: it can be kept at neither place.
    """
    from model.checkpoint.file import save_checkpoint

    try:
        save_checkpoint(model, path, half=half)
    except WriteError as error:
        complain(error.message)
        path = Library().new_path(model.task)
        save_checkpoint(model, path, half=half)
    return path


def _quality(model: TrainedModel, run: TrainingRun) -> list[str]:
    """How good the model is, in a line or two."""
    from model.decoding.greedy import translate
    from model.decoding.samples import sample_sentences
    from model.training.evaluation import exact_match

    lines = []
    if run.corpus.heldout:
        share = exact_match(model, run.corpus.heldout)
        lines.append(f"exact match on {len(run.corpus.heldout):,} held-out pairs: {share:.1%}")
    for text in sample_sentences(model)[:1]:
        lines.append(visible(f"{text} → {translate(model, text).translation}"))
    return lines
