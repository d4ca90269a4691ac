"""Paints one matrix of a head: title, cells with their labels, the colours' scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.lessons.one_head.traced_cells import Traced
from viz_app.design.colour_map import Rgba, readable_on, to_index
from viz_app.design.theme import Theme
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.panels.one_head.painting.number_labels import number_labels
from viz_app.panels.one_head.texts.exact_numbers import short_number
from viz_app.panels.one_head.texts.matrix_title import paint_title, title_height
from viz_app.panels.one_head.views.scale_line import paint_scale, picture_map, scale_height
from viz_app.pictures.axis_labels import Label, paint_label, text_width, text_widths
from viz_app.pictures.cell_image import MASKED, ZERO, Codes, colour_table, paint_cells
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.heatmap_painter import paint_cell_lines, paint_frame
from viz_app.pictures.legend import paint_masked
from viz_app.pictures.mask_cells import ALLOWED
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix

LARGEST_CELL = 56
"""Side of a cell in px at 100 %."""

DOTTED_CELL = 8
"""Cells of at least this many px show that they may be attended to by a dot."""

ROW_SHARE = 0.4
"""Of the width, at most, for the names of the rows."""


@dataclass(frozen=True, slots=True)
class Around:
    """What pictures that belong together have in common.

    Attributes:
        title_lines: 1 or 2.
        row_room: least width kept for the names of the rows, in px.
    """

    title_lines: int = 2
    row_room: float = 0.0


def paint_matrix(
    painter: QPainter, rect: QRectF, picture: MatrixPicture, theme: Theme, *, around: Around
) -> MatrixLayout:
    """Paint a matrix into ``rect`` and say where the cells are. Row 0 is at the top."""
    painter.save()
    top = rect.top() + title_height(theme, lines=around.title_lines)
    space = QRectF(rect.left(), top, rect.width(), 0)
    space.setBottom(max(rect.bottom() - scale_height(picture, theme), top + 1))
    layout = _layout(space, picture, theme, row_room=around.row_room)
    paint_title(painter, rect, picture, theme, lines=around.title_lines)
    paint_numbers(painter, layout.grid, picture, theme)
    _paint_frames(painter, layout.grid, picture, theme)
    for label in (*layout.rows, *_column_labels(layout, picture, theme)):
        paint_label(painter, label, theme.text, theme)
    foot = QPointF(layout.grid.rect.left(), layout.grid.rect.bottom() + 1.5 * theme.unit)
    paint_scale(painter, foot, picture, theme, room=rect)
    painter.restore()
    return layout


def paint_numbers(painter: QPainter, grid: CellGrid, picture: MatrixPicture, theme: Theme) -> None:
    """The cells: colours, hatching where masked, numbers where they have room."""
    lut = picture_map(picture, theme)
    codes, table = _codes(picture, lut), colour_table(lut, theme)
    paint_cells(painter, grid, codes, table, peaks=not picture.signed)
    paint_masked(painter, grid, picture.hidden, theme)
    paint_cell_lines(painter, grid, theme, rows=grid.rows)
    if picture.matrix == "mask":
        _paint_dots(painter, grid, picture, theme)
    else:
        _paint_texts(painter, grid, picture, theme, codes=codes, lut=lut)


def row_room_of(picture: MatrixPicture, theme: Theme, *, width: float) -> float:
    """Px that the names of the rows take in a picture of a width."""
    widths = text_widths(theme, picture.rows, size=theme.body, weight="bold")
    return min(max(widths, default=0.0) + 1, width * ROW_SHARE)


def _layout(
    space: QRectF, picture: MatrixPicture, theme: Theme, *, row_room: float
) -> MatrixLayout:
    """The marked row's name is always there; so are those of what is traced."""
    rows, columns = _named(picture)
    own_room = row_room_of(picture, theme, width=space.width())
    return layout_matrix(
        space,
        picture.rows,
        [""] * len(picture.columns) if picture.numbered else picture.columns,
        theme,
        largest=LARGEST_CELL,
        left=max(0.0, row_room - own_room),
        stretch=_stretch(picture),
        row_share=ROW_SHARE,
        strong_rows=rows,
        strong_columns=columns,
    )


def _column_labels(layout: MatrixLayout, picture: MatrixPicture, theme: Theme) -> tuple[Label, ...]:
    if not picture.numbered:
        return layout.columns
    return number_labels(picture.columns, layout.grid, theme, strong=_named(picture)[1])


def _stretch(picture: MatrixPicture) -> float:
    """Cells of tokens × tokens are nearly square; the others fill their room."""
    return 1.6 if picture.matrix in _TOKENS else 60.0


_TOKENS = {"products", "scores", "mask", "masked_scores", "weights"}


def _named(picture: MatrixPicture) -> tuple[list[int], list[int]]:
    """Rows and columns whose names are always there, each once, the most important first."""
    cell = picture.cell or Traced()
    traced = picture.traced or Traced()
    return _numbers((cell.row, picture.marked_row, traced.row)), _numbers(
        (cell.column, traced.column)
    )


def _numbers(places: Iterable[int | None]) -> list[int]:
    return list(dict.fromkeys(place for place in places if place is not None))


def _codes(picture: MatrixPicture, lut: Rgba) -> Codes:
    """``[row, column]``; a number beyond the level has the end's colour."""
    levels = (-picture.level if picture.signed else 0.0, picture.level)
    values = np.where(picture.hidden, np.float32(0), picture.values)
    codes = to_index(values, levels=levels, size=len(lut)) + ZERO
    if picture.matrix == "mask":  # a tint, so that cells too small for a dot are not blank
        codes = np.full_like(codes, ALLOWED)
    return np.where(picture.hidden, MASKED, codes).astype(np.uint16)


def _paint_dots(painter: QPainter, grid: CellGrid, picture: MatrixPicture, theme: Theme) -> None:
    side = min(grid.cell_width, grid.cell_height)
    if side < DOTTED_CELL * theme.scale:
        return
    radius = min(0.2 * side, 1.25 * theme.unit)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.kind_colour(picture.kind)))
    for row, column in np.argwhere(~picture.hidden).tolist():
        painter.drawEllipse(grid.middle(row, column), radius, radius)
    painter.restore()


def _digits(grid: CellGrid, picture: MatrixPicture, theme: Theme) -> int | None:
    """How many digits of each number have room in its cell, 3 or 2; None = not even these."""
    if grid.cell_height < theme.small + 2:
        return None
    shown = picture.values[np.isfinite(picture.values)]
    ends = (float(shown.min(initial=0)), float(shown.max(initial=0)))
    for digits in (3, 2) if picture.signed else (3,):
        widest = max(
            text_width(theme, short_number(end, digits=digits), size=theme.small) for end in ends
        )
        if grid.cell_width >= widest + theme.unit:
            return digits
    return None


def _paint_texts(
    painter: QPainter,
    grid: CellGrid,
    picture: MatrixPicture,
    theme: Theme,
    *,
    codes: Codes,
    lut: Rgba,
) -> None:
    """The number in each cell, where there is room in all; −∞ where a score is masked."""
    digits = _digits(grid, picture, theme)
    if digits is None:
        return
    painter.setFont(theme.font(theme.small))
    for (row, column), value in np.ndenumerate(picture.values):
        hidden = bool(picture.hidden[row, column])
        if hidden and picture.matrix != "masked_scores":
            continue
        ink = theme.text if hidden else readable_on(lut[codes[row, column] - ZERO], theme)
        painter.setPen(QColor(ink))
        text = short_number(float(value), digits=digits)
        painter.drawText(grid.cell_rect(row, column), int(Qt.AlignmentFlag.AlignCenter), text)


def _paint_frames(painter: QPainter, grid: CellGrid, picture: MatrixPicture, theme: Theme) -> None:
    """This head's own columns, the query's row, what is traced, the cell that is taken apart."""
    width = _frame_width(grid, theme)
    colour = theme.kind_colour(picture.kind)
    if picture.own_columns is not None:
        first, end = picture.own_columns
        own = QRectF(grid.cell_rect(0, first).topLeft(), grid.cell_rect(0, end).bottomLeft())
        own.setBottom(grid.rect.bottom())
        paint_frame(painter, own, theme.soft_text, theme, width=width, style=Qt.PenStyle.DotLine)
    if picture.marked_row is not None:
        row = grid.rows_rect(picture.marked_row, picture.marked_row + 1)
        paint_frame(painter, row, colour, theme, width=width)
    if picture.traced is not None:
        place = _traced_rect(grid, picture.traced.row, picture.traced.column)
        paint_frame(painter, place, theme.text, theme, width=width, style=Qt.PenStyle.DashLine)
    if picture.cell is not None:
        cell = grid.cell_rect(picture.cell.row, picture.cell.column)
        paint_frame(painter, cell, theme.text, theme, width=width)


def _traced_rect(grid: CellGrid, row: int | None, column: int | None) -> QRectF:
    rows = range(grid.rows) if row is None else range(row, row + 1)
    columns = range(grid.columns) if column is None else range(column, column + 1)
    return grid.part(rows, columns).rect


def _frame_width(grid: CellGrid, theme: Theme) -> float:
    """Thinner around small cells, but always to be seen."""
    return min(2 * theme.scale, max(1.2, min(grid.cell_width, grid.cell_height) / 4))
