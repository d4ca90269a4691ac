"""All heads of a kind as a widget: click one, or move with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures import mosaic_layout
from viz_app.pictures.mosaic_painter import paint_mosaic
from viz_app.pictures.mosaic_tokens import labelled_size
from viz_app.pictures.pooling import PeakPixels
from viz_app.storage.value_tables import Tables
from viz_app.texts import mosaic_sentences
from viz_app.texts.sentences import cell_sentence
from viz_app.widgets.cell_keys import moved
from viz_app.widgets.laid_out import LaidOut, Laying
from viz_app.widgets.picture_view import PictureView, Still
from viz_app.workbench.snapshots.pictures import MosaicSnapshot, focus_of
from viz_app.workbench.state.selection import Cell

_ALONG: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Heads in an order of their own are one long line: it goes on in the next row."""


class MosaicView(LaidOut[mosaic_layout.MosaicLayout], PictureView):
    """Shows layers × heads of a kind, by layer or measure; ``head_picked`` counts both from 0."""

    natural, smallest = (800, 430), (180, 140)

    head_picked = Signal(object, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._snapshot: MosaicSnapshot | None = None
        self._titled = False
        self._pixels = PeakPixels()
        self._retranslate()

    def set_snapshot(self, snapshot: MosaicSnapshot | None) -> None:
        """Show all heads; does not modify state. The same snapshot again costs nothing."""
        if snapshot == self._snapshot:
            return
        self._snapshot, self._layout = snapshot, None
        self._describe()
        self.redraw()
        if snapshot is None:
            self._pixels = PeakPixels()
            self.hide_sentence()

    def set_titled(self, titled: bool) -> None:
        """Say above the tiles which kind they show, as is needed where several kinds are shown."""
        if titled != self._titled:
            self._titled, self._layout = titled, None
            self.redraw()

    def shown_values(self) -> Tables:
        """The weights."""
        from viz_app.texts.heads_values import mosaic_values  # only who takes them along needs it

        return mosaic_values(self._snapshot) if self._snapshot else ()

    def caption_parts(self) -> tuple[str, ...]:
        """Kind, layer and heads, and how weights became colours."""
        from viz_app.texts.picture_caption import heads_shown

        return (*heads_shown(self._snapshot), *self.said_too) if self._snapshot else ()

    def layout_now(self) -> mosaic_layout.MosaicLayout | None:
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
        if tile is not None:
            return mosaic_sentences.head_sentence(self._snapshot, layer=tile[0], head=tile[1])
        over_header = self._layout.header.contains(point)
        return mosaic_sentences.header_sentence(self._snapshot) if over_header else ""

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint all heads."""
        if self._snapshot is not None:
            self._layout = paint_mosaic(
                painter,
                rect,
                self._snapshot,
                self.theme,
                titled=self._titled,
                pixels=self._pixels,
            )

    def still(self, theme: Theme) -> Laying[mosaic_layout.MosaicLayout] | None:
        """All that it shows is kept."""
        shown, rect = self._snapshot, self.picture_rect()
        if shown is None:
            return None
        titled = self._titled
        return lambda painter: paint_mosaic(painter, rect, shown, theme, titled=titled)

    def still_with_tokens(self, theme: Theme) -> tuple[QSize, Still] | None:
        """All heads with the tokens of both axes, as large as these need."""
        shown, margin = self._snapshot, self.margin()
        if shown is None:
            return None
        inner = labelled_size(shown, theme)
        place = QRectF(QPointF(margin, margin), QSizeF(inner))
        size = inner.grownBy(QMargins(margin, margin, margin, margin))
        return size, lambda painter: paint_mosaic(painter, place, shown, theme, labelled=True)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        sentence = self.sentence_at(point)
        over_tile = self._layout is not None and self._layout.tile_at(point) is not None
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if over_tile else Qt.CursorShape.ArrowCursor
        )
        if not sentence:
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
        self.head_picked.emit(self._snapshot.kind, *to)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("All heads"))
        self._describe()

    def _moved(self, key: int) -> mosaic_layout.TileAt | None:
        """The layer and the head that a key leads to, as they are shown."""
        shown = self._snapshot
        if shown is None:
            return None
        order, slots = mosaic_layout.head_order(shown), self._layout_of(shown).slots
        place = order.index((shown.layer, shown.head))
        along = _ALONG.get(key)
        if shown.is_sorted and along is not None:
            return order[max(0, min(place + along, len(order) - 1))]
        to = moved(Cell(*divmod(place, slots.columns)), key, rows=slots.rows, columns=slots.columns)
        return order[to.row * slots.columns + to.column] if to is not None else None

    def _layout_of(self, shown: MosaicSnapshot) -> mosaic_layout.MosaicLayout:
        """Where everything is, painted or not."""
        return self._layout or mosaic_layout.layout_mosaic(
            self.picture_rect(), shown, self.theme, titled=self._titled
        )

    def _describe(self) -> None:
        if self._snapshot is not None:
            self.describe(mosaic_sentences.mosaic_sentence(self._snapshot))
