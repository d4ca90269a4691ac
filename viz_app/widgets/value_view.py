"""A matrix of numbers as a widget that says what is under the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.matrix_layout import MatrixLayout
from viz_app.pictures.value_painter import ValuePicture, paint_value_picture
from viz_app.widgets.cells_view import CellsView
from viz_app.workbench.state.selection import Cell

Sentence = Callable[[Cell], str]


class ValueView(CellsView):
    """Shows a :class:`ValuePicture`."""

    natural, smallest = (560, 420), (230, 130)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: ValuePicture | None = None
        self._layout: MatrixLayout | None = None
        self._say: Sentence = _nothing
        self._corner = 0.0

    def keep_corner(self, width: float) -> None:
        """Leave so many px free at the right end of the title; does not modify state."""
        if width != self._corner:
            self._corner = width
            self.redraw()

    def set_picture(self, picture: ValuePicture | None, say: Sentence | None = None) -> None:
        """Show numbers, and how to say one of them; does not modify state."""
        self._shown, self._layout, self._say = picture, None, say or _nothing
        self._cursor = None
        if picture is not None:
            self.setAccessibleName(picture.title)
            self.describe(picture.subtitle)
        self.redraw()

    def layout_now(self) -> MatrixLayout | None:
        """Where everything was painted last."""
        return self._layout

    def cell_sentence(self, row: int, column: int) -> str:
        """A cell's exact number and what it is."""
        return self._say(Cell(row, column))

    def extent(self) -> tuple[int, int]:
        """Rows and columns of the numbers."""
        rows, columns = self._shown.values.shape if self._shown else (0, 0)
        return rows, columns

    def cell_at(self, point: QPointF) -> Cell | None:
        """The number under a point."""
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a number was painted last."""
        return self._layout.grid.cell_rect(cell.row, cell.column) if self._layout else None

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the numbers."""
        if self._shown is not None:
            self._layout = paint_value_picture(
                painter, rect, self._shown, self.theme, corner=self._corner
            )


def _nothing(cell: Cell) -> str:
    return ""
