"""The scale beside a heatmap: its whole colour map, with levels."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.design.colour_map import Rgba
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.levels import Ticks, ticks

WEIGHT_TICKS = ticks("linear")
"""Share of the bar's height, from the bottom, and what stands there."""


def bar_width(theme: Theme, ticks: Ticks = WEIGHT_TICKS) -> float:
    """Room that the bar and its ticks need, in px."""
    longest = max(text_width(theme, text, size=theme.small) for _, text in ticks)
    return theme.unit * 3 + theme.unit + longest


def paint_bar(
    painter: QPainter,
    rect: QRectF,
    lut: Rgba,
    theme: Theme,
    *,
    ticks: Ticks = WEIGHT_TICKS,
) -> None:
    """The whole map, its last colour at the top, and those ticks right of it that have room."""
    bar = QRectF(rect.left(), rect.top(), min(theme.unit * 3, rect.width()), rect.height())
    colours = lut[::-1].copy()
    image = QImage(colours.data, 1, len(colours), 4, QImage.Format.Format_RGBA8888)
    painter.drawImage(bar, image)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    for middle, text in tick_places(rect, ticks, theme):
        place = QRectF(bar.right() + theme.unit, middle - 10, rect.width(), 20)
        painter.drawText(place, int(flags), text)


def tick_places(rect: QRectF, ticks: Ticks, theme: Theme) -> list[tuple[float, str]]:
    """The middles of the ticks' texts, in px: both ends, then what does not touch the others."""
    line = theme.small * TIGHT
    inside = line * 0.35
    ends_first = sorted(ticks, key=lambda tick: (-abs(tick[0] - 0.5), -tick[0]))
    placed: list[tuple[float, str]] = []
    for share, text in ends_first:
        middle = rect.bottom() - share * rect.height()
        middle = min(max(middle, rect.top() + inside), rect.bottom() - inside)
        if all(abs(middle - other) >= line for other, _ in placed):
            placed.append((middle, text))
    return placed
