"""Text in its place: one line, elided where it has too little room, or several that part no token.

``</s>`` must not become ``</`` and ``s>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.theme import Theme, Weight
from viz_app.pictures.labels import elided
from viz_app.texts.visible_token import settled

TextSide = Literal["left", "centre", "right"]

WORD_JOINER = "\u2060"
"""Invisible and of zero width; prevents a line break."""

FILLED = 0.85
"""How full lines are that are broken between words."""

_AFTER_SLASH = re.compile(r"/(?=\w)")

_FLAGS = {
    side: int(aligned | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip)
    for side, aligned in (
        ("left", Qt.AlignmentFlag.AlignLeft),
        ("centre", Qt.AlignmentFlag.AlignHCenter),
        ("right", Qt.AlignmentFlag.AlignRight),
    )
}


def paint_line(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    size: int = 0,
    colour: str = "",
    weight: Weight = "normal",
    side: TextSide = "left",
    high: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter,
    whole: bool = False,
) -> None:
    """Paint a text, small and soft by default, vertically centred; ``whole``: never elided."""
    if not text:
        return
    size = size or theme.small
    painter.save()
    painter.setFont(theme.font(size, weight))
    painter.setPen(QColor(colour or theme.soft_text))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    flags = _FLAGS[side] | high.value
    if not whole:
        text = elided(theme, text, size=size, width=rect.width(), weight=weight)
    painter.drawText(rect, flags, settled(text))
    painter.restore()


def paint_heading(
    painter: QPainter, rect: QRectF, text: str, theme: Theme, *, size: int = 0, at_top: bool = False
) -> None:
    high = Qt.AlignmentFlag.AlignTop if at_top else Qt.AlignmentFlag.AlignVCenter
    size, ink = size or theme.body, theme.text
    paint_line(painter, rect, text, theme, size=size, colour=ink, weight="bold", high=high)


def paint_lines(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    *,
    weight: Weight = "normal",
    lines: float = 0.0,
    high: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignBottom,
) -> None:
    """Paint a text in several lines, elided to ``lines`` of them; 0 = as many as needed."""
    if lines:
        room = rect.width() * (FILLED * lines if lines > 1 else 1.0)
        text = elided(theme, text, size=theme.body, width=room, weight=weight)
    painter.setFont(theme.font(theme.body, weight))
    painter.setPen(QColor(theme.text))
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | high
    painter.drawText(rect, int(flags), unparted(text))


def flowed(widths: Iterable[float], line: QRectF, *, gap: float, step: float) -> tuple[QRectF, ...]:
    """Places side by side, wrapped ``step`` px below at the end of the first line."""
    places: list[QRectF] = []
    place = QRectF(line.left(), line.top(), 0, line.height())
    for width in widths:
        wide = min(width, line.width())
        if place.left() + wide > line.right() and place.left() > line.left():
            place.moveTo(line.left(), place.top() + step)
        places.append(QRectF(place.left(), place.top(), wide, line.height()))
        place.translate(wide + gap, 0)
    return tuple(places)


def unparted(text: str) -> str:
    return _AFTER_SLASH.sub("/" + WORD_JOINER, text)
