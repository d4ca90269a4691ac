"""The scale beside a heatmap: its whole colour map, with levels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.ui.design.colour_map import Rgba
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import text_width

WEIGHT_TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))
"""Share of the bar's height, from the bottom, and what stands there."""


def bar_width(theme: Theme, ticks: Sequence[tuple[float, str]] = WEIGHT_TICKS) -> float:
    """Room that the bar and its ticks need, in px."""
    longest = max(text_width(theme, text, size=theme.small) for _, text in ticks)
    return theme.unit * 3 + theme.unit + longest


def paint_bar(
    painter: QPainter,
    rect: QRectF,
    lut: Rgba,
    theme: Theme,
    *,
    ticks: Sequence[tuple[float, str]] = WEIGHT_TICKS,
) -> None:
    """The whole map, its last colour at the top, and ticks right of it."""
    bar = QRectF(rect.left(), rect.top(), theme.unit * 3, rect.height())
    colours = lut[::-1].copy()
    image = QImage(colours.data, 1, len(colours), 4, QImage.Format.Format_RGBA8888)
    painter.drawImage(bar, image)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    for share, text in ticks:
        middle = min(max(bar.bottom() - share * bar.height(), rect.top() + 5), rect.bottom() - 5)
        place = QRectF(bar.right() + theme.unit, middle - 10, rect.width(), 20)
        painter.drawText(place, int(flags), text)
