"""One line of text in its place, elided where it has too little room."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, Weight
from viz_app.pictures.axis_labels import elided
from viz_app.texts.message_text import isolated

Side = Literal["left", "centre", "right"]

_FLAGS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "centre": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


def paint_line(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    size: int,
    colour: str,
    weight: Weight = "normal",
    side: Side = "left",
) -> None:
    """Paint a text in the middle of a place's height; it cannot turn to its other side."""
    painter.save()
    painter.setFont(theme.font(size, weight))
    painter.setPen(QColor(colour))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    flags = _FLAGS[side] | Qt.AlignmentFlag.AlignVCenter
    flags |= Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
    shown = elided(theme, text, size=size, width=rect.width(), weight=weight)
    painter.drawText(rect, int(flags), isolated(shown))
    painter.restore()
