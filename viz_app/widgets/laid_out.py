"""Pictures that remember where they have painted what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.matrix_layout import MatrixLayout
from viz_app.widgets.cells_view import CellsView
from viz_app.workbench.state.selection import Cell

Layout = TypeVar("Layout")

Laying = Callable[[QPainter], Layout]
"""Paints into the place of a view, and says what is where."""


class LaidOut(Generic[Layout]):
    """Stands before :class:`PictureView` among the bases of a picture with one layout."""

    theme: Theme
    _layout: Layout | None = None

    def still(self, theme: Theme) -> Laying[Layout] | None:
        """What paints the picture as it is now, in any thread; None where there is nothing."""
        raise NotImplementedError

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the picture as it is now."""
        still = self.still(self.theme)
        self._layout = still(painter) if still else None

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
