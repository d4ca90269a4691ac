"""A matrix of values as a widget, with the value under the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.matrix import MatrixLayout
from viz_app.pictures.value_painter import ValuePicture, paint_value_picture
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cells_view import Laying, MatrixCells
from viz_app.workbench.state import Cell

CellSentence = Callable[[Cell], str]


class ValueView(MatrixCells):
    """Shows a :class:`ValuePicture`."""

    natural, smallest = (560, 420), (230, 130)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: ValuePicture | None = None
        self._say: CellSentence = nothing
        self._corner = 0.0

    def keep_corner(self, width: float) -> None:
        """Leave ``width`` px free at the right end of the title; does not modify state."""
        if width != self._corner:
            self._corner = width
            self.redraw()

    def set_picture(self, picture: ValuePicture | None, say: CellSentence | None = None) -> None:
        before, self._shown = self.extent(), picture
        self._layout, self._say = None, say or nothing
        if self.extent() != before:
            self._cursor = None
        if picture is not None:
            self.setAccessibleName(picture.title)
            self.describe(picture.subtitle)
        self.redraw()

    def cell_sentence(self, row: int, column: int) -> str:
        return self._say(Cell(row, column))

    def shown_values(self) -> Tables:
        return (self._shown.table(),) if self._shown else ()

    def extent(self) -> tuple[int, int]:
        rows, columns = self._shown.values.shape if self._shown else (0, 0)
        return rows, columns

    def still(self, theme: Theme) -> Laying[MatrixLayout] | None:
        shown, rect = self._shown, self.picture_rect()
        if shown is None:
            return None
        corner = self._corner
        return lambda painter: paint_value_picture(painter, rect, shown, theme, corner=corner)


def nothing(cell: Cell) -> str:
    return ""
