"""Pictures of masks side by side, as a widget: read, and where asked for clicked, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.mask_painter import MasksLayout, paint_masks
from viz_app.panels.masks.painting.mask_pictures import MaskPicture
from viz_app.storage.value_tables import Tables
from viz_app.texts.sentences import titled
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.state.selection import Cell

TileSentence = Callable[[int, Cell], str]
"""What is said of a picture (from 0) and one of its cells."""

_TURNS: dict[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""From picture to picture."""

_ENTERS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class TilesView(LaidOut[MasksLayout], PictureView):
    """Shows :class:`MaskPicture` s.

    Signals:
        cell_picked: a picture (from 0) and the :class:`Cell` of it that was clicked, or reached
            by keyboard and entered.
    """

    natural, smallest = (1200, 400), (400, 200)

    cell_picked = Signal(int, object)

    def __init__(
        self, theme: Theme, *, clickable: bool = False, parent: QWidget | None = None
    ) -> None:
        """With ``clickable`` the first picture is large, and its cells can be clicked."""
        super().__init__(theme, parent)
        self._pictures: tuple[MaskPicture, ...] = ()
        self._say: TileSentence = _nothing
        self._cursor: Cell | None = None
        self._index = 0
        self._clickable = clickable
        self._retranslate()

    def set_pictures(self, pictures: Sequence[MaskPicture], say: TileSentence) -> None:
        """Show pictures, and how to say their cells.

        The cursor stays while its picture is as large as before.
        """
        before, self._pictures = self._pictures, tuple(pictures)
        self._say, self._layout = say, None
        if _shape(before, self._index) != _shape(self._pictures, self._index):
            self._cursor, self._index = None, 0
        self._describe()
        self.redraw()

    def shown_values(self) -> Tables:
        """Masks, scores and weights."""
        return tuple(picture.table() for picture in self._pictures)

    def caption_parts(self) -> tuple[str, ...]:
        """What each of them is."""
        titles = tuple(picture.title for picture in self._pictures)
        return (*super().caption_parts(), ", ".join(titles)) if titles else ()

    def cursor_rect(self) -> QRectF | None:
        """The cell that the arrow keys have reached."""
        if self._layout is None or self._cursor is None:
            return None
        grid = self._layout.matrices[self._index].grid
        return grid.cell_rect(self._cursor.row, self._cursor.column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End move in a picture, Page Up and Down between them; Enter picks."""
        key = event.key()
        turn = _TURNS.get(key, 0)
        if key in _ENTERS and self._cursor is not None:
            self.cell_picked.emit(self._index, self._cursor)
        elif turn and self._pictures:
            self._index = (self._index + turn) % len(self._pictures)
            self._go_to(Cell(0, 0))
        elif (cell := self._moved(key)) is not None:
            self._go_to(cell)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the cell under the mouse; the keyboard goes on from there."""
        found = self._found(event.position())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._index, self._cursor, _ = found
        self.cell_picked.emit(self._index, self._cursor)

    def still(self, theme: Theme) -> Laying[MasksLayout] | None:
        """All that it shows is kept."""
        shown, rect = self._pictures, self.picture_rect()
        if not shown:
            return None
        large = self._clickable
        return lambda painter: paint_masks(painter, rect, shown, theme, first_large=large)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        found = self._found(point)
        hand = self._clickable and found is not None and found[0] == 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if found is None:
            self.hide_sentence()
            return
        picture, cell, area = found
        self.show_sentence(self._say(picture, cell), point.toPoint(), area)

    def resting_sentence(self) -> str:
        """The cursor's cell."""
        return self._say(self._index, self._cursor) if self._cursor is not None else ""

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Masks"))

    def _go_to(self, cell: Cell) -> None:
        self._cursor = cell
        self.show_ring()
        self.say(self._say(self._index, cell))

    def _found(self, point: QPointF) -> tuple[int, Cell, QRectF] | None:
        found = self._layout.cell_at(point) if self._layout else None
        if found is None:
            return None
        picture, cell, area = found
        return self._pictures.index(picture), cell, area

    def _moved(self, key: int) -> Cell | None:
        if not self._pictures:
            return None
        rows, columns = self._pictures[self._index].mask.shape
        return moved(self._cursor, key, rows=rows, columns=columns)

    def _describe(self) -> None:
        """Where the cursor is, else what the pictures are."""
        if self._cursor is not None:
            self.describe(self._say(self._index, self._cursor))
            return
        parts = (titled(picture.title, picture.explanation) for picture in self._pictures)
        self.describe(" ".join(parts))


def _nothing(picture: int, cell: Cell) -> str:
    return ""


def _shape(pictures: Sequence[MaskPicture], index: int) -> tuple[int, ...]:
    return pictures[index].mask.shape if index < len(pictures) else ()
