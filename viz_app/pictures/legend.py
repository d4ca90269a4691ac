"""Colour bars, legends of cells without a weight, and boxes of tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray, DoubleArray
from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme, faded, mixed
from viz_app.pictures.cell_image import CellGrid, Ticks, packed, ticks, to_image
from viz_app.pictures.labels import TIGHT, text_width
from viz_app.pictures.typeset import paint_line
from viz_app.texts.sentences import Swatch
from viz_app.texts.visible_token import visible

# -------------------------------------------------------------------------------------- colour bar
# The scale of a picture's colours beside it: its whole map with levels.


WEIGHT_TICKS = ticks("linear")
"""Share of the bar's height, from the bottom, and what stands there."""


def bar_width(theme: Theme, ticks: Ticks = WEIGHT_TICKS) -> float:
    longest = max(text_width(theme, text, size=theme.small) for _, text in ticks)
    return theme.unit * 3 + theme.unit + longest


def paint_bar(
    painter: QPainter, rect: QRectF, lut: Rgba, theme: Theme, *, ticks: Ticks = WEIGHT_TICKS
) -> None:
    bar = QRectF(rect.left(), rect.top(), min(theme.unit * 3, rect.width()), rect.height())
    paint_map(painter, bar, lut, theme, upright=True)
    for middle, text in tick_middles(rect, ticks, theme):
        place = QRectF(bar.right() + theme.unit, middle - 10, rect.width(), 20)
        paint_line(painter, place, text, theme, whole=True)


def paint_bar_beside(
    painter: QPainter, grid: CellGrid, lut: Rgba, theme: Theme, *, ticks: Ticks
) -> None:
    cells = grid.rect
    place = QRectF(cells.right() + 4 * theme.unit, cells.top(), 0, cells.height())
    place.setWidth(bar_width(theme, ticks))
    paint_bar(painter, place, lut, theme, ticks=ticks)


def tick_middles(rect: QRectF, ticks: Ticks, theme: Theme) -> list[tuple[float, str]]:
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
    colours = packed(lut[::-1, None] if upright else lut[None])  # [down, across]
    painter.drawImage(bar, to_image(colours))
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)


# ------------------------------------------------------------------------------------------ legend


LegendEntry = tuple[Swatch, str]


def paint_legend(
    painter: QPainter, place: QPointF, entries: Sequence[LegendEntry], theme: Theme
) -> None:
    side = float(theme.small)
    left = place.x()
    for swatch, words in entries:
        paint_swatch(painter, QRectF(left, place.y(), side, side), swatch, theme)
        left += side + theme.unit * 2
        width = text_width(theme, words, size=theme.small) + 2
        paint_line(painter, QRectF(left, place.y() - 4, width, side + 8), words, theme, whole=True)
        left += width + theme.unit * 5


def legend_width(entries: Sequence[LegendEntry], theme: Theme) -> float:
    words = sum(text_width(theme, words, size=theme.small) + 2 for _, words in entries)
    return words + len(entries) * (theme.small + theme.unit * 7) - theme.unit * 5


def fitting(entries: Sequence[LegendEntry], width: float, theme: Theme) -> Sequence[LegendEntry]:
    while entries and legend_width(entries, theme) > width:
        entries = entries[:-1]
    return entries


def paint_swatch(painter: QPainter, rect: QRectF, swatch: Swatch, theme: Theme) -> None:
    style = Qt.PenStyle.DotLine if swatch == "blank" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(theme.masked_line), 1, style))
    grounds = {"masked": theme.masked, "covered": faded(theme)}
    painter.setBrush(QColor(grounds.get(swatch, theme.panel)))
    painter.drawRect(rect)
    if swatch == "masked":
        paint_hatched(painter, rect, theme)
    elif swatch == "allowed":
        _paint_dot(painter, rect, theme)


def paint_hatched(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    grid = CellGrid(
        left=rect.left(),
        top=rect.top(),
        cell_width=rect.width(),
        cell_height=rect.height(),
        rows=1,
        columns=1,
    )
    paint_masked(painter, grid, np.ones((1, 1), dtype=np.bool_), theme)


def paint_masked(painter: QPainter, grid: CellGrid, hidden: BoolArray, theme: Theme) -> None:
    """Hatch masked cells ``[row, column]``; their ground is already in the image."""
    if not hidden.any():
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(theme.masked_line), 1.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLines(hatching(grid, hidden, gap=theme.unit * 1.5))
    painter.restore()


REPLACED_GAPS, LARGE = (2.0, 3.5), 40.0
"""Distances of the lines over a replaced head, in a small place and one of this side or more; in
units of spacing."""


def paint_replaced(painter: QPainter, area: QRectF, theme: Theme, *, opacity: float = 1.0) -> None:
    """Thin lines over what is not a head's own, across those of masked cells."""
    inner = area.adjusted(1, 1, -1, -1)
    if inner.isEmpty():
        return
    is_large = min(inner.width(), inner.height()) >= LARGE * theme.unit
    gap = REPLACED_GAPS[is_large] * theme.unit
    first = math.ceil((inner.left() - inner.bottom()) / gap)
    last = math.floor((inner.right() - inner.top()) / gap)
    lines = [
        QLineF(left, left - across, right, right - across)
        for across in (gap * number for number in range(first, last + 1))
        for left in [max(inner.left(), inner.top() + across)]
        for right in [min(inner.right(), inner.bottom() + across)]
    ]
    painter.save()
    painter.setOpacity(opacity)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    # The light line beside the dark one keeps it visible on any colour.
    for colour, width in ((theme.panel, 2.2), (theme.soft_text, 1.0)):
        pen = QPen(QColor(colour), width * theme.scale)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLines(lines)
    painter.restore()


def hatching(grid: CellGrid, hidden: BoolArray, *, gap: float) -> list[QLineF]:
    """The segments of the lines x + y = n · gap inside the set cells."""
    # Adjacent cells share segments, so many small cells need few lines.
    area = grid.rect
    first = np.ceil((area.left() + area.top()) / gap)
    sums = gap * np.arange(first, (area.right() + area.bottom()) / gap)  # [line]
    crossings = _crossings(grid, sums)  # [line, edge]
    middles = (crossings[:, 1:] + crossings[:, :-1]) / 2
    columns = np.floor((middles - grid.left) / grid.cell_width).astype(np.intp)
    rows = np.floor((sums[:, None] - middles - grid.top) / grid.cell_height).astype(np.intp)
    inside = (columns >= 0) & (columns < grid.columns) & (rows >= 0) & (rows < grid.rows)
    inked = np.zeros((len(sums), middles.shape[1] + 2), dtype=np.int8)
    inked[:, 1:-1][inside] = hidden[rows[inside], columns[inside]]
    steps = np.diff(inked, axis=1)
    lines, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    left, right, total = crossings[lines, starts], crossings[lines, ends], sums[lines]
    return [
        QLineF(x, y, to_x, to_y)
        for x, y, to_x, to_y in np.stack([left, total - left, right, total - right], 1).tolist()
    ]


def _paint_dot(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.soft_text))
    painter.drawEllipse(rect.center(), rect.width() * 0.2, rect.width() * 0.2)
    painter.restore()


def _crossings(grid: CellGrid, sums: DoubleArray) -> DoubleArray:
    across = grid.left + grid.cell_width * np.arange(grid.columns + 1)
    down = grid.top + grid.cell_height * np.arange(grid.rows + 1)
    both = np.concatenate(
        [np.broadcast_to(across, (len(sums), len(across))), sums[:, None] - down], axis=1
    )
    return np.sort(both, axis=1)


# --------------------------------------------------------------------------------------- token box
# A token in a box of its own: where tokens are counted or looked up one by one.


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxStyle:
    """Style of a token's box.

    Attributes:
        tint: colour of its ground and edge, or None for a plain one.
        bold: of the text.
        strong: bold too, with a thicker edge.
        hatched: nothing that counts.
        size: of the text in px; None is the theme's body size.
    """

    tint: str | None = None
    bold: bool = False
    strong: bool = False
    hatched: bool = False
    size: int | None = None


PLAIN = BoxStyle()


def box_width(token: str, theme: Theme, *, size: int | None = None) -> float:
    text = text_width(theme, visible(token), size=size or theme.body, weight="bold")
    return max(text + 3 * theme.unit, 7.0 * theme.unit)


def paint_box(
    painter: QPainter, rect: QRectF, token: str, theme: Theme, style: BoxStyle = PLAIN
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_ground(style, theme)))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    if style.hatched:
        paint_hatched(painter, rect, theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_edge(style, theme))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    painter.restore()
    soft = style.hatched or token in SPECIAL_TOKENS
    paint_line(
        painter,
        rect.adjusted(theme.unit, 0, -theme.unit, 0),
        visible(token),
        theme,
        size=style.size or theme.body,
        colour=theme.soft_text if soft else theme.text,
        weight="bold" if style.strong or style.bold else "normal",
        side="centre",
    )


def _ground(style: BoxStyle, theme: Theme) -> str:
    if style.hatched:
        return theme.masked
    return mixed(theme.panel, style.tint, share=0.16) if style.tint else theme.panel


def _edge(style: BoxStyle, theme: Theme) -> QPen:
    if style.hatched:
        return QPen(QColor(theme.masked_line), theme.scale)
    colour = style.tint or (theme.accent if style.strong else theme.line)
    return QPen(QColor(colour), (1.6 if style.strong else 1.0) * theme.scale)
