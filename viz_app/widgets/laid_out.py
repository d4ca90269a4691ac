"""Pictures that remember where they have painted what."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF

from viz_app.pictures.matrix_layout import MatrixLayout
from viz_app.widgets.cells_view import CellsView
from viz_app.workbench.state.selection import Cell

Layout = TypeVar("Layout")


class LaidOut(Generic[Layout]):
    """Stands before :class:`PictureView` among the bases of a picture with one layout."""

    _layout: Layout | None = None

    def layout_now(self) -> Layout | None:
        """Where everything was painted last."""
        return self._layout


class MatrixCells(LaidOut[MatrixLayout], CellsView):
    """Base of pictures whose cells are those of one matrix."""

    def cell_at(self, point: QPointF) -> Cell | None:
        """The number under a point."""
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a number was painted last."""
        return self._layout.grid.cell_rect(cell.row, cell.column) if self._layout else None
