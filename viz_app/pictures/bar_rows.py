"""Rows of names, numbers and bars under each other: columns that all rows share."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.text_line import paint_line

Stretch = tuple[float, float]
"""Left edge and width of a column, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarRows:
    """Places in the painter's px.

    Attributes:
        head: the line above the rows.
        top, row_height, count: of the rows.
        left, right: where they begin and end.
    """

    head: QRectF
    top: float
    row_height: float
    count: int
    left: float
    right: float

    def row_rect(self, row: int) -> QRectF:
        """A whole row."""
        top = self.top + row * self.row_height
        return QRectF(self.left, top, self.right - self.left, self.row_height)

    def row_at(self, point: QPointF) -> int | None:
        """The row under a point."""
        return next((row for row in range(self.count) if self.row_rect(row).contains(point)), None)


def across(row: QRectF, column: Stretch) -> QRectF:
    """What a row has in a column."""
    return QRectF(column[0], row.top(), column[1], row.height())


def paint_round_bar(painter: QPainter, bar: QRectF, colour: str) -> None:
    """A bar with round corners."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(bar, 2, 2)


def paint_bar_with_number(
    painter: QPainter, bar: QRectF, number: str, theme: Theme, *, colour: str
) -> None:
    """A bar in a row as high as ``bar``, and what it comes to right of it."""
    inset = 0.2 * bar.height()
    paint_round_bar(painter, bar.adjusted(0, inset, 0, -inset), colour)
    place = across(bar, (bar.right() + 1.5 * theme.unit, 20.0 * theme.unit))
    paint_line(painter, place, number, theme)
