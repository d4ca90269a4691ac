"""What the curves of a time-lapse are called beside it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme
from viz_app.panels.training.replay.snapshot import ReplaySnapshot
from viz_app.panels.training.replay.texts.replay import curve_names
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.run_lines import paint_dot, run_pen

DOT = 1.8
"""Radius of a validation loss, in px at 100 %."""

MARK, GAP = 5, 3
"""Units that a mark before a name has, and that lie between a name and the next mark."""


def legend_width(snapshot: ReplaySnapshot, theme: Theme) -> float:
    """Of all marks and names, in px."""
    names = curve_names(snapshot)
    words = sum(text_width(theme, name, size=theme.small) for name in names)
    return words + (len(names) * (MARK + 1) + (len(names) - 1) * GAP) * theme.unit


def paint_legend(painter: QPainter, place: QPointF, snapshot: ReplaySnapshot, theme: Theme) -> None:
    """From the middle of the left edge on."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(theme.font(theme.small))
    x, y = place.x(), place.y()
    for index, name in enumerate(curve_names(snapshot)):
        end = x + MARK * theme.unit
        if index == 1:
            paint_dot(painter, QPointF((x + end) / 2, y), theme, own=True, radius=DOT)
        else:
            painter.setPen(run_pen(theme, own=index == 0))
            painter.drawLine(QPointF(x, y), QPointF(end, y))
        width = text_width(theme, name, size=theme.small)
        rect = QRectF(end + theme.unit, y - theme.small, width, 2 * theme.small)
        painter.setPen(QColor(theme.soft_text))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        painter.drawText(rect, int(flags), name)
        x = end + (1 + GAP) * theme.unit + width
    painter.restore()
