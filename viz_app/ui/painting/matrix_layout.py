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
    unit = theme.unit
    row_room = min(_longest(rows, theme), space.width() * row_share)
    indent = left + row_room + 1.5 * unit
    width = space.width() - indent - right
    above, gap = theme.small * TIGHT, float(unit)
    for _ in range(2):  # labels need room according to the cells, and the other way round
        size = cell_size(
            width=width,
            height=space.height() - above - gap,
            rows=len(rows),
            columns=len(columns),
            largest=largest * theme.scale,
            stretch=stretch,
        )
        longest = min(space.height() * MOST_ABOVE, theme.body * 7)
        above = column_height(columns, size[0], theme, longest=longest, strong=strong_columns)
        gap = max(gap, theme.body * TIGHT / 2 - size[1] / 2 + 1)  # the first row label sticks out
    grid = CellGrid(
        left=math.ceil(space.left() + indent),
        top=math.ceil(space.top() + above + gap),
        cell_width=size[0],
        cell_height=size[1],
        rows=len(rows),
        columns=len(columns),
    )
    return MatrixLayout(
        grid=grid,
        rows=row_labels(
            rows, grid, theme, right=grid.left - 1.5 * unit, width=row_room, strong=strong_rows
        ),
        columns=column_labels(columns, grid, theme, height=above, gap=gap, strong=strong_columns),
        row_room=row_room,
    )


def _longest(texts: Sequence[str], theme: Theme) -> float:
    widths = (text_width(theme, theme.body, text, "bold") for text in texts)
    return math.ceil(max(widths, default=0.0)) + 1.0
