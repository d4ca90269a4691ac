"""A picture made of parts in a row, each of which is told under the mouse and from the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.picture_view import PictureView


class PartsView(PictureView):
    """Base of such pictures. Subclasses implement :meth:`paint_parts` and :meth:`part_sentence`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._places: Sequence[QRectF] = ()
        self._cursor: int | None = None

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

    def cursor_rect(self) -> QRectF | None:
        """The part that the arrow keys have reached, while there is one."""
        if self._cursor is None or self._cursor >= len(self._places):
            return None
        return self._places[self._cursor]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End move from part to part and say each."""
        before = None if self.cursor_rect() is None else Cell(0, self._cursor or 0)
        cell = moved(before, event.key(), rows=1, columns=len(self._places))
        if cell is None:
            super().keyPressEvent(event)
            return
        self._cursor = cell.column
        self.show_ring()
        self.say(self.part_sentence(cell.column))

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        for index, place in enumerate(self._places):
            if place.contains(point):
                self.show_sentence(self.part_sentence(index), point.toPoint(), place)
                return
        self.hide_sentence()
