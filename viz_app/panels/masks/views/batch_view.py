"""Rows of padded tokens as a widget that says what is under the mouse or the cell cursor."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.batch_painter import Places, TokenRows, paint_token_rows
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cells_view import CellsView
from viz_app.widgets.picture_view import Still
from viz_app.workbench.state.selection import Cell

LINE = 32
"""Height of a line of tokens, in px at 100 %."""

NOTED_LINE = 46
"""The same with a number under each token."""

GLOSS_LINE = 12
"""What a gloss adds to that."""

PlaceSentence = Callable[[int, int], str]
"""What is said of a row and a place in it."""


class BatchView(CellsView):
    """Tokens of a batch, padding hatched; ``sentence_clicked`` has the line (from 0)."""

    sentence_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows: TokenRows | None = None
        self._say: PlaceSentence = _nothing
        self._places: Places = []
        self._retranslate()

    def set_rows(self, rows: TokenRows | None, say: PlaceSentence) -> None:
        """Show tokens, and how to say one of them."""
        self._rows, self._say, self._places, self._cursor = rows, say, [], None
        self.describe("; ".join(" ".join(row) for row in rows.tokens) if rows else "")
        self.updateGeometry()
        self.redraw()

    def places(self) -> Places:
        """Where everything was painted last."""
        return self._places

    def shown_values(self) -> Tables:
        """Of each sentence its tokens, and which of them are padding, or their positions."""
        return self._rows.tables() if self._rows else ()

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the tokens."""
        if self._rows is not None:
            self._places = paint_token_rows(painter, rect, self._rows, self.theme)

    def still(self, theme: Theme) -> Still | None:
        """The tokens."""
        shown, rect = self._rows, self.picture_rect()
        return (lambda painter: paint_token_rows(painter, rect, shown, theme)) if shown else None

    def picture_rect(self) -> QRectF:
        """The whole widget."""
        return QRectF(self.rect())

    def sizeHint(self) -> QSize:
        """A line for each row."""
        return self.scaled(600, self._height())

    def minimumSizeHint(self) -> QSize:
        """A line for each row."""
        return self.scaled(120, self._height())

    def extent(self) -> tuple[int, int]:
        """Lines, and places of each; a line that is still to come has none."""
        return len(self._places), max((len(line) for line in self._places), default=0)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The token under a point."""
        for line, places in enumerate(self._places):
            for place, area in enumerate(places):
                if area.contains(point):
                    return Cell(line, place)
        return None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a token was painted last."""
        line = self._places[cell.row]
        return line[cell.column] if line else None

    def cell_sentence(self, row: int, column: int) -> str:
        """What is said of a token."""
        shown = self._rows.shown[row] if self._rows else None
        return "" if shown is None else self._say(shown, column)

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a token and say it, if there is one in that line."""
        if self._places[cell.row]:
            super().go_to(cell)
        else:
            self.show_ring()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a sentence."""
        cell = self.cell_at(event.position())
        if cell is not None:
            self.sentence_clicked.emit(cell.row)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("The batch"))

    def _height(self) -> int:
        rows = self._rows
        line = LINE
        if rows is not None and rows.notes:
            line = NOTED_LINE + (GLOSS_LINE if rows.glosses else 0)
        return line * (len(rows.shown) if rows is not None else 2)


def _nothing(row: int, place: int) -> str:
    return ""
