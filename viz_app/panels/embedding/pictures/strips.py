"""The input of the model: token id, then table row + position = sum, as strips of colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray, frozen
from model.lessons.embedding import EmbeddedTokens
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme, Weight
from viz_app.panels.embedding.pictures.texts import (
    number_names,
    numbers_title,
    strip_stages,
    strip_titles,
)
from viz_app.pictures.bars import Stretch, across
from viz_app.pictures.cell_image import CellGrid, paint_cells
from viz_app.pictures.labels import text_width
from viz_app.pictures.legend import BoxStyle, bar_width, box_width, paint_bar, paint_box
from viz_app.pictures.matrix import number_cells
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.pictures.typeset import paint_typeset, typeset_width
from viz_app.texts.labels import decimal_number
from viz_app.workbench.state import Cell

# --------------------------------------------------------------------------------------- token row
# Tokens in a row, one of them in view: as many beside it as have room.


BOX = 30
"""Height of a token, in px at 100 %."""

WIDEST_TOKEN = 40
"""Of a token's box, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRowLayout:
    """Layout in the painter's px; boxes outside ``viewport`` are not visible."""

    title: QRectF
    viewport: QRectF
    boxes: tuple[QRectF, ...]

    def token_at(self, point: QPointF) -> int | None:
        if not self.viewport.contains(point):
            return None
        return next((at for at, box in enumerate(self.boxes) if box.contains(point)), None)


def layout_token_row(
    rect: QRectF, title: str, tokens: Sequence[str], theme: Theme, *, chosen: int
) -> TokenRowLayout:
    """Title and boxes; if not all fit, those around the chosen one."""
    gap = float(theme.unit)
    title_width = text_width(theme, title, size=theme.small) + 3 * theme.unit
    viewport = rect.adjusted(title_width, 0, 0, 0)
    widths = [min(box_width(token, theme), WIDEST_TOKEN * theme.unit) for token in tokens]
    ends = list(accumulate(width + gap for width in widths))
    hidden = max(0.0, (ends[-1] - gap if ends else 0.0) - viewport.width())
    middle = ends[chosen] - gap - widths[chosen] / 2 if tokens else 0.0
    offset = min(max(0.0, middle - viewport.width() / 2), hidden)
    height = min(BOX * theme.scale, rect.height())
    top = rect.center().y() - height / 2
    boxes = tuple(
        QRectF(viewport.left() + end - gap - width - offset, top, width, height)
        for end, width in zip(ends, widths, strict=True)
    )
    title_rect = QRectF(rect.left(), rect.top(), title_width, rect.height())
    return TokenRowLayout(title=title_rect, viewport=viewport, boxes=boxes)


def paint_token_row(
    painter: QPainter,
    layout: TokenRowLayout,
    title: str,
    tokens: Sequence[str],
    theme: Theme,
    *,
    chosen: int,
) -> None:
    paint_line(painter, layout.title, title, theme)
    painter.save()
    painter.setClipRect(layout.viewport.adjusted(-1, 0, 1, 0))
    for index, (box, token) in enumerate(zip(layout.boxes, tokens, strict=True)):
        if box.intersects(layout.viewport):
            here = index == chosen
            style = BoxStyle(tint=theme.accent if here else None, strong=here)
            paint_box(painter, box, token, theme, style)
    painter.restore()


# ------------------------------------------------------------------------------------------ strips


LEVEL = 4.0
"""The colours end at −4 and 4, for every model and sentence."""

TICKS = ((0.0, "≤ −4"), (0.5, "0"), (1.0, "≥ 4"))

HIGHEST, LOWEST = 72, 20
"""Of a token's row, in px at 100 %."""

WIDEST_STRIP_TOKEN = 30
"""Of a token's box, in units."""

MOST_GLOSSED = 0.14
"""Share of the width that glosses may take; a longer one is only in the tool tip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripsLayout:
    """Layout in the painter's px.

    Attributes:
        viewport: area of the rows; rows scrolled out of it are not visible.
        tokens, glosses, ids: left edge and width of the columns left of the strips.
        strips: scaled table rows, positions and sums, with ``[token, dimension]`` cells.
        bar: place of the colour bar.
    """

    viewport: QRectF
    tokens: Stretch
    glosses: Stretch
    ids: Stretch
    strips: tuple[CellGrid, ...]
    bar: QRectF

    @property
    def content(self) -> float:
        """Height of all rows in px."""
        return self.strips[0].rect.height()

    def row_rect(self, token: int) -> QRectF:
        strip = self.strips[0].cell_rect(token, 0)
        right = self.strips[-1].rect.right()
        return QRectF(self.tokens[0], strip.top(), right - self.tokens[0], strip.height())

    def token_rect(self, token: int) -> QRectF:
        row = self.row_rect(token)
        return QRectF(self.tokens[0], row.top() + 1, self.tokens[1], row.height() - 2)

    def token_at(self, point: QPointF) -> int | None:
        grid = self.strips[0]
        if not self.viewport.contains(point):
            return None
        token = int((point.y() - grid.top) // grid.cell_height)
        return token if 0 <= token < grid.rows else None

    def cell_at(self, point: QPointF) -> Cell | None:
        if not self.viewport.contains(point):
            return None
        found = (grid.cell_at(point) for grid in self.strips)
        return next((cell for cell in found if cell is not None), None)


def strips_head_height(theme: Theme) -> float:
    """Height of the titles above the strips in px."""
    return theme.small * 1.5 + theme.unit


def strip_height(room: float, tokens: int, theme: Theme) -> float:
    """Height of a row in px, as large as fits; below the minimum the rows scroll."""
    fitting = room / max(tokens, 1)
    return math.floor(min(HIGHEST * theme.scale, max(LOWEST * theme.scale, fitting)))


def layout_strips(
    rect: QRectF,
    side: EmbeddedTokens,
    theme: Theme,
    *,
    scrolled: float = 0.0,
    glosses: Sequence[str] = (),
) -> StripsLayout:
    """Fit the strips into a rectangle, ``scrolled`` px down."""
    top = rect.top() + strips_head_height(theme)
    viewport = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    height = strip_height(viewport.height(), len(side.tokens), theme)
    needed = max(box_width(token, theme) for token in side.tokens)
    token_width = min(needed, WIDEST_STRIP_TOKEN * theme.unit, 0.25 * rect.width())
    meant = (text_width(theme, gloss, size=theme.small) for gloss in glosses)
    gloss_width = max((width for width in meant if width <= MOST_GLOSSED * rect.width()), default=0)
    gloss_left = rect.left() + token_width + 2 * theme.unit
    id_left = gloss_left + gloss_width + (2 * theme.unit if gloss_width else 0)
    id_texts = ("id", *map(str, side.ids))
    id_width = max(text_width(theme, text, size=theme.small) for text in id_texts) + 1
    bar_room = bar_width(theme, TICKS)
    gap = 6.0 * theme.unit
    first = id_left + id_width + 2 * theme.unit
    count = len(strip_stages(side))
    width = (rect.right() - bar_room - 3 * theme.unit - first - (count - 1) * gap) / count
    cell = max(width, 3.0) / side.d_model

    def grid(index: int) -> CellGrid:
        return CellGrid(
            left=first + index * (max(width, 3.0) + gap),
            top=top - scrolled,
            cell_width=cell,
            cell_height=height,
            rows=len(side.tokens),
            columns=side.d_model,
        )

    bar_height = min(viewport.height(), height * len(side.tokens))
    return StripsLayout(
        viewport=viewport,
        tokens=(rect.left(), token_width),
        glosses=(gloss_left, gloss_width),
        ids=(id_left, id_width),
        strips=tuple(map(grid, range(count))),
        bar=QRectF(rect.right() - bar_room, top, bar_room, bar_height),
    )


def paint_strips(
    painter: QPainter,
    layout: StripsLayout,
    side: EmbeddedTokens,
    theme: Theme,
    *,
    chosen: int,
    glosses: Sequence[str] = (),
) -> None:
    _paint_head(painter, layout, side, theme)
    paint_bar(painter, layout.bar, diverging_lut(theme), theme, ticks=TICKS)
    painter.save()
    painter.setClipRect(layout.viewport.adjusted(-2, -1, 0, 1))
    shown = layout.strips[0].rows_in(layout.viewport)
    for grid, values in zip(layout.strips, strip_values(side), strict=True):
        _paint_strip(painter, grid, values, theme, rows=shown)
    for token in shown:
        style, row = BoxStyle(strong=token == chosen), layout.row_rect(token)
        paint_box(painter, layout.token_rect(token), side.tokens[token], theme, style)
        colour, number = theme.text if token == chosen else "", str(side.ids[token])
        paint_line(painter, across(row, layout.ids), number, theme, colour=colour, side="right")
        gloss = glosses[token] if glosses else ""
        if text_width(theme, gloss, size=theme.small) <= layout.glosses[1]:
            paint_line(painter, across(row, layout.glosses), gloss, theme)
    if chosen in shown:
        painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.scale))
        painter.drawRect(layout.row_rect(chosen).adjusted(-1, 0, 1, 0))
    painter.restore()


def strip_values(side: EmbeddedTokens) -> tuple[FloatArray, ...]:
    """Values of each strip, each ``[length, d_model]``."""
    return tuple(map(side.values, strip_stages(side)))


def _paint_head(
    painter: QPainter, layout: StripsLayout, side: EmbeddedTokens, theme: Theme
) -> None:
    line = QRectF(0, layout.viewport.top() - strips_head_height(theme), 0, theme.small * 1.5)
    last = "=" if side.summed is None else "→"  # after a norm, nothing is equal
    operators = ("", last) if side.positions is None else ("", "+", last)
    for grid, title, operator in zip(layout.strips, strip_titles(side), operators, strict=True):
        paint_typeset(painter, across(line, (grid.left, grid.rect.width())), title, theme)
        gap, ink = 6.0 * theme.unit, theme.text
        before = across(line, (grid.left - gap, gap))
        paint_line(
            painter,
            before,
            operator,
            theme,
            size=theme.body,
            colour=ink,
            weight="bold",
            side="centre",
        )
    paint_line(painter, across(line, layout.ids), "id", theme, side="right")


def _paint_strip(
    painter: QPainter, grid: CellGrid, values: FloatArray, theme: Theme, *, rows: range
) -> None:
    levels = (-LEVEL, LEVEL)
    for row in rows:
        inner = grid.part(range(row, row + 1), range(grid.columns)).lower(1)
        cells = number_cells(values[row : row + 1], diverging_lut(theme), theme, levels=levels)
        paint_cells(painter, inner, cells.codes, cells.table, peaks=False)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawRect(inner.rect)


# ----------------------------------------------------------------------------------------- numbers
# One token's numbers, dimension by dimension: the row of the table, scaled, + position = sum.


LINE_HEIGHT, LOWEST_LINE = 26, 18
"""Of a line of numbers, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersLayout:
    """Layout in the painter's px.

    Attributes:
        names: places of the names of the lines.
        grid: one cell per line and visible dimension.
        first: dimension of the first column.
    """

    names: QRectF
    grid: CellGrid
    first: int

    def dimension_at(self, point: QPointF) -> int | None:
        cell = self.grid.cell_at(point)
        return None if cell is None else self.first + cell.column

    def column_rect(self, dimension: int) -> QRectF:
        cell = self.grid.cell_rect(0, dimension - self.first)
        return QRectF(cell.left(), cell.top(), cell.width(), self.grid.rect.height())


def numbers_of(side: EmbeddedTokens, token: int) -> FloatArray:
    """Values of a token at each stage, ``[stage, d_model]``."""
    return frozen(np.stack([side.values(stage)[token] for stage in side.stages]))


def numbers_height(lines: int, theme: Theme, *, tight: bool = False) -> float:
    """Height of title, dimensions and lines in px."""
    line = (LOWEST_LINE if tight else LINE_HEIGHT) * theme.scale
    return _title_height(theme) + _head_height(theme) + lines * line


def layout_numbers(
    rect: QRectF, side: EmbeddedTokens, token: int, theme: Theme, *, dimension: int
) -> NumbersLayout:
    """As many dimensions as fit, including ``dimension``."""
    names = max(
        typeset_width(name, theme, size=theme.small, weight=_weight(line, side))
        for line, name in enumerate(number_names(side, token))
    )
    names = min(names + 3 * theme.unit, 0.4 * rect.width())
    top = rect.top() + _title_height(theme) + _head_height(theme)
    cell = text_width(theme, "−00.000", size=theme.small) + 2 * theme.unit
    count = max(1, min(side.d_model, int((rect.width() - names) / cell)))
    first = max(0, min(dimension - count // 2, side.d_model - count))
    lines = len(side.stages)
    height = (rect.bottom() - top) / lines
    return NumbersLayout(
        names=QRectF(rect.left(), top, names, rect.bottom() - top),
        grid=CellGrid(
            left=rect.left() + names,
            top=top,
            cell_width=(rect.width() - names) / count,
            cell_height=min(height, LINE_HEIGHT * theme.scale),
            rows=lines,
            columns=count,
        ),
        first=first,
    )


def paint_token_numbers(
    painter: QPainter,
    layout: NumbersLayout,
    side: EmbeddedTokens,
    theme: Theme,
    *,
    token: int,
    dimension: int,
    gloss: str = "",
) -> None:
    grid = layout.grid
    high = _title_height(theme) + _head_height(theme)
    title = QRectF(layout.names.left(), grid.top - high, 0, theme.body * 1.4)
    title.setRight(grid.rect.right())
    paint_heading(painter, title, numbers_title(side, token, gloss), theme)
    for column in range(grid.columns):
        number, cell = layout.first + column, grid.cell_rect(0, column)
        place = QRectF(
            cell.left(), cell.top() - _head_height(theme), cell.width(), theme.small * 1.3
        )
        weight: Weight = "bold" if number == dimension else "normal"
        ink = theme.text if number == dimension else ""
        paint_line(painter, place, str(number), theme, colour=ink, weight=weight, side="centre")
    for line, name in enumerate(number_names(side, token)):
        place = layout.names.adjusted(0, 0, -2 * theme.unit, 0)
        place.setTop(grid.cell_rect(line, 0).top())
        place.setHeight(grid.cell_height)
        ink = theme.text if line == grid.rows - 1 else ""
        paint_typeset(painter, place, name, theme, colour=ink, weight=_weight(line, side))
    _paint_values(painter, layout, numbers_of(side, token), theme)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(grid.rect)
    _mark(painter, layout, theme, dimension=dimension)


def _paint_values(
    painter: QPainter, layout: NumbersLayout, numbers: FloatArray, theme: Theme
) -> None:
    """Paint the visible part of ``numbers``, ``[line, dimension]``, on its colours."""
    values = numbers[:, layout.first : layout.first + layout.grid.columns]
    cells = number_cells(values, diverging_lut(theme), theme, levels=(-LEVEL, LEVEL))
    for line, column in np.ndindex(values.shape):
        place, ink = layout.grid.cell_rect(line, column), cells.ink(line, column, theme)
        painter.fillRect(place, QColor(int(cells.table[cells.codes[line, column]])))
        text = decimal_number(float(values[line, column]), 3)
        paint_line(painter, place, text, theme, colour=ink, side="centre")


def _weight(line: int, side: EmbeddedTokens) -> Weight:
    return "bold" if line == len(side.stages) - 1 else "normal"


def _mark(painter: QPainter, layout: NumbersLayout, theme: Theme, *, dimension: int) -> None:
    grid = layout.grid
    last = grid.cell_rect(grid.rows - 1, 0)
    painter.setPen(QPen(QColor(theme.text), theme.scale))
    painter.drawLine(last.topLeft(), QPointF(grid.rect.right(), last.top()))
    if layout.first <= dimension < layout.first + grid.columns:
        painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.scale))
        painter.drawRect(layout.column_rect(dimension))


def _title_height(theme: Theme) -> float:
    return theme.body * 1.4 + theme.unit


def _head_height(theme: Theme) -> float:
    return theme.small * 1.3
