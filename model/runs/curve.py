"""The curve of a run: what each update told, thinned where it grows long. No torch."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from model.runs.progress import TrainingProgress

MOST_POINTS = 2000
"""A curve longer than this is thinned to half."""

SMALLEST = 1e-6
"""A loss below this is drawn here: a logarithm needs something above zero."""

MEASURED = ("validation_loss", "bleu", "chrf", "exact")
"""Numbers of held-out pairs, measured at the ends of epochs: so named in reports, points, cards."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """One update; validation loss and scores are None but at the end of epochs.

    Attributes:
        update, epoch: both from 1.
        loss, validation_loss: mean cross-entropy in nats.
        learning_rate: of this update.
        gradient_norm: before clipping.
        bleu, chrf: 0 … 100.
        exact: share of held-out pairs whose greedy translation is the target, 0 … 1.
    """

    update: int
    epoch: int
    loss: float
    learning_rate: float
    gradient_norm: float
    validation_loss: float | None = None
    bleu: float | None = None
    chrf: float | None = None
    exact: float | None = None

    @property
    def measured(self) -> bool:
        """Whether something was measured on held-out pairs here."""
        return bool(measured_numbers(self))


def measured_numbers(told: CurvePoint | TrainingProgress) -> dict[str, Any]:
    """Those of :data:`MEASURED` that there are; none but at the ends of epochs."""
    numbers = ((name, getattr(told, name)) for name in MEASURED)
    return {name: number for name, number in numbers if number is not None}


_PLACES = {field.name: place for place, field in enumerate(fields(CurvePoint))}
_row = attrgetter(*_PLACES)


class CurveColumns:
    """The points of a curve as columns of numbers.

    What was turned into numbers once is not turned again: a live curve grows at its end.
    """

    def __init__(self, curve: tuple[CurvePoint, ...] = ()) -> None:
        self.curve = curve
        self._table = _table(curve)

    def take(self, curve: tuple[CurvePoint, ...]) -> bool:
        """Take a curve; whether it is another one than before."""
        known = len(self.curve)
        if curve == self.curve:
            return False
        if curve[:known] == self.curve:
            self._table = np.concatenate((self._table, _table(curve[known:])))
        else:
            self._table = _table(curve)
        self.curve = curve
        return True

    def column(self, name: str) -> Numbers:
        """One number of every point ``[point]``; NaN where it was not measured."""
        return self._table[:, _PLACES[name]]

    def measured(self, name: str) -> tuple[Numbers, Numbers]:
        """Updates and numbers of the points that have it."""
        column = self.column(name)
        seen = np.isfinite(column)
        return self.column("update")[seen], column[seen]

    def positive(self, name: str) -> tuple[Numbers, Numbers]:
        """The same, with nothing too small for a logarithm."""
        updates, values = self.measured(name)
        return updates, np.maximum(values, SMALLEST)


def _table(points: tuple[CurvePoint, ...]) -> Numbers:
    rows = [_row(point) for point in points]
    return np.array(rows, dtype=np.float64).reshape(-1, len(_PLACES))  # None becomes NaN


def curve_point(progress: TrainingProgress) -> CurvePoint:
    """The point of a report."""
    return CurvePoint(
        update=progress.update,
        epoch=progress.epoch,
        loss=progress.loss,
        learning_rate=progress.learning_rate,
        gradient_norm=progress.gradient_norm,
        validation_loss=progress.validation_loss,
        bleu=progress.bleu,
        chrf=progress.chrf,
        exact=progress.exact,
    )


def thinned(curve: tuple[CurvePoint, ...]) -> tuple[CurvePoint, ...]:
    """At most about :data:`MOST_POINTS` points; those measured on held-out pairs are kept."""
    if len(curve) <= MOST_POINTS:
        return curve
    last = len(curve) - 1
    return tuple(
        point
        for index, point in enumerate(curve)
        if index % 2 == 0 or point.measured or index == last
    )
