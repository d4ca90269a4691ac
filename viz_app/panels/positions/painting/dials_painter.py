"""Pairs of dimensions as clock hands: where PE(pos) points, and where a rotation turns it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.traces.trace import FloatArray
from viz_app.design.theme import Theme, Weight
from viz_app.pictures.text_line import paint_line
from viz_app.texts.numbers import MINUS, decimal_number

SMALLEST = 88
"""Least width of a dial with its words, in px at 100 %."""

LINES, LINE, ANGLE = 4, 1.35, 1
"""Below a dial: its name, its angle, two rows of its block; height of a line in text sizes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """One pair; a vector is (sine, cosine).

    Attributes:
        name, angle_text: what stands below it.
        block: what turns it, ``[2, 2]``.
        before: PE(pos), ``[2]``.
        turned: the block times that, ``[2]``.
        after: PE(pos + k) in the table, ``[2]``.
        reach: the length that the dial's radius stands for.
    """

    name: str
    angle_text: str
    block: FloatArray = field(compare=False, repr=False)
    before: FloatArray = field(compare=False, repr=False)
    turned: FloatArray = field(compare=False, repr=False)
    after: FloatArray = field(compare=False, repr=False)
    reach: float = 1.0


def those_with_room(count: int, width: float, theme: Theme) -> list[int]:
    """Indices of dials that have room side by side: all, or some that lie evenly apart."""
    room = max(1, int(width // (SMALLEST * theme.scale)))
    if count <= room:
        return list(range(count))
    return [round(place * (count - 1) / max(room - 1, 1)) for place in range(room)]


def paint_dials(
    painter: QPainter, rect: QRectF, dials: tuple[Dial, ...], theme: Theme
) -> tuple[QRectF, ...]:
    """Paint them side by side; where each of them is."""
    width = rect.width() / max(len(dials), 1)
    places = tuple(
        QRectF(rect.left() + index * width, rect.top(), width, rect.height())
        for index in range(len(dials))
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for dial, place in zip(dials, places, strict=True):
        _paint_dial(painter, place, dial, theme)
    painter.restore()
    return places


def _paint_dial(painter: QPainter, place: QRectF, dial: Dial, theme: Theme) -> None:
    words = theme.small * LINE * LINES + theme.unit
    side = max(min(place.width() - 4 * theme.unit, place.height() - words - theme.unit), 8.0)
    circle = QRectF(place.center().x() - side / 2, place.top(), side, side)
    painter.setPen(QPen(QColor(theme.line), 1.5 * theme.scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(circle)
    tips = [_tip(circle, vector, dial.reach) for vector in (dial.before, dial.turned, dial.after)]
    before, turned, after = tips
    _paint_hand(painter, circle.center(), before, QPen(QColor(theme.soft_text), 2 * theme.scale))
    _paint_hand(painter, circle.center(), turned, QPen(QColor(theme.accent), 2.4 * theme.scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.text), 1.6 * theme.scale))
    painter.drawEllipse(after, 4 * theme.scale, 4 * theme.scale)
    below = QRectF(place.left(), circle.bottom() + theme.unit, place.width(), words)
    _paint_words(painter, below, dial, theme)


def _tip(circle: QRectF, vector: FloatArray, reach: float) -> QPointF:
    """Sines upwards, cosines to the right: angles grow against the clock."""
    sine, cosine = (float(value) / reach * circle.width() / 2 for value in vector)
    return circle.center() + QPointF(cosine, -sine)


def _paint_hand(painter: QPainter, middle: QPointF, tip: QPointF, pen: QPen) -> None:
    painter.setPen(pen)
    painter.drawLine(middle, tip)
    along = tip - middle
    length = math.hypot(along.x(), along.y())
    if length < 1e-6:
        return
    ahead = along / length * min(3.2 * pen.widthF(), length)
    across = QPointF(-ahead.y(), ahead.x()) * 0.5
    painter.setBrush(pen.color())
    painter.drawPolygon(QPolygonF([tip, tip - ahead + across, tip - ahead - across]))


def _paint_words(painter: QPainter, place: QRectF, dial: Dial, theme: Theme) -> None:
    (a, b), (c, d) = dial.block.tolist()
    height = theme.small * LINE
    lines = (dial.name, dial.angle_text, _row(a, b), _row(c, d))
    for number, text in enumerate(lines):
        weight: Weight = "normal" if number else "bold"
        line = QRectF(place.left(), place.top() + number * height, place.width(), height)
        colour = "" if number == ANGLE else theme.text
        paint_line(painter, line, text, theme, colour=colour, weight=weight, side="centre")


def _row(left: float, right: float) -> str:
    """A row of a block, both numbers equally wide: ``−0.84  0.54``."""
    return f"{_signed(left)}  {_signed(right)}"


def _signed(value: float) -> str:
    text = decimal_number(value)
    return text if text.startswith(MINUS) else f"\u2007{text}"
