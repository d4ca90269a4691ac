"""The scale of a picture's colours: its whole map with levels, beside it or as one low line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from viz_app.design.colour_map import Rgba, diverging_lut, lut_for
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.pictures.levels import Ticks, signed_ticks, ticks
from viz_app.pictures.text_line import paint_line
from viz_app.texts.sentences import Swatch
from viz_app.workbench.snapshots.pictures import FocusSnapshot

WEIGHT_TICKS = ticks("linear")
"""Share of the bar's height, from the bottom, and what stands there."""

LONGEST = 200
"""Of a map that is one low line, in px at 100 %."""


def picture_lut(focus: FocusSnapshot, theme: Theme) -> Rgba:
    """The map of a head's weights, or of a difference."""
    if focus.compared is not None:
        return diverging_lut(theme)
    return lut_for(theme, focus.kind, focus.colour_map)


def picture_ticks(focus: FocusSnapshot) -> Ticks:
    """What stands beside it."""
    return signed_ticks(focus.scale) if focus.compared is not None else ticks(focus.scale)


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


def paint_flat_bar(
    painter: QPainter,
    rect: QRectF,
    focus: FocusSnapshot,
    theme: Theme,
    *,
    entries: Sequence[tuple[Swatch, str]] = (),
) -> None:
    """The picture's whole map at the left of ``rect``, levels below it, the legend right of it."""
    length = min(LONGEST * theme.scale, rect.width())
    bar = QRectF(rect.left(), rect.top(), length, 2.0 * theme.unit)
    paint_map(painter, bar, picture_lut(focus, theme), theme)
    for left, text in tick_lefts(bar, picture_ticks(focus), theme):
        place = QRectF(left, bar.bottom() + 1, length, theme.small * 1.3)
        paint_line(painter, place, text, theme, high=Qt.AlignmentFlag.AlignTop, whole=True)
    start = bar.right() + 6 * theme.unit
    if entries and start + legend_width(entries, theme) <= rect.right():
        paint_legend(painter, QPointF(start, bar.top() - theme.unit / 2), entries, theme)


def tick_lefts(bar: QRectF, marks: Ticks, theme: Theme) -> list[tuple[float, str]]:
    """Left edges of the levels' texts, in px: both ends, then what does not touch the others."""
    ends_first = sorted(marks, key=lambda mark: (-abs(mark[0] - 0.5), mark[0]))
    placed: list[tuple[float, float, str]] = []
    for share, text in ends_first:
        width = text_width(theme, text, size=theme.small)
        left = bar.left() + share * bar.width() - width / 2
        left = min(max(left, bar.left()), bar.right() - width)
        apart = 2 * theme.unit
        if all(left > end + apart or left + width < start - apart for start, end, _ in placed):
            placed.append((left, left + width, text))
    return [(left, text) for left, _, text in placed]


def paint_map(
    painter: QPainter, bar: QRectF, lut: Rgba, theme: Theme, *, upright: bool = False
) -> None:
    """The colours of a map from left to right, or from the bottom up, framed."""
    colours = np.ascontiguousarray(lut[::-1, None] if upright else lut[None])  # [down, across, 4]
    down, across, _ = colours.shape
    image = QImage(colours.data, across, down, 4 * across, QImage.Format.Format_RGBA8888)
    painter.drawImage(bar, image)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)
