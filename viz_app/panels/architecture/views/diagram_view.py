"""The diagram as a widget: click or arrow keys choose a block."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

from model.lessons.architecture.record import Block
from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.painting.layout import (
    layout_architecture,
    smallest_height,
    smallest_width,
)
from viz_app.panels.architecture.painting.painter import DiagramPicture, paint_architecture
from viz_app.panels.architecture.painting.places import ArchitectureLayout
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import BlockPlace
from viz_app.panels.architecture.texts.blocks import block_sentence, block_table, unfold_sentence
from viz_app.storage.value_tables import Tables
from viz_app.widgets.picture_view import PictureView, Still

_ALONG: dict[int, int] = {
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_End: 10**6,
    Qt.Key.Key_Home: -(10**6),
}
"""Up is the way of the computation."""

_LAYERS: dict[int, int] = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}


class DiagramView(PictureView):
    """The model like the paper's figure 1, with one layer unfolded."""

    natural = (620, 560)

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self._snapshot: ArchitectureSnapshot | None = None
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show a model."""
        self._snapshot = snapshot
        chosen = snapshot.chosen()
        if snapshot.record is not None and chosen is not None:
            self.describe(block_sentence(chosen, snapshot.record))
        self._fit()
        self.redraw()

    def layout_now(self) -> ArchitectureLayout | None:
        """Where everything of the newest snapshot is, painted already or not."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return None
        rect = self.picture_rect()
        return layout_architecture(rect, snapshot.record, snapshot.layer, self.theme)

    def chosen_place(self) -> QRectF | None:
        """Where the chosen block is."""
        layout, chosen = self.layout_now(), self._snapshot.chosen() if self._snapshot else None
        return layout.place_of(chosen) if layout is not None and chosen is not None else None

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the diagram."""
        still = self.still(self.theme)
        if still is not None:
            still(painter)

    def still(self, theme: Theme) -> Still | None:
        """The diagram."""
        picture, rect = self._picture_now(), self.picture_rect()
        if picture is None:
            return None
        return lambda painter: paint_architecture(painter, rect, picture, theme)

    def shown_values(self) -> Tables:
        """Parameters and work of every block of the diagram."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return ()
        config = snapshot.record.config
        return (block_table(snapshot.shown(), config, name=self.accessibleName()),)

    def hover(self, point: QPointF) -> None:
        """Say what is under the mouse."""
        layout, record = self.layout_now(), self._snapshot.record if self._snapshot else None
        placed = layout.block_at(point) if layout else None
        plate = layout.plate_at(point) if layout else None
        if placed is not None and record is not None:
            self.show_sentence(block_sentence(placed.block, record), point.toPoint(), placed.rect)
        elif plate is not None and self._snapshot is not None:
            text = unfold_sentence(plate.nearest(self._snapshot.layer))
            self.show_sentence(text, point.toPoint(), plate.rect)
        else:
            self.hide_sentence()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a block, or unfold a layer."""
        layout = self.layout_now()
        if layout is None or self._snapshot is None:
            return
        placed, plate = layout.block_at(event.position()), layout.plate_at(event.position())
        if placed is not None:
            self.intents.block_picked.emit(BlockPlace.of(placed.block))
        elif plate is not None:
            self.intents.layer_picked.emit(plate.nearest(self._snapshot.layer))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down along the computation, left and right to the other side, Page keys: layer."""
        block = self._reached(event.key())
        if block is not None:
            self.show_ring()
            self.intents.block_picked.emit(BlockPlace.of(block))
        elif event.key() in _LAYERS and self._snapshot is not None and self._snapshot.record:
            self._turn_layer(_LAYERS[event.key()])
        else:
            super().keyPressEvent(event)

    def _dress(self) -> None:
        super()._dress()
        self._fit()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Diagram of the model"))

    def _turn_layer(self, step: int) -> None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return
        layer = snapshot.layer + step
        if 0 <= layer < snapshot.record.config.deepest:
            self.show_ring()
            self.intents.layer_picked.emit(layer)

    def _reached(self, key: int) -> Block | None:
        """The block that a key leads to; None when it leads nowhere."""
        layout, chosen = self.layout_now(), self._snapshot.chosen() if self._snapshot else None
        if layout is None or chosen is None:
            return None
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return _across(layout, chosen, right=key == Qt.Key.Key_Right)
        blocks = [placed.block for placed in layout.blocks]
        move = _ALONG.get(key)
        if move is None:
            return None
        return blocks[max(0, min(blocks.index(chosen) + move, len(blocks) - 1))]

    def _picture_now(self) -> DiagramPicture | None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return None
        return DiagramPicture(
            record=snapshot.record,
            layer=snapshot.layer,
            chosen=snapshot.chosen(),
            beside=snapshot.own.beside,
        )

    def _fit(self) -> None:
        """Room in which everything can be read; a smaller window scrolls."""
        record = self._snapshot.record if self._snapshot else None
        if self._snapshot is None or record is None:
            return
        margins = 8 * self.theme.unit
        height = smallest_height(record, self._snapshot.layer, self.theme) + margins
        self.setMinimumSize(round(smallest_width(self.theme) + margins), round(height))


def _across(layout: ArchitectureLayout, block: Block, *, right: bool) -> Block | None:
    """The block of the other side that is nearest in height; None when that side is not there."""
    place = layout.place_of(block)
    if place is None or right == (block.side == "decoder"):
        return None
    other, height = layout.decoder if right else layout.encoder, place.center().y()
    nearest = min(
        other.blocks, key=lambda there: abs(there.rect.center().y() - height), default=None
    )
    return None if nearest is None else nearest.block
