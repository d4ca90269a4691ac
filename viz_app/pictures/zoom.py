"""How much of a matrix is in view, and how that changes: around a point, by px, to a cell."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from viz_app.pictures.grid import CellGrid, whole

LARGEST_CELL = 96
"""Side of a cell in px at 100 % when no larger is to be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zoom:
    """What the user has chosen.

    Attributes:
        factor: cells are so many times as large as when all fit; from 1.
        row, column: what is at the left top of the view, in cells.
    """

    factor: float = 1.0
    row: float = 0.0
    column: float = 0.0

    @property
    def is_fitted(self) -> bool:
        """Whether everything is in view."""
        return self.factor <= 1.0


FITTED = Zoom()
"""Everything is in view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoomedGrid:
    """The cells that a view is over, in the painter's px; ``zoom`` as far as it could be met."""

    grid: CellGrid
    viewport: QRectF
    zoom: Zoom


def zoomed_cell(
    zoom: Zoom, *, fitted: tuple[float, float], scale: float
) -> tuple[tuple[float, float], Zoom]:
    """Width and height in px of cells, and the zoom with the factor that they can have."""
    factor = min(zoom.factor, max(1.0, LARGEST_CELL * scale / min(fitted)))
    cell = whole(fitted[0] * factor), whole(fitted[1] * factor)
    return cell, dataclasses.replace(zoom, factor=factor)


def zoomed_grid(room: QRectF, cells: CellGrid, zoom: Zoom) -> ZoomedGrid:
    """Cells of a size in a room that they need not all fit into; nothing is beyond the ends."""
    width = min(float(int(room.width())), cells.rect.width())
    height = min(float(int(room.height())), cells.rect.height())
    viewport = QRectF(room.left(), room.top(), max(width, 1.0), max(height, 1.0))
    row = _between(zoom.row, cells.rows - viewport.height() / cells.cell_height)
    column = _between(zoom.column, cells.columns - viewport.width() / cells.cell_width)
    grid = dataclasses.replace(
        cells,
        left=viewport.left() - math.floor(column * cells.cell_width),
        top=viewport.top() - math.floor(row * cells.cell_height),
    )
    return ZoomedGrid(
        grid=grid,
        viewport=viewport,
        zoom=Zoom(factor=zoom.factor, row=row, column=column),
    )


def around(zoom: Zoom, point: QPointF, *, seen: ZoomedGrid, becoming: ZoomedGrid) -> Zoom:
    """The view in which the same place of the matrix is under a point.

    Args:
        zoom: the new factor.
        point: in px.
        seen: cells and viewport as they are.
        becoming: those of the new factor, wherever they are.
    """
    before, after = point - seen.viewport.topLeft(), point - becoming.viewport.topLeft()
    row = seen.zoom.row + before.y() / seen.grid.cell_height
    column = seen.zoom.column + before.x() / seen.grid.cell_width
    return Zoom(
        factor=zoom.factor,
        row=row - after.y() / becoming.grid.cell_height,
        column=column - after.x() / becoming.grid.cell_width,
    )


def panned(seen: ZoomedGrid, by: QPointF) -> Zoom:
    """The view after the matrix was moved by some px."""
    return dataclasses.replace(
        seen.zoom,
        row=seen.zoom.row - by.y() / seen.grid.cell_height,
        column=seen.zoom.column - by.x() / seen.grid.cell_width,
    )


def revealing(seen: ZoomedGrid, *, row: int, column: int | None = None) -> Zoom:
    """The nearest view that has the whole of a row, and of a column if one is wanted."""
    rows = seen.viewport.height() / seen.grid.cell_height
    columns = seen.viewport.width() / seen.grid.cell_width
    left = seen.zoom.column if column is None else _moved(seen.zoom.column, column, columns)
    return dataclasses.replace(seen.zoom, row=_moved(seen.zoom.row, row, rows), column=left)


def _moved(first: float, cell: int, count: float) -> float:
    """Where ``count`` cells must begin that ``cell`` is one of them."""
    return min(max(first, cell + 1 - count), float(cell))


def _between(value: float, highest: float) -> float:
    return min(max(value, 0.0), max(highest, 0.0))
