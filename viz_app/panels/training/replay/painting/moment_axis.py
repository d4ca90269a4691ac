"""The axis of a time-lapse: moments evenly spaced, and what lies between them in proportion.

Moments are denser early in a training. Evenly spaced, each can be reached by the mouse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from model.runs.curve import Numbers
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.text_line import paint_line


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentAxis:
    """Where moments are across, in px.

    Attributes:
        left, right: of the first and of the last place.
        updates: of the moments, rising; a last one that is not a moment is where a run is now.
        count: of the moments.
    """

    left: float
    right: float
    updates: tuple[int, ...]
    count: int

    def x(self, index: float) -> float:
        """Where a moment is."""
        return self.left + index * self._step

    def at(self, updates: npt.ArrayLike) -> Numbers:
        """Where updates are; those beyond the ends are at the ends."""
        wanted = np.asarray(updates, dtype=np.float64)
        known = np.asarray(self.updates, dtype=np.float64)
        places = np.interp(wanted, known, np.arange(len(known), dtype=np.float64))
        return self.left + np.asarray(places, dtype=np.float64) * self._step

    def index_at(self, x: float) -> int:
        """The moment nearest to a place."""
        if self._step == 0:
            return 0
        return max(0, min(round((x - self.left) / self._step), self.count - 1))

    @property
    def _step(self) -> float:
        return (self.right - self.left) / max(len(self.updates) - 1, 1)


def moment_axis(
    left: float, right: float, updates: Sequence[int], *, newest: int = 0
) -> MomentAxis:
    """The axis of some moments; a run that has come further, to ``newest``, gets one place more."""
    beyond = (newest,) if newest > updates[-1] else ()
    return MomentAxis(left=left, right=right, updates=(*updates, *beyond), count=len(updates))


def marks_of(updates: Sequence[int], epochs: Sequence[int]) -> Sequence[int]:
    """What stands under the moments: their epochs; where nobody counted these, the updates."""
    return epochs if any(epochs) else updates


def ends_of_epochs(epochs: Sequence[int]) -> list[tuple[int, str]]:
    """The last moment of each epoch with its number; 0 stands at an untrained model."""
    return [
        (index, str(epoch))
        for index, epoch in enumerate(epochs)
        if index == len(epochs) - 1 or epoch != epochs[index + 1]
    ]


def paint_epochs(
    painter: QPainter, axis: MomentAxis, epochs: Sequence[int], top: float, theme: Theme
) -> None:
    """Ticks at all moments and numbers of epochs under them, as many as have room."""
    painter.setPen(QColor(theme.soft_text))
    for index in range(axis.count):
        x = axis.x(index)
        painter.drawLine(round(x), round(top), round(x), round(top + 0.75 * theme.unit))
    for index, text in roomy_epochs(axis, epochs, theme):
        x, width = axis.x(index), text_width(theme, text, size=theme.small)
        place = QRectF(x - width, top + theme.unit, 2 * width, theme.small * TIGHT)
        paint_line(painter, place, text, theme, side="centre", whole=True)


def roomy_epochs(axis: MomentAxis, epochs: Sequence[int], theme: Theme) -> list[tuple[int, str]]:
    """As :func:`ends_of_epochs`, as many from the left as have room before the last one."""
    every = ends_of_epochs(epochs)
    gap, shown = 2 * theme.unit, every[-1:]
    half = {text: text_width(theme, text, size=theme.small) / 2 for _, text in every}
    free = -np.inf
    end = min((axis.x(index) - half[text] - gap for index, text in shown), default=np.inf)
    for index, text in every[:-1]:
        x = axis.x(index)
        if x - half[text] >= free and x + half[text] <= end:
            free = x + half[text] + gap
            shown.append((index, text))
    return sorted(shown)
