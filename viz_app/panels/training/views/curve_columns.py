"""The points of a curve as columns of numbers, kept up while the curve grows."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from model.runs.curve import CurvePoint

Numbers = npt.NDArray[np.float64]

_PLACES = {field.name: place for place, field in enumerate(fields(CurvePoint))}
_row = attrgetter(*_PLACES)


class CurveColumns:
    """What was turned into numbers once is not turned again: a live curve grows at its end."""

    def __init__(self) -> None:
        """No points."""
        self.curve: tuple[CurvePoint, ...] = ()
        self._table = _table(())

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

    def nearest(self, update: float) -> CurvePoint | None:
        """The point that is nearest to an update."""
        if not self.curve:
            return None
        return self.curve[int(np.abs(self.column("update") - update).argmin())]


def _table(points: tuple[CurvePoint, ...]) -> Numbers:
    rows = [_row(point) for point in points]
    return np.array(rows, dtype=np.float64).reshape(-1, len(_PLACES))  # None becomes NaN
