"""The points of a run's curve, one for each update, as records and as numbers. No torch."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from model.runs.card import HIGHEST_SCORE
from model.values import LARGEST_NUMBER, LARGEST_WHOLE

SMALLEST = 1e-6
"""A loss below this is drawn here: a logarithm needs something above zero."""

MEASURED = ("validation_loss", "bleu", "chrf", "exact")
"""Numbers of held-out pairs, measured at the ends of epochs: so named in reports, points, cards."""

Numbers = npt.NDArray[np.float64]

_WHOLE = ("update", "epoch", "updates", "epochs")
_KINDS: dict[str, type] = {**dict.fromkeys(_WHOLE, int), "stopped_early": bool}
"""What is no ``float``."""

_RANGES: dict[str, tuple[float, float]] = {
    **dict.fromkeys(_WHOLE, (1, LARGEST_WHOLE)),
    **dict.fromkeys(("bleu", "chrf"), (0, HIGHEST_SCORE)),
    **dict.fromkeys(("learning_rate", "exact", "stopped_early"), (0, 1)),
}
"""Of the numbers that have one; the others are of any size that 32 bits can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """One update; validation loss and scores are None but at the end of epochs.

    Attributes:
        update, epoch: both from 1.
        loss: mean cross-entropy of this update's target tokens, in nats, without smoothing.
        validation_loss: the same on held-out pairs.
        learning_rate: of this update.
        gradient_norm: before clipping.
        bleu, chrf: sacrebleu's scores (0 … 100) of the held-out pairs' greedy translations; None
            but at the end of the epochs that the run scores.
        exact: likewise the share of those translations that are the target, 0 … 1.
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


COLUMNS = tuple(field.name for field in fields(CurvePoint))
"""All numbers of a point, in order."""


def measured_numbers(point: CurvePoint) -> dict[str, Any]:
    """Those of :data:`MEASURED` that there are; none but at the ends of epochs."""
    numbers = ((name, getattr(point, name)) for name in MEASURED)
    return {name: number for name, number in numbers if number is not None}


def last_measured(curve: Iterable[CurvePoint]) -> dict[str, Any]:
    """Of each number of :data:`MEASURED` its newest measurement in a curve, oldest point first."""
    return {name: number for point in curve for name, number in measured_numbers(point).items()}


_Point = TypeVar("_Point", bound=CurvePoint)


def table_of(points: Iterable[CurvePoint], columns: Sequence[str] = COLUMNS) -> Numbers:
    """``[point, column]``; NaN where something was not measured."""
    rows = [*map(attrgetter(*columns), points)]
    return np.array(rows, dtype=np.float64).reshape(-1, len(columns))  # None becomes NaN


def points_of(
    table: Iterable[Sequence[float]], kind: type[_Point], columns: Sequence[str] = COLUMNS
) -> Iterator[_Point]:
    """Inverse of :func:`table_of`: points of a kind."""
    for row in table:
        cells = zip(columns, row, strict=True)
        yield kind(**{name: _value(name, number) for name, number in cells})


def check_table(table: Numbers, columns: Sequence[str] = COLUMNS) -> None:
    """Whether a table ``[point, column]`` from a file could be one of points.

    Raises:
        ValueError: it has another shape, or a number is out of its range.
    """
    if table.ndim != 2 or table.shape[1] != len(columns):
        raise ValueError(table.shape)
    for name, column in zip(columns, table.T, strict=True):
        low, high = _RANGES.get(name, (-LARGEST_NUMBER, LARGEST_NUMBER))
        fits = (low <= column) & (column <= high)
        if name in MEASURED:
            fits |= ~np.isfinite(column)
        if name in _KINDS:
            fits &= column == np.floor(column)
        if not fits.all():
            raise ValueError(name)


def _value(name: str, number: float) -> Any:
    if name in MEASURED and not math.isfinite(number):
        return None
    return _KINDS.get(name, float)(number)


class CurveColumns:
    """The points of a curve as columns of numbers.

    What was turned into numbers once is not turned again: a live curve grows at its end.
    """

    def __init__(self, curve: tuple[CurvePoint, ...] = ()) -> None:
        self.curve = curve
        self._table = table_of(curve)

    def take(self, curve: tuple[CurvePoint, ...]) -> bool:
        """Take a curve; whether it is another one than before."""
        known = len(self.curve)
        if curve == self.curve:
            return False
        if curve[:known] == self.curve:
            self._table = np.concatenate((self._table, table_of(curve[known:])))
        else:
            self._table = table_of(curve)
        self.curve = curve
        return True

    def column(self, name: str) -> Numbers:
        """One number of every point ``[point]``; NaN where it was not measured."""
        return self._table[:, COLUMNS.index(name)]

    def measured(self, name: str) -> tuple[Numbers, Numbers]:
        """Updates and numbers of the points that have it."""
        column = self.column(name)
        seen = np.isfinite(column)
        return self.column("update")[seen], column[seen]

    def positive(self, name: str) -> tuple[Numbers, Numbers]:
        """The same, with nothing too small for a logarithm."""
        updates, values = self.measured(name)
        return updates, np.maximum(values, SMALLEST)
