"""How a run is told from the one that it is compared with: in every curve, list and legend."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.theme import Theme

WIDTH, THIN = 1.6, 1.2
"""Of the line of the training loss and of one that joins dots, in px at 100 %."""


def run_colour(theme: Theme, *, own: bool) -> str:
    """Of the run on show, or of the compared one."""
    return theme.accent if own else theme.curves[0]


def run_pen(theme: Theme, *, own: bool, width: float = WIDTH) -> QPen:
    """The run's line is whole, that of the compared run is dashed, in another colour.

    Args:
        theme: for colour and scale.
        own: whether it is the run on show.
        width: in px at 100 %.
    """
    return _pen(run_colour(theme, own=own), theme, own=own, width=width)


def dot_colour(theme: Theme, *, own: bool) -> str:
    """Of what is measured now and then, as the validation loss."""
    return theme.text if own else theme.curves[0]


def dot_pen(theme: Theme, *, own: bool) -> QPen:
    """The line that joins dots."""
    return _pen(dot_colour(theme, own=own), theme, own=own, width=THIN)


def paint_dot(painter: QPainter, place: QPointF, theme: Theme, *, own: bool, radius: float) -> None:
    """A dot, in px at 100 %: full, of the compared run hollow."""
    colour = QColor(dot_colour(theme, own=own))
    painter.setPen(QPen(colour, theme.scale))
    painter.setBrush(colour if own else QColor(theme.panel))
    painter.drawEllipse(place, radius * theme.scale, radius * theme.scale)


def _pen(colour: str, theme: Theme, *, own: bool, width: float) -> QPen:
    pen = QPen(QColor(colour), width * theme.scale)
    pen.setCosmetic(True)
    pen.setStyle(Qt.PenStyle.SolidLine if own else Qt.PenStyle.DashLine)
    return pen
