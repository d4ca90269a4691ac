"""All heads of a kind as a widget: click one, or move with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.state.attention_view import MosaicSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.mosaic_painter import MosaicLayout, paint_mosaic
from viz_app.ui.texts.sentences import cell_sentence, focus_of, head_title, kind_explanation, titled
from viz_app.ui.widgets.cell_keys import moved
from viz_app.ui.widgets.picture_view import PictureView


class MosaicView(PictureView):
    """Shows all layers × heads of a kind.

    Signals:
        head_picked: kind, layer and head (from 0) that were clicked or moved to.
    """

    head_picked = Signal(object, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._snapshot: MosaicSnapshot | None = None
        self._layout: MosaicLayout | None = None
        self.retranslate()

    def set_snapshot(self, snapshot: MosaicSnapshot | None) -> None:
        """Show all heads; does not modify state. The same snapshot again costs nothing."""
        if snapshot == self._snapshot:
            return
        self._snapshot, self._layout = snapshot, None
        self._describe()
        self.redraw()
        if snapshot is None:
            self.hide_sentence()

    def retranslate(self) -> None:
        """Name and description in the current language."""
        self.setAccessibleName(self.tr("All heads"))
        self._describe()

    def layout_now(self) -> MosaicLayout | None:
        """Where everything was painted last."""
        return self._layout

    def sentence_at(self, point: QPointF) -> str:
        """What is under a point of the view: a cell's weight, or a head."""
        if self._snapshot is None or self._layout is None:
            return ""
        found = self._layout.cell_at(point)
        if found is not None:
            layer, head, cell = found
            return cell_sentence(focus_of(self._snapshot, layer=layer, head=head), cell)
        tile = self._layout.tile_at(point)
        if tile is None:
            return ""
        return head_title(self._snapshot.kind, layer=tile[0], head=tile[1])

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint all heads."""
        if self._snapshot is not None:
            self._layout = paint_mosaic(painter, rect, self._snapshot, self.theme)

    def sizeHint(self) -> QSize:
        """Room for three layers of eight heads."""
        return self.scaled(800, 430)

    def minimumSizeHint(self) -> QSize:
        """Still legible."""
        return self.scaled(300, 140)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        sentence = self.sentence_at(point)
        over_tile = bool(sentence)
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if over_tile else Qt.CursorShape.ArrowCursor
        )
        if not over_tile:
            self.hide_sentence()
            return
        place = point.toPoint()
        self.show_sentence(sentence, place, QRectF(place.x() - 1, place.y() - 1, 3, 3))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a head."""
        if self._snapshot is None or self._layout is None:
            return
        tile = self._layout.tile_at(event.position())
        if tile is not None and event.button() == Qt.MouseButton.LeftButton:
            self.head_picked.emit(self._snapshot.kind, *tile)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End, Page Up and Page Down move from head to head."""
        to = self._moved(event.key())
        if to is None or self._snapshot is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self.head_picked.emit(self._snapshot.kind, to.row, to.column)

    def _moved(self, key: int) -> Cell | None:
        """Where a key leads: a layer as row and a head as column."""
        shown = self._snapshot
        if shown is None:
            return None
        layers, heads = shown.weights.shape[:2]
        return moved(Cell(shown.layer, shown.head), key, rows=layers, columns=heads)

    def _describe(self) -> None:
        shown = self._snapshot
        if shown is not None:
            title = head_title(shown.kind, layer=shown.layer, head=shown.head)
            self.describe(titled(title, kind_explanation(shown.kind)))
