"""Tokens on their way into the model: id, then table row + position = sum, as strips of colour."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray
from model.lessons.embedding.record import EmbeddedTokens
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme
from viz_app.panels.embedding.texts.sentences import strip_titles
from viz_app.panels.embedding.texts.tables import strip_stages
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.bar_rows import Stretch, across
from viz_app.pictures.cell_image import paint_cells
from viz_app.pictures.colour_bar import bar_width, paint_bar
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.matrix_cells import number_cells
from viz_app.pictures.text_line import paint_line
from viz_app.pictures.token_box import BoxStyle, box_width, paint_box
from viz_app.pictures.typeset import paint_typeset
from viz_app.workbench.state.selection import Cell

LEVEL = 4.0
"""The colours end at −4 and 4, for every model and sentence."""

TICKS = ((0.0, "≤ −4"), (0.5, "0"), (1.0, "≥ 4"))

HIGHEST, LOWEST = 72, 20
"""Of a token's row, in px at 100 %."""

WIDEST_TOKEN = 30
"""Of a token's box, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripsLayout:
    """Places in the painter's px.

    Attributes:
        viewport: where the rows are; those that are scrolled out of it are not in view.
        tokens, ids: columns left of the strips: left edge and width.
        strips: scaled table rows, positions, sums, with ``[token, dimension]`` cells.
        bar: where the colour bar is.
    """

    viewport: QRectF
    tokens: Stretch
    ids: Stretch
    strips: tuple[CellGrid, ...]
    bar: QRectF

    @property
    def content(self) -> float:
        """Height of all rows."""
        return self.strips[0].rect.height()

    def row_rect(self, token: int) -> QRectF:
        """A token's whole row."""
        strip = self.strips[0].cell_rect(token, 0)
        right = self.strips[-1].rect.right()
        return QRectF(self.tokens[0], strip.top(), right - self.tokens[0], strip.height())

    def token_rect(self, token: int) -> QRectF:
        """A token's box."""
        row = self.row_rect(token)
        return QRectF(self.tokens[0], row.top() + 1, self.tokens[1], row.height() - 2)

    def token_at(self, point: QPointF) -> int | None:
        """The token whose row is under a point."""
        grid = self.strips[0]
        if not self.viewport.contains(point):
            return None
        token = int((point.y() - grid.top) // grid.cell_height)
        return token if 0 <= token < grid.rows else None

    def cell_at(self, point: QPointF) -> Cell | None:
        """Token and dimension under a point, in whichever strip it is."""
        if not self.viewport.contains(point):
            return None
        found = (grid.cell_at(point) for grid in self.strips)
        return next((cell for cell in found if cell is not None), None)


def strips_head_height(theme: Theme) -> float:
    """Of what stands over the strips, in px."""
    return theme.small * 1.5 + theme.unit


def strip_height(room: float, tokens: int, theme: Theme) -> float:
    """Of a token's row in px: as high as has room; what has none is scrolled."""
    fitting = room / max(tokens, 1)
    return math.floor(min(HIGHEST * theme.scale, max(LOWEST * theme.scale, fitting)))


def layout_strips(
    rect: QRectF, side: EmbeddedTokens, theme: Theme, *, scrolled: float = 0.0
) -> StripsLayout:
    """Fit the strips into a rectangle, ``scrolled`` px down."""
    top = rect.top() + strips_head_height(theme)
    viewport = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    height = strip_height(viewport.height(), len(side.tokens), theme)
    needed = max(box_width(token, theme) for token in side.tokens)
    token_width = min(needed, WIDEST_TOKEN * theme.unit, 0.25 * rect.width())
    id_left = rect.left() + token_width + 2 * theme.unit
    id_texts = ("id", *map(str, side.ids))
    id_width = max(text_width(theme, text, size=theme.small) for text in id_texts) + 1
    bar_room = bar_width(theme, TICKS)
    gap = 6.0 * theme.unit
    first = id_left + id_width + 2 * theme.unit
    count = len(strip_stages(side))
    width = (rect.right() - bar_room - 3 * theme.unit - first - (count - 1) * gap) / count
    cell = max(width, 3.0) / side.d_model

    def grid(index: int) -> CellGrid:
        """The cells of a strip, from left to right."""
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
        ids=(id_left, id_width),
        strips=tuple(map(grid, range(count))),
        bar=QRectF(rect.right() - bar_room, top, bar_room, bar_height),
    )


def paint_strips(
    painter: QPainter, layout: StripsLayout, side: EmbeddedTokens, theme: Theme, *, chosen: int
) -> None:
    """Paint every row that is in view; the chosen token's is framed."""
    _paint_head(painter, layout, side, theme)
    paint_bar(painter, layout.bar, diverging_lut(theme), theme, ticks=TICKS)
    painter.save()
    painter.setClipRect(layout.viewport.adjusted(-2, -1, 0, 1))
    shown = layout.strips[0].rows_in(layout.viewport)
    for grid, values in zip(layout.strips, strip_values(side), strict=True):
        _paint_strip(painter, grid, values, theme, rows=shown)
    for token in shown:
        _paint_token(painter, layout, side, theme, token=token, strong=token == chosen)
    if chosen in shown:
        painter.setPen(QPen(QColor(theme.accent), 1.6 * theme.scale))
        painter.drawRect(layout.row_rect(chosen).adjusted(-1, 0, 1, 0))
    painter.restore()


def strip_values(side: EmbeddedTokens) -> tuple[FloatArray, ...]:
    """What the strips show, each ``[length, d_model]``."""
    return tuple(map(side.values, strip_stages(side)))


def _operators(side: EmbeddedTokens) -> tuple[str, ...]:
    """What stands before each strip: a norm is no sum."""
    last = "=" if side.summed is None else "→"
    return ("", last) if side.positions is None else ("", "+", last)


def _paint_head(
    painter: QPainter, layout: StripsLayout, side: EmbeddedTokens, theme: Theme
) -> None:
    line = QRectF(0, layout.viewport.top() - strips_head_height(theme), 0, theme.small * 1.5)
    for grid, title, operator in zip(
        layout.strips, strip_titles(side), _operators(side), strict=True
    ):
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
    """The rows in view, with a hair between two of them."""
    levels = (-LEVEL, LEVEL)
    for row in rows:
        inner = grid.part(range(row, row + 1), range(grid.columns)).lower(1)
        cells = number_cells(values[row : row + 1], diverging_lut(theme), theme, levels=levels)
        paint_cells(painter, inner, cells.codes, cells.table, peaks=False)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawRect(inner.rect)


def _paint_token(
    painter: QPainter,
    layout: StripsLayout,
    side: EmbeddedTokens,
    theme: Theme,
    *,
    token: int,
    strong: bool,
) -> None:
    paint_box(painter, layout.token_rect(token), side.tokens[token], theme, BoxStyle(strong=strong))
    place, colour = across(layout.row_rect(token), layout.ids), theme.text if strong else ""
    paint_line(painter, place, str(side.ids[token]), theme, colour=colour, side="right")
