"""A grid of cells with a label for each row and column, as large as fits into a space."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import (
    TIGHT,
    Label,
    column_height,
    column_labels,
    row_labels,
    text_width,
)
from viz_app.ui.painting.grid import MOST_STRETCH, CellGrid, cell_size

MOST_ABOVE = 0.3
"""Share of the height that turned column labels may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLayout:
    """Places in the painter's px. ``row_room`` is the width kept for row labels."""

    grid: CellGrid
    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    row_room: float

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        return self.grid.cell_at(point)


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
    """
    row_room = min(_longest(rows, theme), space.width() * row_share)
    apart = 1.5 * theme.unit
    grid, above, gap = _fitted(
        space.adjusted(left + row_room + apart, 0, -right, 0),
        columns,
        theme,
        n_rows=len(rows),
        largest=largest,
        stretch=stretch,
        strong=strong_columns,
    )
    end = grid.left - apart
    return MatrixLayout(
        grid=grid,
        rows=row_labels(rows, grid, theme, right=end, width=row_room, strong=strong_rows),
        columns=column_labels(columns, grid, theme, height=above, gap=gap, strong=strong_columns),
        row_room=row_room,
    )


def _fitted(
    space: QRectF,
    columns: Sequence[str],
    theme: Theme,
    *,
    n_rows: int,
    largest: float,
    stretch: float,
    strong: Collection[int],
) -> tuple[CellGrid, float, float]:
    """The cells that fit under their column labels; height and distance of these labels."""
    above, gap = theme.small * TIGHT, float(theme.unit)
    for _ in range(2):  # labels need room according to the cells, and the other way round
        width, height = cell_size(
            width=space.width(),
            height=space.height() - above - gap,
            rows=n_rows,
            columns=len(columns),
            largest=largest * theme.scale,
            stretch=stretch,
        )
        longest = min(space.height() * MOST_ABOVE, theme.body * 7)
        above = column_height(columns, width, theme, longest=longest, strong=strong)
        gap = max(gap, theme.body * TIGHT / 2 - height / 2 + 1)  # the first row label sticks out
    grid = CellGrid(
        left=math.ceil(space.left()),
        top=math.ceil(space.top() + above + gap),
        cell_width=width,
        cell_height=height,
        rows=n_rows,
        columns=len(columns),
    )
    return grid, above, gap


def _longest(texts: Sequence[str], theme: Theme) -> float:
    widths = (text_width(theme, text, size=theme.body, weight="bold") for text in texts)
    return math.ceil(max(widths, default=0.0)) + 1.0
