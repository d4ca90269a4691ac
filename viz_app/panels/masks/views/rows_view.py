"""The table of a query without keys, as a widget whose mask can be clicked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting import rows_painter
from viz_app.panels.masks.shown import RowsShown
from viz_app.storage.value_tables import Tables
from viz_app.texts.sentences import head_title
from viz_app.texts.visible_token import visible
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.state.selection import Cell

_ENTERS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class RowsView(LaidOut[rows_painter.RowsLayout], PictureView):
    """Three rules for one row; a key is flipped in the mask, or entered in any line."""

    natural, smallest = (900, 380), (400, 220)

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__(theme)
        self._intents = intents
        self._shown: RowsShown | None = None
        self._lines: tuple[rows_painter.RowLine, ...] = ()
        self._cell: Cell | None = None
        self._retranslate()

    def set_shown(self, shown: RowsShown) -> None:
        """Show a row. The cursor stays while the keys are the same."""
        before, self._shown = self._shown, shown
        self._lines, self._layout = rows_painter.row_lines(shown), None
        if before is None or before.keys != shown.keys:
            self._cell = None
        self._describe()
        self.redraw()

    def still(self, theme: Theme) -> Laying[rows_painter.RowsLayout] | None:
        """The table."""
        shown, lines, rect = self._shown, self._lines, self.picture_rect()
        if shown is None or not lines:
            return None
        keys, glosses = shown.keys, shown.key_glosses
        return lambda painter: rows_painter.paint_rows(
            painter, rect, lines, keys, theme, glosses=glosses
        )

    def shown_values(self) -> Tables:
        """The lines of the table."""
        if self._shown is None or not self._lines:
            return ()
        keys, name = self._shown.keys, self.accessibleName()
        return (rows_painter.rows_table(self._lines, keys, name=name),)

    def caption_parts(self) -> tuple[str, ...]:
        """Which query of which head."""
        if self._shown is None:
            return super().caption_parts()
        place, row = self._shown.place, self._shown.row
        query = self.tr("query {number}: {token}").format(
            number=row + 1, token=visible(self._shown.queries[row])
        )
        head = head_title(place.kind, layer=place.layer, head=place.head)
        return (*super().caption_parts(), head, query)

    def cursor_rect(self) -> QRectF | None:
        """The cell that the arrow keys have reached."""
        if self._layout is None or self._cell is None:
            return None
        return self._layout.grid_of(self._cell.row).cell_rect(0, self._cell.column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End move from cell to cell; Enter flips the key."""
        if event.key() in _ENTERS and self._cell is not None:
            self._intents.key_flipped.emit(self._cell.column)
            return
        cell = self._moved(event.key())
        if cell is None:
            super().keyPressEvent(event)
            return
        self._cell = cell
        self.show_ring()
        self.say(self._said(cell))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Flip a key of the mask, the first line."""
        cell = self._layout.cell_at(event.position()) if self._layout else None
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._cell = cell
        if cell.row == 0:
            self._intents.key_flipped.emit(cell.column)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        cell = self._layout.cell_at(point) if self._layout else None
        hand = cell is not None and cell.row == 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if cell is None or self._layout is None:
            self.hide_sentence()
            return
        area = self._layout.grid_of(cell.row).cell_rect(0, cell.column)
        self.show_sentence(self._said(cell), point.toPoint(), area)

    def resting_sentence(self) -> str:
        """The cursor's cell."""
        return self._said(self._cell) if self._cell is not None else ""

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("A row without keys under three rules"))
        if self._shown is not None:
            self._lines = rows_painter.row_lines(self._shown)
            self._describe()

    def _moved(self, key: int) -> Cell | None:
        """Where a key leads; headings are passed over."""
        if self._shown is None:
            return None
        rows = [number for number, line in enumerate(self._lines) if line.picture is not None]
        now = None if self._cell is None else Cell(rows.index(self._cell.row), self._cell.column)
        cell = moved(now, key, rows=len(rows), columns=len(self._shown.keys))
        return None if cell is None else Cell(rows[cell.row], cell.column)

    def _said(self, cell: Cell) -> str:
        if self._shown is None or cell.row >= len(self._lines):
            return ""
        return rows_painter.rows_sentence(self._shown, self._lines[cell.row], cell.column)

    def _describe(self) -> None:
        """Where the cursor is, else what the rules make of the row."""
        if self._cell is not None:
            self.describe(self._said(self._cell))
            return
        headings = (line for line in self._lines if line.picture is None)
        self.describe(" ".join(f"{line.name}: {line.words}" for line in headings))
