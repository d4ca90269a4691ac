"""Colours and strokes that distinguish a run from the compared run."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.theme import Theme
from viz_app.pictures.plot import LineStyle, line_pen

WIDTH, THIN = 1.6, 1.2
"""Of the line of the training loss and of one that joins dots, in px at 100 %."""


def run_colour(theme: Theme, *, own: bool) -> str:
    return theme.accent if own else theme.curves[0]


def run_style(*, own: bool) -> LineStyle:
    """Solid for the shown run, dashed for the compared run."""
    return "solid" if own else "dashed"


def run_pen(theme: Theme, *, own: bool) -> QPen:
    return line_pen(theme, run_colour(theme, own=own), width=WIDTH, style=run_style(own=own))


def dot_colour(theme: Theme, *, own: bool) -> str:
    """Colour of values measured less often, such as the validation loss."""
    return theme.text if own else theme.curves[0]


def dot_pen(theme: Theme, *, own: bool) -> QPen:
    return line_pen(theme, dot_colour(theme, own=own), width=THIN, style=run_style(own=own))


def paint_dot(painter: QPainter, place: QPointF, theme: Theme, *, own: bool, radius: float) -> None:
    """A dot of ``radius`` px at 100 %; hollow for the compared run."""
    colour = QColor(dot_colour(theme, own=own))
    painter.setPen(QPen(colour, theme.scale))
    painter.setBrush(colour if own else QColor(theme.panel))
    painter.drawEllipse(place, radius * theme.scale, radius * theme.scale)
