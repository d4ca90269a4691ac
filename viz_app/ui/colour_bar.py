"""The scale beside a heatmap, and the legend of cells without a weight under it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.ui.axis_labels import text_width
from viz_app.ui.cell_image import paint_hatching
from viz_app.ui.colour_map import Rgba
from viz_app.ui.grid import CellGrid
from viz_app.ui.theme import Theme

WEIGHT_TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))
"""Share of the bar's height, from the bottom, and what stands there."""


def bar_width(theme: Theme, ticks: Sequence[tuple[float, str]] = WEIGHT_TICKS) -> float:
    """Room that the bar and its ticks need, in px."""
    longest = max(text_width(theme, theme.small, text) for _, text in ticks)
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
    for share, text in ticks:
        middle = min(max(bar.bottom() - share * bar.height(), rect.top() + 5), rect.bottom() - 5)
        place = QRectF(bar.right() + theme.unit, middle - 10, rect.width(), 20)
        painter.drawText(place, int(_LEFT_MIDDLE), text)


def paint_legend(
    painter: QPainter, place: QPointF, entries: Sequence[tuple[str, str]], theme: Theme
) -> None:
    """Swatches with words, from ``place`` (left top) on. Entries: ``("masked" | "blank", words)``."""
    side = float(theme.small)
    left = place.x()
    painter.setFont(theme.font(theme.small))
    for swatch, words in entries:
        paint_swatch(painter, QRectF(left, place.y(), side, side), swatch, theme)
        left += side + theme.unit * 2
        width = text_width(theme, theme.small, words) + 2
        painter.setPen(QColor(theme.soft_text))
        painter.drawText(QRectF(left, place.y() - 4, width, side + 8), int(_LEFT_MIDDLE), words)
        left += width + theme.unit * 5


def paint_swatch(painter: QPainter, rect: QRectF, swatch: str, theme: Theme) -> None:
    """One cell as it looks when masked, else one that is not there yet."""
    masked = swatch == "masked"
    pen = QPen(QColor(theme.masked_line), 1, Qt.PenStyle.SolidLine if masked else _DOTS)
    painter.setPen(pen)
    painter.setBrush(QColor(theme.masked) if masked else QColor(theme.panel))
    painter.drawRect(rect)
    if masked:
        grid = CellGrid(
            left=rect.left(),
            top=rect.top(),
            cell_width=rect.width(),
            cell_height=rect.height(),
            rows=1,
            columns=1,
        )
        paint_masked(painter, grid, [[True]], theme)


def paint_masked(painter: QPainter, grid: CellGrid, hidden: object, theme: Theme) -> None:
    """The hatching of masked cells; their ground is in the image already."""
    paint_hatching(painter, grid, hidden, colour=theme.masked_line, gap=theme.unit * 1.5)


_LEFT_MIDDLE = (
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
)
_DOTS = Qt.PenStyle.DotLine
