"""A matrix of a head as a widget: each cell says its number, and can be taken apart."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_painter import Around, paint_matrix
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.panels.one_head.painting.matrix_sentences import cell_sentence, head_words
from viz_app.panels.one_head.texts.matrix_names import plain
from viz_app.pictures.matrix_layout import MatrixLayout
from viz_app.storage.value_tables import Tables
from viz_app.widgets.laid_out import Laying, MatrixCells
from viz_app.workbench.state.selection import Cell

_PICKING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class MatrixView(MatrixCells):
    """Shows a :class:`MatrixPicture`; a cell is picked by a click, by Enter or by Space."""

    natural, smallest = (240, 220), (90, 84)

    def __init__(
        self, theme: Theme, intents: OneHeadIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.intents = intents
        self._shown: MatrixPicture | None = None
        self._around = Around()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def set_picture(self, picture: MatrixPicture | None) -> None:
        """Show a matrix. The keyboard stays where it was, if it can."""
        if picture == self._shown:
            return
        before, self._shown, self._layout = self._shown, picture, None
        if picture is None or before is None or picture.values.shape != before.values.shape:
            self._cursor = None
        if picture is not None:
            if picture.cell is not None:
                self._cursor = picture.cell
            self.setAccessibleName(f"{plain(picture.symbol)}: {picture.name}")
            parts = (picture.shape, picture.row_shape, head_words(picture))
            self.describe(" · ".join(part for part in parts if part))
        self.redraw()

    def set_around(self, around: Around) -> None:
        """Make title and margin as those of the matrices beside it."""
        if around != self._around:
            self._around = around
            self.redraw()

    def picture(self) -> MatrixPicture | None:
        """What is shown."""
        return self._shown

    def still(self, theme: Theme) -> Laying[MatrixLayout] | None:
        """All that it shows is kept."""
        shown, rect = self._shown, self.picture_rect()
        if shown is None:
            return None
        around = self._around
        return lambda painter: paint_matrix(painter, rect, shown, theme, around=around)

    def picture_rect(self) -> QRectF:
        """Narrow margins: the views share a panel."""
        margin = 2 * self.theme.unit
        return QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)

    def shown_values(self) -> Tables:
        """The numbers."""
        return (self._shown.table(),) if self._shown else ()

    def caption_parts(self) -> tuple[str, ...]:
        """Which head, and what of it."""
        return self._shown.caption_parts() if self._shown else ()

    def extent(self) -> tuple[int, int]:
        """Rows and columns of the matrix."""
        rows, columns = self._shown.values.shape if self._shown else (0, 0)
        return rows, columns

    def cell_sentence(self, row: int, column: int) -> str:
        """A cell's exact number and what it is."""
        return cell_sentence(self._shown, Cell(row, column)) if self._shown else ""

    def first_cell(self) -> Cell:
        """In the row that is marked."""
        return Cell((self._shown.marked_row or 0) if self._shown else 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space take the cell of the cursor apart; other keys move it."""
        if event.key() in _PICKING and self._shown is not None and self._cursor is not None:
            self.intents.cell_picked.emit(self._shown.matrix, self._cursor)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a cell apart."""
        cell = self.cell_at(event.position())
        left = event.button() == Qt.MouseButton.LeftButton
        if cell is not None and left and self._shown is not None:
            self._cursor = cell
            self.intents.cell_picked.emit(self._shown.matrix, cell)
