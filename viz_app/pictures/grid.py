"""Where the cells of a matrix are."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from viz_app.workbench.state.selection import Cell

MOST_STRETCH, LONG_STRETCH = 2.5, 6.0
"""How much longer one side of a cell may be than the other, to use the space there is: of any
matrix, and of one that is as much longer one way than the other."""

SMALLEST_WHOLE = 6.0
"""Cells of at least this many px have whole sizes, so that all look the same."""

_TOUCHING = 1e-6
"""Cells that only touch an area, up to rounding, are not in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellGrid:
    """Rows × columns of equal cells, in the painter's px. Row 0 is at the top."""

    left: float
    top: float
    cell_width: float
    cell_height: float
    rows: int
    columns: int

    @property
    def rect(self) -> QRectF:
        """All cells."""
        return QRectF(
            self.left, self.top, self.cell_width * self.columns, self.cell_height * self.rows
        )

    def cell_rect(self, row: int, column: int) -> QRectF:
        """One cell."""
        return QRectF(
            self.left + column * self.cell_width,
            self.top + row * self.cell_height,
            self.cell_width,
            self.cell_height,
        )

    def middle(self, row: int, column: int) -> QPointF:
        """The middle of a cell."""
        return QPointF(
            self.left + (column + 0.5) * self.cell_width, self.top + (row + 0.5) * self.cell_height
        )

    def rows_rect(self, first: int, end: int) -> QRectF:
        """The rows from ``first`` up to but without ``end``, over all columns."""
        height = (end - first) * self.cell_height
        return QRectF(self.left, self.top + first * self.cell_height, self.rect.width(), height)

    def part(self, rows: range, columns: range) -> CellGrid:
        """Some neighbouring rows and columns, where they are."""
        first = self.cell_rect(rows.start, columns.start)
        return replace(
            self, left=first.left(), top=first.top(), rows=len(rows), columns=len(columns)
        )

    def lower(self, inset: float) -> CellGrid:
        """A row so many px lower than it is, at its top and at its bottom."""
        return replace(self, top=self.top + inset, cell_height=self.cell_height - 2 * inset)

    def rows_in(self, area: QRectF) -> range:
        """Rows of which something is inside."""
        return _within(area.top() - self.top, area.height(), self.cell_height, count=self.rows)

    def columns_in(self, area: QRectF) -> range:
        """Columns of which something is inside."""
        return _within(area.left() - self.left, area.width(), self.cell_width, count=self.columns)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point: inverse of :meth:`cell_rect`."""
        if not self.rect.contains(point):
            return None
        row = int((point.y() - self.top) / self.cell_height)
        column = int((point.x() - self.left) / self.cell_width)
        return Cell(min(row, self.rows - 1), min(column, self.columns - 1))


def cell_size(
    *,
    width: float,
    height: float,
    rows: int,
    columns: int,
    largest: float,
    stretch: float | None = None,
) -> tuple[float, float]:
    """Width and height of cells that fill a space, in px.

    They are not too far from square: ``stretch`` is how much longer one side may be, by default
    what suits the matrix. A few long rows would be a thin strip otherwise.
    """
    if stretch is None:
        shape = max(rows, 1) / max(columns, 1)
        stretch = min(LONG_STRETCH, MOST_STRETCH * max(1.0, shape, 1 / shape))
    across = min(largest, width / max(columns, 1))
    down = min(largest, height / max(rows, 1))
    across, down = min(across, down * stretch), min(down, across * stretch)
    return whole(across), whole(down)


def _within(start: float, length: float, cell: float, *, count: int) -> range:
    """Which of ``count`` cells, one after the other from 0 px on, reach into a stretch."""
    first = math.floor(start / cell + _TOUCHING)
    end = math.ceil((start + length) / cell - _TOUCHING)
    return range(min(max(first, 0), count), min(max(end, 0), count))


def whole(size: float) -> float:
    """A cell's side in px, rounded down where cells are large enough."""
    return float(int(size)) if size >= SMALLEST_WHOLE else max(size, 0.01)
