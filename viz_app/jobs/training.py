"""Training a model, reported a few times a second, and kept when it is done."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from model.messages import Message, UserError
from model.presets import preset_for
from model.progress import TrainingProgress
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
    for reports in gathered(run.steps()):
        yield TrainingReported(reports) if reports else None
    yield _kept(shelf, library, run.result())


def _prepared(
    request: TrainingRequest,
) -> Generator[None, None, tuple[TrainingRun, tuple[Message, ...]]]:
    """The run, and sentences about corpus and device; each ``yield`` is a place to stop."""
    from model.devices import choose_device
    from model.encoding import encode_steps
    from model.new_model import new_model_steps
    from model.training import TrainingRun

    leave_a_core_free()
    device = choose_device(request.device)
    preset = preset_for(request.task, request.preset)
    epochs = preset.training.epochs if request.epochs is None else request.epochs
    config = dataclasses.replace(preset.training, epochs=epochs)
    corpus = load_task(request.task)
    yield
    model = yield from new_model_steps(corpus, preset.model, config, task=task_name(request.task))
    encoded = yield from encode_steps(corpus, model)
    run = TrainingRun(corpus, model.on(device.device), config, encoded=encoded)
    notices = (corpus.report, run.report, device.notice)
    return run, tuple(notice for notice in notices if notice)


def gathered(
    reports: Iterator[TrainingProgress], *, seconds: float = REPORT_SECONDS
) -> Iterator[tuple[TrainingProgress, ...]]:
    """Yield at every report: an empty tuple, or every ``seconds`` all since the last."""
    waiting: list[TrainingProgress] = []
    sent = -seconds
    for report in reports:
        waiting.append(report)
        if report.done or time.monotonic() - sent >= seconds:
            yield tuple(waiting)
            waiting.clear()
            sent = time.monotonic()
        else:
            yield ()


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
