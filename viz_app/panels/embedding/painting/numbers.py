"""One token's numbers, dimension by dimension: the row of the table, scaled, + position = sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray, frozen
from model.lessons.embedding.record import EmbeddedTokens
from viz_app.design.colour_map import Rgba, diverging_lut, readable_on, to_rgba
from viz_app.design.theme import Theme, Weight
from viz_app.panels.embedding.painting.strips import LEVEL
from viz_app.panels.embedding.texts.sentences import number_names, numbers_title
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.text_line import paint_line
from viz_app.texts.numbers import decimal_number

LINES = 4
"""Row of the table, scaled, position, sum."""

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
    """The four lines of a token, ``[4, d_model]``."""
    return frozen(
        np.stack(
            [side.rows[token], side.scaled[token], side.positions[token], side.embedded[token]]
        )
    )


def numbers_height(theme: Theme, *, tight: bool = False) -> float:
    """What the title, the dimensions and the four lines need, in px."""
    line = (LOWEST_LINE if tight else LINE_HEIGHT) * theme.scale
    return _title_height(theme) + _head_height(theme) + LINES * line


def layout_numbers(
    rect: QRectF, side: EmbeddedTokens, token: int, theme: Theme, *, dimension: int
) -> NumbersLayout:
    """As many dimensions as have room, ``dimension`` among them."""
    names = max(
        text_width(theme, name, size=theme.small, weight=_weight(line))
        for line, name in enumerate(number_names(side, token))
    )
    names = min(names + 3 * theme.unit, 0.4 * rect.width())
    top = rect.top() + _title_height(theme) + _head_height(theme)
    cell = text_width(theme, "−00.000", size=theme.small) + 2 * theme.unit
    count = max(1, min(side.d_model, int((rect.width() - names) / cell)))
    first = max(0, min(dimension - count // 2, side.d_model - count))
    height = (rect.bottom() - top) / LINES
    return NumbersLayout(
        names=QRectF(rect.left(), top, names, rect.bottom() - top),
        grid=CellGrid(
            left=rect.left() + names,
            top=top,
            cell_width=(rect.width() - names) / count,
            cell_height=min(height, LINE_HEIGHT * theme.scale),
            rows=LINES,
            columns=count,
        ),
        first=first,
    )


def paint_numbers(
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
    title = QRectF(
        layout.names.left(),
        layout.names.top() - _title_height(theme) - _head_height(theme),
        grid.rect.right() - layout.names.left(),
        theme.body * 1.4,
    )
    text = numbers_title(side, token)
    paint_line(painter, title, text, theme, size=theme.body, colour=theme.text, weight="bold")
    for column in range(grid.columns):
        _paint_dimension(painter, layout, theme, column=column, dimension=dimension)
    values = numbers_of(side, token)[:, layout.first : layout.first + grid.columns]
    colours = to_rgba((values + LEVEL) / (2 * LEVEL), lut=diverging_lut(theme))
    for line, name in enumerate(number_names(side, token)):
        _paint_name(painter, layout, theme, line=line, name=name)
        for column in range(grid.columns):
            _paint_number(
                painter,
                grid.cell_rect(line, column),
                float(values[line, column]),
                colours[line, column],
                theme,
            )
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(grid.rect)
    _mark(painter, layout, theme, dimension=dimension)


def _paint_dimension(
    painter: QPainter, layout: NumbersLayout, theme: Theme, *, column: int, dimension: int
) -> None:
    number = layout.first + column
    cell = layout.grid.cell_rect(0, column)
    place = QRectF(cell.left(), cell.top() - _head_height(theme), cell.width(), theme.small * 1.3)
    here = number == dimension
    paint_line(
        painter,
        place,
        str(number),
        theme,
        size=theme.small,
        colour=theme.text if here else theme.soft_text,
        weight="bold" if here else "normal",
        side="centre",
    )


def _paint_name(
    painter: QPainter, layout: NumbersLayout, theme: Theme, *, line: int, name: str
) -> None:
    cell = layout.grid.cell_rect(line, 0)
    width = layout.names.width() - 2 * theme.unit
    place = QRectF(layout.names.left(), cell.top(), width, cell.height())
    paint_line(
        painter,
        place,
        name,
        theme,
        size=theme.small,
        colour=theme.text if line == LINES - 1 else theme.soft_text,
        weight=_weight(line),
    )


def _weight(line: int) -> Weight:
    """The name of the sum stands out."""
    return "bold" if line == LINES - 1 else "normal"


def _paint_number(
    painter: QPainter, cell: QRectF, value: float, colour: Rgba, theme: Theme
) -> None:
    painter.fillRect(cell, QColor(*colour.tolist()))
    ink = readable_on(colour, theme)
    text = decimal_number(value, 3)
    paint_line(painter, cell, text, theme, size=theme.small, colour=ink, side="centre")


def _mark(painter: QPainter, layout: NumbersLayout, theme: Theme, *, dimension: int) -> None:
    """A frame around the dimension that is pointed out, and a line over the sums."""
    grid = layout.grid
    last = grid.cell_rect(LINES - 1, 0)
    painter.setPen(QPen(QColor(theme.text), theme.scale))
    painter.drawLine(last.topLeft(), QPointF(grid.rect.right(), last.top()))
    if layout.first <= dimension < layout.first + grid.columns:
        painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.scale))
        painter.drawRect(layout.column_rect(dimension))


def _title_height(theme: Theme) -> float:
    return theme.body * 1.4 + theme.unit


def _head_height(theme: Theme) -> float:
    return theme.small * 1.3
