"""The legend of strokes: a short line in each head's colour and dashes, with the head's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.head_colours import Stroke
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.text_line import flowed, paint_line

SAMPLE = 5
"""Length of a stroke's sample, in units."""

WIDTH = 2.5
"""Of a stroke's sample, in px at 100 %."""


@dataclass(frozen=True, slots=True)
class LegendItem:
    """A name in its place, in px."""

    text: str
    rect: QRectF


def layout_legend(
    names: Sequence[str], place: QPointF, width: float, theme: Theme
) -> tuple[LegendItem, ...]:
    """Names from ``place`` (left top) on, in as many lines as ``width`` px make them need."""
    line, sample = theme.small * 1.6, (SAMPLE + 1.5) * theme.unit
    widths = [sample + text_width(theme, name, size=theme.small) + 1 for name in names]
    places = flowed(
        widths, QRectF(place.x(), place.y(), width, line), gap=4 * theme.unit, step=line
    )
    return tuple(LegendItem(name, rect) for name, rect in zip(names, places, strict=True))


def paint_strokes(
    painter: QPainter, items: Sequence[LegendItem], strokes: Sequence[Stroke], theme: Theme
) -> None:
    """Paint the samples with their names."""
    for item, stroke in zip(items, strokes, strict=True):
        middle, left = item.rect.center().y(), item.rect.left()
        painter.setPen(stroke_pen(stroke, theme))
        painter.drawLine(QLineF(left, middle, left + SAMPLE * theme.unit, middle))
        place = item.rect.adjusted((SAMPLE + 1.5) * theme.unit, 0, 0, 0)
        paint_line(painter, place, item.text, theme, whole=True)


def stroke_pen(stroke: Stroke, theme: Theme) -> QPen:
    """A pen for a sample of a stroke."""
    width = WIDTH * theme.scale
    pen = QPen(QColor(stroke.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if stroke.dashes:
        pen.setDashPattern([length * theme.scale / width for length in stroke.dashes])
    return pen
