"""The scale of a picture's colours beside it: its whole map with levels."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.oklab import Rgba
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.cell_image import packed, to_image
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.levels import Ticks, ticks
from viz_app.pictures.text_line import paint_line

WEIGHT_TICKS = ticks("linear")
"""Share of the bar's height, from the bottom, and what stands there."""


def bar_width(theme: Theme, ticks: Ticks = WEIGHT_TICKS) -> float:
    """Room that the bar and its ticks need, in px."""
    longest = max(text_width(theme, text, size=theme.small) for _, text in ticks)
    return theme.unit * 3 + theme.unit + longest


def paint_bar(
    painter: QPainter, rect: QRectF, lut: Rgba, theme: Theme, *, ticks: Ticks = WEIGHT_TICKS
) -> None:
    """The whole map, its last colour at the top, and those ticks right of it that have room."""
    bar = QRectF(rect.left(), rect.top(), min(theme.unit * 3, rect.width()), rect.height())
    paint_map(painter, bar, lut, theme, upright=True)
    for middle, text in tick_middles(rect, ticks, theme):
        place = QRectF(bar.right() + theme.unit, middle - 10, rect.width(), 20)
        paint_line(painter, place, text, theme, whole=True)


def paint_bar_beside(
    painter: QPainter, grid: CellGrid, lut: Rgba, theme: Theme, *, ticks: Ticks
) -> None:
    """The same right of cells, as high as they are."""
    cells = grid.rect
    place = QRectF(cells.right() + 4 * theme.unit, cells.top(), 0, cells.height())
    place.setWidth(bar_width(theme, ticks))
    paint_bar(painter, place, lut, theme, ticks=ticks)


def tick_middles(rect: QRectF, ticks: Ticks, theme: Theme) -> list[tuple[float, str]]:
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


def paint_map(
    painter: QPainter, bar: QRectF, lut: Rgba, theme: Theme, *, upright: bool = False
) -> None:
    """The colours of a map from left to right, or from the bottom up, framed."""
    colours = packed(lut[::-1, None] if upright else lut[None])  # [down, across]
    painter.drawImage(bar, to_image(colours))
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)
