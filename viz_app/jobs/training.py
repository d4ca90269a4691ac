"""Training a model, reported a few times a second, and kept when it is done."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from model.messages import Message, UserError
from model.presets import preset_for
from model.progress import TrainingProgress
from model.summary import ModelSummary
from model.tasks import load_task, task_name
from viz_app.jobs.models import leave_a_core_free
from viz_app.jobs.shelf import Shelf
from viz_app.persistence.library import Library
from viz_app.state.training import TrainingRequest

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
    """The trained model is the current one; ``path`` is where it was kept, or ``error`` why not."""

    summary: ModelSummary
    path: Path | None
    error: Message | None


def training_steps(
    shelf: Shelf, library: Library, request: TrainingRequest
) -> Iterator[TrainingStarted | TrainingReported | TrainingDone | None]:
    """Train as asked; at the end the model becomes the current one and is kept in the library.

    Raises:
        UserError: the corpus, the configuration or the device is wrong, or the loss is no number.
    """
    from model.devices import choose_device
    from model.training import TrainingRun, new_model

    leave_a_core_free()
    corpus = load_task(request.task)
    preset = preset_for(request.task, request.preset)
    epochs = preset.training.epochs if request.epochs is None else request.epochs
    config = dataclasses.replace(preset.training, epochs=epochs)
    device = choose_device(request.device)
    model = new_model(corpus, preset.model, config, task=task_name(request.task))
    run = TrainingRun(corpus, model.on(device.device), config)
    notices = (corpus.report, run.report, device.notice)
    yield TrainingStarted(tuple(notice for notice in notices if notice))
    for reports in gathered(run.steps()):
        yield TrainingReported(reports) if reports else None
    shelf.put(run.result())
    yield _kept(shelf, library)


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


def _kept(shelf: Shelf, library: Library) -> TrainingDone:
    from model.checkpoint import save_checkpoint

    try:
        path = library.new_path(shelf.current.task)
        save_checkpoint(shelf.current, path)
    except UserError as error:
        return TrainingDone(shelf.current.summary(), None, error.message)
    shelf.put(shelf.current.named(path.stem))
    return TrainingDone(shelf.current.summary(), path, None)
