"""Training a model, reported a few times a second, and kept when it is done."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from model.messages import Message, TrainingError, UserError, joined
from model.presets import preset_for
from model.progress import TrainingProgress
from model.splitting import with_validation
from model.summary import ModelSummary
from model.tasks import load_task, task_name
from viz_app.jobs.models import leave_a_core_free
from viz_app.jobs.shelf import Shelf
from viz_app.persistence.library import Library
from viz_app.state.training import TrainingRequest

if TYPE_CHECKING:
    from model.trained import TrainedModel
    from model.training import TrainingRun

REPORT_SECONDS = 0.05
"""The curve is redrawn at most twenty times a second."""


@dataclass(frozen=True, slots=True)
class TrainingStarted:
    """The corpus is read and the model made; ``notices`` are sentences about both."""

    notices: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class TrainingReported:
    """Reports since the last one, oldest first."""

    reports: tuple[TrainingProgress, ...]


@dataclass(frozen=True, slots=True)
class TrainingDone:
    """The trained model is on the shelf; ``path`` is where it was kept, or ``error`` why not."""

    key: int
    summary: ModelSummary
    path: Path | None
    error: Message | None


def training_steps(
    shelf: Shelf, library: Library, request: TrainingRequest
) -> Iterator[TrainingStarted | TrainingReported | TrainingDone | None]:
    """Train as asked; at the end the model is on the shelf and kept in the library.

    Raises:
        UserError: the corpus, the configuration or the device is wrong, or the loss is no number.
    """
    run, notices = yield from _prepared(request)
    yield TrainingStarted(notices)
    try:
        for reports in gathered(run.steps()):
            yield TrainingReported(reports) if reports else None
    except TrainingError as error:
        yield _rescued(shelf, library, run, error)
        return
    yield _kept(shelf, library, run.result())


def _prepared(
    request: TrainingRequest,
) -> Generator[None, None, tuple[TrainingRun, tuple[Message, ...]]]:
    """The run, and sentences about corpus and device; each ``yield`` is a place to stop."""
    from model.devices import choose_device
    from model.encoding import encode_steps
    from model.new_model import new_model_steps
    from model.precision import resolved
    from model.training import TrainingRun

    leave_a_core_free()
    device = choose_device(request.device)
    preset = preset_for(request.task, request.preset)
    epochs = preset.training.epochs if request.epochs is None else request.epochs
    config = dataclasses.replace(preset.training, epochs=epochs)
    corpus = load_task(request.task)
    yield
    corpus = with_validation(corpus, most=config.validation, seed=config.seed)
    yield
    model = yield from new_model_steps(corpus, preset.model, config, task=task_name(request.task))
    encoded = yield from encode_steps(corpus, model)
    run = TrainingRun(corpus, model.on(device.device), config, encoded=encoded)
    precise = resolved(device.device, config.precision).notice
    notices = (corpus.report, run.report, device.notice, precise)
    return run, tuple(notice for notice in notices if notice)


def gathered(
    reports: Iterator[TrainingProgress | None], *, seconds: float = REPORT_SECONDS
) -> Iterator[tuple[TrainingProgress, ...]]:
    """Yield at every report: an empty tuple, or every ``seconds`` all since the last.

    None, from a run that is validating, is a place to take turns and nothing to tell.
    """
    waiting: list[TrainingProgress] = []
    sent = -seconds
    for report in reports:
        if report is None:
            yield ()
            continue
        waiting.append(report)
        if report.done or time.monotonic() - sent >= seconds:
            yield tuple(waiting)
            waiting.clear()
            sent = time.monotonic()
        else:
            yield ()


def _rescued(
    shelf: Shelf, library: Library, run: TrainingRun, error: TrainingError
) -> TrainingDone:
    """Keep the last good model of a run that has gone wrong.

    Raises:
        TrainingError: the run's own, when not one epoch was complete.
    """
    model = run.last_good()
    if model is None:
        raise error
    done = _kept(shelf, library, model)
    told = Message(
        "The model as it was at the end of epoch {epoch} is kept.", {"epoch": run.good_epoch}
    )
    reasons = [error.message, told if done.error is None else done.error]
    return dataclasses.replace(done, error=joined(reasons))


def _kept(shelf: Shelf, library: Library, model: TrainedModel) -> TrainingDone:
    from model.checkpoint import save_checkpoint

    path, error = None, None
    try:
        free = library.new_path(model.task)
        save_checkpoint(model, free)
        path, model = free, model.named(free.stem)
    except UserError as failure:
        error = failure.message
    return TrainingDone(shelf.put(model), model.summary(), path, error)
