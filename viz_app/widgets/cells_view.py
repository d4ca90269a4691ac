"""A picture made of cells, each of which is told under the mouse and from the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.status_line import tell
from viz_app.workbench.state.selection import Cell


class CellsView(PictureView):
    """Base of such pictures; a cell is whatever stands in a row and a column.

    Subclasses implement :meth:`extent`, :meth:`cell_at`, :meth:`cell_rect` and
    :meth:`cell_sentence`.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._cursor: Cell | None = None

    def extent(self) -> tuple[int, int]:
        """Rows and columns; none while nothing is shown."""
        raise NotImplementedError

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        raise NotImplementedError

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a cell was painted last."""
        raise NotImplementedError

    def cell_sentence(self, row: int, column: int) -> str:
        """The exact numbers of a cell."""
        raise NotImplementedError

    def first_cell(self) -> Cell:
        """Where the first key goes."""
        return Cell(0, 0)

    def resting_sentence(self) -> str:
        """The cell that the keys have reached, with the number that stands there now."""
        cell = self._reached()
        return self.cell_sentence(cell.row, cell.column) if cell is not None else ""

    def redraw(self) -> None:
        """Paint anew; who is at a cell hears what stands there now."""
        super().redraw()
        if self._cursor is not None and self.hasFocus() and not self.hovering:
            tell(self, self.resting_sentence())

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell and say it."""
        self._cursor = cell
        self.show_ring()
        self.say(self.cell_sentence(cell.row, cell.column))

    def cursor_rect(self) -> QRectF | None:
        """The cell that the arrow keys have reached."""
        cell = self._reached()
        return self.cell_rect(cell) if cell is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End, Page Up and Page Down move from cell to cell and say each."""
        rows, columns = self.extent()
        start = self.first_cell()
        cell = moved(self._reached(), event.key(), rows=rows, columns=columns, start=start)
        # with Alt they are the window's
        if cell is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        self.go_to(cell)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        cell = self.cell_at(point)
        area = self.cell_rect(cell) if cell is not None else None
        if cell is None or area is None:
            self.hide_sentence()
            return
        self.show_sentence(self.cell_sentence(cell.row, cell.column), point.toPoint(), area)

    def _reached(self) -> Cell | None:
        """The cursor, while its cell is there."""
        rows, columns = self.extent()
        cell = self._cursor
        return cell if cell is not None and cell.row < rows and cell.column < columns else None
