"""All heads over time as a picture: click one, or move with the arrow keys and pick with Return."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.head_history import HeadHistorySnapshot
from viz_app.panels.training.replay.painting.head_history import HistoryLayout, paint_history
from viz_app.panels.training.replay.texts import replay as words
from viz_app.storage.value_tables import Tables
from viz_app.widgets.cells_view import CellsView
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.workbench.state.selection import Cell

_PICKS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class HeadHistoryPicture(LaidOut[HistoryLayout], CellsView):
    """Rows are heads, layer by layer; columns are moments. A head is picked by a click or a key."""

    natural, smallest = (460, 320), (240, 180)

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        super().__init__(theme)
        self._intents = intents
        self._snapshot: HeadHistorySnapshot | None = None

    def set_snapshot(self, snapshot: HeadHistorySnapshot | None) -> None:
        """Show heads over time; does not modify state. The same snapshot again costs nothing."""
        if snapshot == self._snapshot:
            return
        self._snapshot, self._layout = snapshot, None
        self._retranslate()
        self.redraw()

    def shown_values(self) -> Tables:
        """Every head at every moment."""
        return (words.history_table(self._snapshot),) if self._snapshot else ()

    def extent(self) -> tuple[int, int]:
        """Heads and moments."""
        if self._snapshot is None:
            return 0, 0
        layers, heads, moments = self._snapshot.values.shape
        return layers * heads, moments

    def first_cell(self) -> Cell:
        """The head in view at the moment on show."""
        shown = self._snapshot
        if shown is None:
            return Cell(0, 0)
        return Cell(shown.layer * shown.values.shape[1] + shown.head, shown.index)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The head and the moment under a point."""
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        """Where a cell was painted last."""
        return self._layout.grid.cell_rect(cell.row, cell.column) if self._layout else None

    def cell_sentence(self, row: int, column: int) -> str:
        """A head's exact number at a moment."""
        if self._snapshot is None:
            return ""
        layer, head = divmod(row, self._snapshot.values.shape[1])
        return words.head_sentence(self._snapshot, layer=layer, head=head, index=column)

    def still(self, theme: Theme) -> Laying[HistoryLayout] | None:
        """All heads."""
        shown, rect = self._snapshot, self.picture_rect()
        return (lambda painter: paint_history(painter, rect, shown, theme)) if shown else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move from cell to cell; Return picks the head."""
        if Qt.Key(event.key()) in _PICKS and self._snapshot is not None:
            self._pick(self._reached() or self.first_cell())
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the head of the row under the mouse."""
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pick(cell)

    def _retranslate(self) -> None:
        if self._snapshot is not None:
            self.setAccessibleName(words.history_name(self._snapshot))
            self.describe(words.history_sentence(self._snapshot))

    def _pick(self, cell: Cell) -> None:
        if self._snapshot is not None:
            place = divmod(cell.row, self._snapshot.values.shape[1])
            self._intents.head_picked.emit(self._snapshot.kind, *place)
