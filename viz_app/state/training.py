"""The training tab's state: what is asked for, and how far the run is."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from model.progress import TrainingProgress

TrainingStatus = Literal["idle", "starting", "running", "paused", "finished", "cancelled", "failed"]

MOST_POINTS = 2000
"""A live curve longer than this is thinned to half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRequest:
    """What the user asks for.

    Attributes:
        task: a task's name, a ``.tsv`` file or ``SOURCE,TARGET`` files.
        preset: name of the model size and its training.
        epochs: passes over the corpus; None = as the preset says.
        device: ``auto | cpu | cuda | mps``.
    """

    task: str = "copy"
    preset: str = "tiny"
    epochs: int | None = None
    device: str = "auto"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Mean cross-entropy in nats at an update; validation loss at the end of epochs."""

    update: int
    loss: float
    validation_loss: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingState:
    """The run under way, or the last one."""

    status: TrainingStatus = "idle"
    request: TrainingRequest = TrainingRequest()
    progress: TrainingProgress | None = None
    curve: tuple[CurvePoint, ...] = ()

    @property
    def active(self) -> bool:
        """Whether a run is under way, paused or not."""
        return self.status in {"starting", "running", "paused"}


def started(request: TrainingRequest) -> TrainingState:
    """A run that was just asked for."""
    return TrainingState(status="starting", request=request)


def with_reports(state: TrainingState, reports: Sequence[TrainingProgress]) -> TrainingState:
    """Take the reports of some updates, oldest first; a paused run stays paused."""
    if not reports:
        return state
    points = tuple(CurvePoint(r.update, r.loss, r.validation_loss) for r in reports)
    status: TrainingStatus = "running" if state.status == "starting" else state.status
    return dataclasses.replace(
        state, status=status, progress=reports[-1], curve=thinned((*state.curve, *points))
    )


def with_status(state: TrainingState, status: TrainingStatus) -> TrainingState:
    """The same run in another status."""
    return dataclasses.replace(state, status=status)


def thinned(curve: tuple[CurvePoint, ...]) -> tuple[CurvePoint, ...]:
    """At most :data:`MOST_POINTS` points; those with a validation loss are kept."""
    if len(curve) <= MOST_POINTS:
        return curve
    last = len(curve) - 1
    return tuple(
        point
        for index, point in enumerate(curve)
        if index % 2 == 0 or point.validation_loss is not None or index == last
    )
