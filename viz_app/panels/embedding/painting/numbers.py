"""One token's numbers, dimension by dimension: the row of the table, scaled, + position = sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray, frozen
from model.lessons.embedding.record import EmbeddedTokens
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme, Weight
from viz_app.panels.embedding.painting.strips import LEVEL
from viz_app.panels.embedding.texts.sentences import number_names, numbers_title
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.matrix_cells import number_cells
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.pictures.typeset import paint_typeset, typeset_width
from viz_app.texts.numbers import decimal_number

LINE_HEIGHT, LOWEST_LINE = 26, 18
"""Of a line of numbers, in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersLayout:
    """Places in the painter's px.

    Attributes:
        names: where the lines' names are.
        grid: a cell for each line and dimension in view.
        first: the dimension of the first column.
    """

    names: QRectF
    grid: CellGrid
    first: int

    def dimension_at(self, point: QPointF) -> int | None:
        """The dimension under a point."""
        cell = self.grid.cell_at(point)
        return None if cell is None else self.first + cell.column

    def column_rect(self, dimension: int) -> QRectF:
        """All four numbers of a dimension that is in view."""
        cell = self.grid.cell_rect(0, dimension - self.first)
        return QRectF(cell.left(), cell.top(), cell.width(), self.grid.rect.height())


def numbers_of(side: EmbeddedTokens, token: int) -> FloatArray:
    """The lines of a token, ``[stage, d_model]``."""
    return frozen(np.stack([side.values(stage)[token] for stage in side.stages]))


def numbers_height(lines: int, theme: Theme, *, tight: bool = False) -> float:
    """What the title, the dimensions and the lines need, in px."""
    line = (LOWEST_LINE if tight else LINE_HEIGHT) * theme.scale
    return _title_height(theme) + _head_height(theme) + lines * line


def layout_numbers(
    rect: QRectF, side: EmbeddedTokens, token: int, theme: Theme, *, dimension: int
) -> NumbersLayout:
    """As many dimensions as have room, ``dimension`` among them."""
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
) -> None:
    """Paint the numbers of a token; ``dimension`` is the one that is pointed out."""
    grid = layout.grid
    high = _title_height(theme) + _head_height(theme)
    title = QRectF(layout.names.left(), grid.top - high, 0, theme.body * 1.4)
    title.setRight(grid.rect.right())
    paint_heading(painter, title, numbers_title(side, token), theme)
    for column in range(grid.columns):
        _paint_dimension(painter, layout, theme, column=column, dimension=dimension)
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
    """Those in view of ``[line, dimension]``, on their colours."""
    values = numbers[:, layout.first : layout.first + layout.grid.columns]
    cells = number_cells(values, diverging_lut(theme), theme, levels=(-LEVEL, LEVEL))
    for line, column in np.ndindex(values.shape):
        place, ink = layout.grid.cell_rect(line, column), cells.ink(line, column, theme)
        painter.fillRect(place, QColor(int(cells.table[cells.codes[line, column]])))
        text = decimal_number(float(values[line, column]), 3)
        paint_line(painter, place, text, theme, colour=ink, side="centre")


def _paint_dimension(
    painter: QPainter, layout: NumbersLayout, theme: Theme, *, column: int, dimension: int
) -> None:
    number, cell = layout.first + column, layout.grid.cell_rect(0, column)
    place = QRectF(cell.left(), cell.top() - _head_height(theme), cell.width(), theme.small * 1.3)
    weight: Weight = "bold" if number == dimension else "normal"
    colour = theme.text if number == dimension else ""
    paint_line(painter, place, str(number), theme, colour=colour, weight=weight, side="centre")


def _weight(line: int, side: EmbeddedTokens) -> Weight:
    """The name of the sum stands out."""
    return "bold" if line == len(side.stages) - 1 else "normal"


def _mark(painter: QPainter, layout: NumbersLayout, theme: Theme, *, dimension: int) -> None:
    """A frame around the dimension that is pointed out, and a line over the sums."""
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
