"""A picture made of parts in a row, each of which is told under the mouse and from the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.cells_view import CellsView
from viz_app.workbench.state.selection import Cell


class PartsView(CellsView):
    """Base of such pictures. Subclasses implement :meth:`paint_parts` and :meth:`part_sentence`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._places: Sequence[QRectF] = ()

    def paint_parts(self, painter: QPainter, rect: QRectF) -> Sequence[QRectF]:
        """Paint the picture; where the mouse finds each part."""
        raise NotImplementedError

    def part_sentence(self, index: int) -> str:
        """The exact numbers of a part."""
        raise NotImplementedError

    def places(self) -> Sequence[QRectF]:
        """Where the parts were painted last."""
        return self._places

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the parts."""
        self._places = self.paint_parts(painter, rect)

    def extent(self) -> tuple[int, int]:
        """One row of parts."""
        return 1, len(self._places)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The part under a point."""
        places = enumerate(self._places)
        return next((Cell(0, index) for index, place in places if place.contains(point)), None)

    def cell_rect(self, cell: Cell) -> QRectF:
        """Where a part was painted last."""
        return self._places[cell.column]

    def cell_sentence(self, row: int, column: int) -> str:
        """The exact numbers of a part."""
        return self.part_sentence(column)
