"""The focused head as a widget: hover tells a cell's weight, arrow keys move the cell cursor."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.state.attention_view import FocusSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.heatmap_layout import HeatmapLayout
from viz_app.ui.painting.heatmap_painter import paint_focus
from viz_app.ui.texts.sentences import cell_sentence, picture_sentence
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.picture_view import PictureView


class HeatmapView(PictureView):
    """Shows one head.

    Signals:
        cell_picked: the :class:`Cell` that was clicked or moved to by keyboard; None by Escape.
    """

    cell_picked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._snapshot: FocusSnapshot | None = None
        self._layout: HeatmapLayout | None = None
        self.retranslate()

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        """Show a head; does not modify state. The same snapshot again costs nothing."""
        if snapshot == self._snapshot:
            return
        before, cell = self.resting_sentence(), self._cell()
        self._snapshot, self._layout = snapshot, None
        self.describe(self.sentence())
        self.redraw()
        if self._cell() != cell or snapshot is None:
            self.rest()
        elif self.resting_sentence() != before and not self.hovering:
            self.sentence_changed.emit(self.resting_sentence())

    def cell_sentence(self, row: int, column: int) -> str:
        """A cell's exact value, tokens, layer, head and kind. Indices count from 0."""
        return cell_sentence(self._snapshot, Cell(row, column)) if self._snapshot else ""

    def sentence(self) -> str:
        """What is in view: the cursor's cell, else where the head looks."""
        return picture_sentence(self._snapshot) if self._snapshot else ""

    def resting_sentence(self) -> str:
        """The cursor's cell."""
        return self.sentence() if self._cell() else ""

    def layout_now(self) -> HeatmapLayout | None:
        """Where everything was painted last."""
        return self._layout

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the head."""
        if self._snapshot is not None:
            self._layout = paint_focus(painter, rect, self._snapshot, self.theme)

    def sizeHint(self) -> QSize:
        """Room for a sentence of a dozen words."""
        return self.scaled(540, 430)

    def minimumSizeHint(self) -> QSize:
        """Still legible."""
        return self.scaled(300, 140)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        cell = self._cell_at(point)
        if cell is None or self._layout is None:
            self.hide_sentence()
            return
        area = self._layout.grid.cell_rect(cell.row, cell.column)
        text = self.cell_sentence(cell.row, cell.column)
        self.show_sentence(text, point.toPoint(), area)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the cursor on a cell."""
        cell = self._cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.cell_picked.emit(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End, Page Up and Page Down move the cursor; Escape takes it away."""
        if event.key() == Qt.Key.Key_Escape and self._snapshot and self._snapshot.cell:
            self.cell_picked.emit(None)
            return
        cell = self._moved(event.key())
        if cell is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self.cell_picked.emit(cell)

    def retranslate(self) -> None:
        """Name and description in the current language."""
        self.setAccessibleName(self.tr("Focused head"))
        self.describe(self.sentence())

    def _moved(self, key: int) -> Cell | None:
        """Where a key leads; the first move starts at the row in view."""
        shown = self._snapshot
        if shown is None:
            return None
        start = Cell(shown.marked_row or 0, 0)
        rows, columns = len(shown.rows), len(shown.columns)
        return moved(shown.cell, key, rows=rows, columns=columns, start=start)

    def _cell(self) -> Cell | None:
        return self._snapshot.cell if self._snapshot else None

    def _cell_at(self, point: QPointF) -> Cell | None:
        if self._layout is None or self._snapshot is None or not self._snapshot.rows:
            return None
        return self._layout.cell_at(point)
