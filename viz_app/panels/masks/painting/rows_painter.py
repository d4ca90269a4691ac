"""The table of a query without keys, painted: keys are columns, all lines share them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.mask_cells import paint_mask_cells
from viz_app.panels.masks.painting.rows import RowLine
from viz_app.pictures.axis_labels import paint_label, text_width
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix
from viz_app.pictures.text_line import paint_line
from viz_app.texts.token_text import visible
from viz_app.workbench.state.selection import Cell

LARGEST = 52
"""Width of a cell in px at 100 %."""

INSET = 0.08
"""Share of a line's height that is left free above and below its cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLayout:
    """Where the lines are; ``matrix`` has one row for each of them."""

    lines: tuple[RowLine, ...]
    matrix: MatrixLayout

    def grid_of(self, line: int) -> CellGrid:
        """The cells of a line, a little apart from the next."""
        grid = self.matrix.grid
        row = grid.part(range(line, line + 1), range(grid.columns))
        return row.lower(grid.cell_height * INSET)

    def cell_at(self, point: QPointF) -> Cell | None:
        """Line and key under a point; headings have no cells."""
        cell = self.matrix.cell_at(point)
        return cell if cell is not None and self.lines[cell.row].picture is not None else None


def paint_rows(
    painter: QPainter, rect: QRectF, lines: Sequence[RowLine], keys: Sequence[str], theme: Theme
) -> RowsLayout:
    """Paint the table and say where everything is."""
    painter.save()
    layout = _layout(rect, lines, keys, theme)
    for label in layout.matrix.columns:
        paint_label(painter, label, theme.text, theme)
    for number, line in enumerate(lines):
        if line.picture is None:
            _paint_heading(painter, rect, layout, number, theme)
            continue
        paint_mask_cells(painter, layout.grid_of(number), line.picture, theme)
        _paint_total(painter, layout, number, theme)
    for label in layout.matrix.rows:
        if lines[label.index].picture is not None:
            paint_label(painter, label, theme.soft_text, theme)
    painter.restore()
    return layout


def _layout(
    rect: QRectF, lines: Sequence[RowLine], keys: Sequence[str], theme: Theme
) -> RowsLayout:
    totals = max(text_width(theme, line.total, size=theme.body, weight="bold") for line in lines)
    matrix = layout_matrix(
        rect,
        [line.name if line.picture is not None else "" for line in lines],
        [visible(key) for key in keys],
        theme,
        largest=LARGEST,
        right=totals + 4 * theme.unit,
        stretch=4.0,
        row_share=0.3,
    )
    return RowsLayout(lines=tuple(lines), matrix=matrix)


def _paint_heading(
    painter: QPainter, rect: QRectF, layout: RowsLayout, number: int, theme: Theme
) -> None:
    """The rule and what comes of it, over the whole width, close to the lines below."""
    line = layout.lines[number]
    cells = layout.grid_of(number).rect
    area = QRectF(rect.left(), cells.top(), rect.width(), cells.height())
    body = theme.body
    paint_line(painter, area, line.name, theme, size=body, colour=theme.text, weight="bold")
    used = text_width(theme, line.name, size=body, weight="bold") + 3 * theme.unit
    if used < area.width():
        paint_line(painter, area.adjusted(used, 0, 0, 0), line.words, theme)


def _paint_total(painter: QPainter, layout: RowsLayout, number: int, theme: Theme) -> None:
    line, grid = layout.lines[number], layout.grid_of(number)
    if line.total:
        place = QRectF(grid.rect.right() + 3 * theme.unit, grid.top, 1000, grid.cell_height)
        ink, body = theme.text, theme.body
        paint_line(painter, place, line.total, theme, size=body, colour=ink, weight="bold")
