"""A grid of cells with a label for each row and column, as large as fits, or zoomed."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import TIGHT, Label, labels_of_rows, text_widths
from viz_app.pictures.column_labels import column_labels
from viz_app.pictures.column_style import ColumnStyle, column_style
from viz_app.pictures.grid import MOST_STRETCH, CellGrid, cell_size
from viz_app.pictures.zoom import FITTED, Zoom, ZoomedGrid, zoomed_cell, zoomed_grid
from viz_app.workbench.state.selection import Cell

MOST_ABOVE = 0.3
"""Share of the height that turned column labels may take."""

MOST_TRIES = 4
"""So often cells are made smaller for their labels; the labels of small cells are turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLayout:
    """Places in the painter's px.

    Attributes:
        grid: all cells; those outside ``viewport`` are not in view.
        row_room: the width kept for row labels.
        zoom: what is in view, as far as that could be met.
    """

    grid: CellGrid
    viewport: QRectF
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    row_room: float
    zoom: Zoom

    @property
    def seen(self) -> ZoomedGrid:
        """The cells that the picture is over."""
        return ZoomedGrid(grid=self.grid, viewport=self.viewport, zoom=self.zoom)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        return self.grid.cell_at(point) if self.viewport.contains(point) else None


def layout_matrix(
    space: QRectF,
    rows: Sequence[str],
    columns: Sequence[str],
    theme: Theme,
    *,
    largest: float,
    left: float = 0.0,
    right: float = 0.0,
    stretch: float = MOST_STRETCH,
    row_share: float = 0.24,
    strong_rows: Collection[int] = (),
    strong_columns: Collection[int] = (),
    zoom: Zoom = FITTED,
) -> MatrixLayout:
    """Fit a matrix into a space.

    Args:
        space: where it goes, with its labels.
        rows: names of the rows, top first.
        columns: names of the columns.
        theme: sizes.
        largest: side of a cell at 100 %.
        left: room to keep free left of the row labels.
        right: room to keep free right of the cells.
        stretch: how much longer one side of a cell may be than the other.
        row_share: share of the width that row labels may take.
        strong_rows: rows whose label is bold and always there.
        strong_columns: the same of columns.
        zoom: what is in view; labels are those of what is.
    """
    row_room = min(_longest(rows, theme), space.width() * row_share)
    apart = 1.5 * theme.unit
    seen, style, gap = _cells(
        space.adjusted(left + row_room + apart, 0, -right, 0),
        columns,
        theme,
        n_rows=len(rows),
        largest=largest * theme.scale,
        stretch=stretch,
        zoom=zoom,
    )
    grid, viewport = seen.grid, None if seen.zoom.is_fitted else seen.viewport
    end = seen.viewport.left() - apart
    row_names = labels_of_rows(
        rows, grid, theme, right=end, width=row_room, strong=strong_rows, viewport=viewport
    )
    column_names = column_labels(
        columns, grid, theme, style=style, gap=gap, strong=strong_columns, viewport=viewport
    )
    return MatrixLayout(
        grid=grid,
        viewport=seen.viewport,
        rows=row_names,
        columns=column_names,
        row_room=row_room,
        zoom=seen.zoom,
    )


def _cells(
    space: QRectF,
    columns: Sequence[str],
    theme: Theme,
    *,
    n_rows: int,
    largest: float,
    stretch: float,
    zoom: Zoom,
) -> tuple[ZoomedGrid, ColumnStyle, float]:
    """The cells in view under their column labels, how those are set, and their distance in px."""
    longest = min(space.height() * MOST_ABOVE, theme.body * 7)

    def labels(width: float, height: float) -> tuple[ColumnStyle, float]:
        """The first row's label sticks out above its cell."""
        gap = max(float(theme.unit), theme.body * TIGHT / 2 - height / 2 + 1)
        return column_style(columns, width, theme, longest=longest), gap

    kept = 0.0
    for _ in range(MOST_TRIES):  # labels need room according to the cells, and the other way round
        cell = cell_size(
            width=space.width(),
            height=space.height() - max(kept, theme.small * TIGHT + theme.unit),
            rows=n_rows,
            columns=len(columns),
            largest=largest,
            stretch=stretch,
        )
        style, gap = labels(*cell)
        if style.height + gap <= kept:
            break
        kept = style.height + gap
    if not zoom.is_fitted:
        cell, zoom = zoomed_cell(zoom, fitted=cell, scale=theme.scale)
        style, gap = labels(cell[0], 0.0)  # a row may begin anywhere
    grid = CellGrid(
        left=math.ceil(space.left()),
        top=math.ceil(space.top() + (style.height + gap)),
        cell_width=cell[0],
        cell_height=cell[1],
        rows=n_rows,
        columns=len(columns),
    )
    if zoom.is_fitted:
        return ZoomedGrid(grid=grid, viewport=grid.rect, zoom=FITTED), style, gap
    room = QRectF(QPointF(grid.left, grid.top), space.bottomRight())
    return zoomed_grid(room, grid, zoom), style, gap


def _longest(texts: Sequence[str], theme: Theme) -> float:
    widths = text_widths(theme, tuple(texts), size=theme.body, weight="bold")
    return math.ceil(max(widths, default=0.0)) + 1.0
