"""Where the cells of a matrix are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.state.selection import Cell

MOST_STRETCH = 2.5
"""How much longer one side of a cell may be than the other, to use the space there is."""

SMALLEST_WHOLE = 6.0
"""Cells of at least this many px have whole sizes, so that all look the same."""


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

    def rows_rect(self, first: int, end: int) -> QRectF:
        """The rows from ``first`` up to but without ``end``, over all columns."""
        height = (end - first) * self.cell_height
        return QRectF(self.left, self.top + first * self.cell_height, self.rect.width(), height)

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
    stretch: float = MOST_STRETCH,
) -> tuple[float, float]:
    """Width and height of cells that fill a space, not too far from square, in px."""
    across = min(largest, width / max(columns, 1))
    down = min(largest, height / max(rows, 1))
    across, down = min(across, down * stretch), min(down, across * stretch)
    return _whole(across), _whole(down)


def _whole(size: float) -> float:
    return float(int(size)) if size >= SMALLEST_WHOLE else max(size, 0.01)
