"""The masks of a sentence as a widget that says what is under the mouse or the cell cursor."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from model.mask_record import MaskRecord
from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.mask_painter import MasksLayout, paint_masks
from viz_app.ui.painting.mask_pictures import mask_pictures, mask_sentence
from viz_app.ui.texts.sentences import titled
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.picture_view import PictureView

_TURNS: dict[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""From mask to mask."""


class MasksView(PictureView):
    """The four masks of one sentence of the batch."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._record: MaskRecord | None = None
        self._sentence_index = 0
        self._layout: MasksLayout | None = None
        self._cursor: Cell | None = None
        self._mask = 0
        self.retranslate()

    def set_record(self, record: MaskRecord | None, sentence: int) -> None:
        """Show the masks of a sentence (from 0); does not modify state."""
        self._record, self._sentence_index, self._layout = record, sentence, None
        self._cursor = None
        pictures = mask_pictures(record, sentence) if record else ()
        self.describe(" ".join(titled(picture.title, picture.explanation) for picture in pictures))
        self.redraw()

    def layout_now(self) -> MasksLayout | None:
        """Where everything was painted last."""
        return self._layout

    def retranslate(self) -> None:
        """The name in the current language."""
        self.setAccessibleName(self.tr("Masks"))

    def cursor_rect(self) -> QRectF | None:
        """The cell that the arrow keys have reached."""
        if self._layout is None or self._cursor is None:
            return None
        grid = self._layout.matrices[self._mask].grid
        return grid.cell_rect(self._cursor.row, self._cursor.column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End move from cell to cell; Page Up and Down from mask to mask."""
        turn = _TURNS.get(event.key(), 0)
        if self._layout is None or not (turn or self._moved(event.key())):
            super().keyPressEvent(event)
            return
        if turn:
            self._mask = (self._mask + turn) % len(self._layout.pictures)
            self._cursor = Cell(0, 0)
        else:
            self._cursor = self._moved(event.key())
        self.show_ring()
        if self._cursor is not None:
            self.say(mask_sentence(self._layout.pictures[self._mask], self._cursor))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the masks."""
        if self._record is not None:
            pictures = mask_pictures(self._record, self._sentence_index)
            self._layout = paint_masks(painter, rect, pictures, self.theme)

    def sizeHint(self) -> QSize:
        """Room for four matrices."""
        return self.scaled(1200, 400)

    def minimumSizeHint(self) -> QSize:
        """Still legible."""
        return self.scaled(500, 180)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        found = self._layout.cell_at(point) if self._layout else None
        if found is None:
            self.hide_sentence()
            return
        picture, cell, area = found
        self.show_sentence(mask_sentence(picture, cell), point.toPoint(), area)

    def _moved(self, key: int) -> Cell | None:
        if self._layout is None:
            return None
        rows, columns = self._layout.pictures[self._mask].mask.shape
        return moved(self._cursor, key, rows=rows, columns=columns)
