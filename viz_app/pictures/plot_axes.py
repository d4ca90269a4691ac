"""Axes of a plot: where a number is on them, and which round numbers stand beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.texts.numbers import MINUS

EASY = (1.0, 2.0, 5.0, 10.0)
"""Steps that are easy to count in, times a power of ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """Where numbers are in px.

    Attributes:
        area: the plot without its labels.
        across, up: the numbers at its left and right, and at its bottom and top.
        logarithmic: whether equal ratios upwards are equally far apart.
    """

    area: QRectF
    across: tuple[float, float]
    up: tuple[float, float]
    logarithmic: bool = False

    def x(self, value: float) -> float:
        """How far across a number is."""
        return self.area.left() + _share(value, self.across) * self.area.width()

    def y(self, value: float) -> float:
        """How far down a number is."""
        if self.logarithmic:
            low, high = self.up
            share = _share(math.log10(value), (math.log10(low), math.log10(high)))
        else:
            share = _share(value, self.up)
        return self.area.bottom() - share * self.area.height()

    def point(self, x: float, y: float) -> QPointF:
        """Where a point of a curve is."""
        return QPointF(self.x(x), self.y(y))


def easy_ticks(low: float, high: float, *, most: int) -> tuple[float, ...]:
    """Round numbers from ``low`` to ``high``, at most so many and one; 0 is one of them if inside.

    >>> easy_ticks(-32, 32, most=4)
    (-20.0, 0.0, 20.0)
    """
    if not high > low:
        return (low,)
    rough = (high - low) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * easy for easy in EASY if power * easy >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def tick_text(value: float) -> str:
    """As it stands beside an axis: ``−0.5``, ``20``."""
    return (f"{value:.6g}" if value else "0").replace("-", MINUS)


def left_room(theme: Theme, texts: Sequence[str]) -> float:
    """Width of the labels left of a plot, with a gap."""
    longest = max((text_width(theme, text, size=theme.small) for text in texts), default=0.0)
    return math.ceil(longest) + 2.0 * theme.unit


def paint_bottom_ticks(
    painter: QPainter, axes: Axes, ticks: Sequence[tuple[float, str]], theme: Theme
) -> None:
    """A line below the plot, and numbers under it; those that would touch others are left out."""
    area, free = axes.area, -math.inf
    painter.setFont(theme.font(theme.small))
    for value, text in ticks:
        x, width = axes.x(value), text_width(theme, text, size=theme.small)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + theme.unit))
        if x - width / 2 < free:
            continue
        free = x + width / 2 + theme.unit
        painter.setPen(QColor(theme.soft_text))
        place = QRectF(x - width, area.bottom() + theme.unit, 2 * width, theme.small * 1.4)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawLine(area.bottomLeft(), area.bottomRight())


def paint_left_ticks(
    painter: QPainter, axes: Axes, ticks: Sequence[tuple[float, str]], theme: Theme
) -> None:
    """Hairlines across the plot, and numbers left of it; those that would touch are left out."""
    area, free = axes.area, math.inf
    painter.setFont(theme.font(theme.small))
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    for value, text in ticks:
        y = axes.y(value)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        if y > free:
            continue
        free = y - theme.small * 1.2
        painter.setPen(QColor(theme.soft_text))
        place = QRectF(area.left() - 200, y - theme.small, 200 - 1.5 * theme.unit, 2 * theme.small)
        painter.drawText(place, int(flags), text)


def _share(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return (value - low) / ((high - low) or 1.0)
