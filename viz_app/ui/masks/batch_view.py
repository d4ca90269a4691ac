"""Rows of padded tokens as a widget that says what is under the mouse or the cell cursor."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.mask_batch_painter import Places, TokenRows, paint_token_rows
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.picture_view import PictureView

LINE = 32
"""Height of a line of tokens, in px at 100 %."""

NOTED_LINE = 46
"""The same with a number under each token."""

Sentence = Callable[[int, int], str]
"""What is said of a row and a place in it."""


class BatchView(PictureView):
    """Tokens of a batch, padding hatched.

    Signals:
        sentence_clicked: the line (from 0) that was clicked.
    """

    sentence_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows: TokenRows | None = None
        self._say: Sentence = _nothing
        self._places: Places = []
        self._cursor: Cell | None = None
        self.retranslate()

    def set_rows(self, rows: TokenRows | None, say: Sentence) -> None:
        """Show tokens, and how to say one of them; does not modify state."""
        self._rows, self._say, self._places, self._cursor = rows, say, [], None
        self.describe("; ".join(" ".join(row) for row in rows.tokens) if rows else "")
        self.updateGeometry()
        self.redraw()

    def places(self) -> Places:
        """Where everything was painted last."""
        return self._places

    def retranslate(self) -> None:
        """The name in the current language."""
        self.setAccessibleName(self.tr("The batch"))

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the tokens."""
        if self._rows is not None:
            self._places = paint_token_rows(painter, rect, self._rows, self.theme)

    def picture_rect(self) -> QRectF:
        """The whole widget."""
        return QRectF(self.rect())

    def sizeHint(self) -> QSize:
        """A line for each row."""
        return self.scaled(600, self._height())

    def minimumSizeHint(self) -> QSize:
        """A line for each row."""
        return self.scaled(120, self._height())

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        cell = self._cell_at(point)
        if cell is None:
            self.hide_sentence()
            return
        area = self._places[cell.row][cell.column]
        self.show_sentence(self._sentence_of(cell), point.toPoint(), area)

    def cursor_rect(self) -> QRectF | None:
        """The token that the arrow keys have reached."""
        cell = self._cursor
        return None if cell is None or not self._places else self._places[cell.row][cell.column]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a sentence."""
        cell = self._cell_at(event.position())
        if cell is not None:
            self.sentence_clicked.emit(cell.row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End move from token to token and say each."""
        filled = [line for line in self._places if line]
        columns = len(filled[0]) if filled else 0
        cell = moved(self._cursor, event.key(), rows=len(self._places), columns=columns)
        if cell is None:
            super().keyPressEvent(event)
            return
        if self._places[cell.row]:
            self._cursor = cell
            self.say(self._sentence_of(cell))
        self.show_ring()

    def _sentence_of(self, cell: Cell) -> str:
        row = self._rows.shown[cell.row] if self._rows else None
        return "" if row is None else self._say(row, cell.column)

    def _height(self) -> int:
        rows = self._rows
        line = NOTED_LINE if rows is not None and rows.notes else LINE
        return line * (len(rows.shown) if rows is not None else 2)

    def _cell_at(self, point: QPointF) -> Cell | None:
        for line, places in enumerate(self._places):
            for place, area in enumerate(places):
                if area.contains(point):
                    return Cell(line, place)
        return None


def _nothing(row: int, place: int) -> str:
    return ""
