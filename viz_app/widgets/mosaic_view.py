"""All heads of a kind as a widget: click one, or move with the arrow keys."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import PeakPixels
from viz_app.pictures.mosaic import Mosaic, mosaic_picture
from viz_app.pictures.mosaic_layout import HeadSpot, MosaicLayout
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.interventions import Scope
from viz_app.workbench.snapshots.attention import MosaicSnapshot


class MosaicView(PictureView):
    """Shows layers × heads of a kind, by layer or measure; ``head_picked`` counts both from 0.

    The keys go on from the head that is chosen in the window, and there is no cursor.
    """

    head_picked = Signal(object, int, int)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        titled: bool = False,
        tokens: bool = False,
    ) -> None:
        super().__init__(theme, parent, of=Mosaic)
        self._titled, self._tokens = titled, tokens
        self._pixels = PeakPixels()

    def set_snapshot(self, snapshot: MosaicSnapshot | None) -> None:
        """Show all heads; does not modify state. An equal snapshot is not painted again."""
        if snapshot is None:
            self._pixels = PeakPixels()
            self.hide_sentence()
            self.set_picture(None)
        else:
            shown = mosaic_picture(snapshot, titled=self._titled, tokens=self._tokens)
            self.set_picture(shown)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        # The cache is this thread's: a figure is painted without it.
        mosaic = self.picture
        if isinstance(mosaic, Mosaic):
            mosaic = replace(mosaic, pixels=self._pixels)
            self._spots = mosaic.paint(painter, rect, self.theme)

    def hover(self, point: QPointF) -> None:
        over_head = isinstance(self.spots().at(point), HeadSpot)
        hand = Qt.CursorShape.PointingHandCursor
        self.setCursor(hand if over_head else Qt.CursorShape.ArrowCursor)
        super().hover(point)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = self.spots().at(event.position())
        if isinstance(spot, HeadSpot) and event.button() == Qt.MouseButton.LeftButton:
            self._pick(spot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        to = None
        if isinstance(self.picture, Mosaic):
            shown = self.picture.snapshot
            to = self.spots().moved(HeadSpot(shown.layer, shown.head), event.key())
        if to is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self.rest()  # what is under the mouse is not meant
        self._pick(to)

    def scope_at(self, point: QPointF | None) -> Scope | None:
        """What interventions are for at a point; None = the head in view."""
        if not isinstance(self.picture, Mosaic):
            return None
        shown, spots = self.picture.snapshot, self.spots()
        if point is None:
            return Scope(shown.kind, shown.layer, shown.head)
        spot = spots.at(point)
        if isinstance(spot, HeadSpot):
            cell, columns = spot.cell, shown.projection.columns if shown.projection else ()
            column = columns[cell.column][0] if cell and cell.column < len(columns) else None
            return Scope(shown.kind, spot.layer, spot.head).at(shown.trace, column)
        layer = spots.layer_at(point) if isinstance(spots, MosaicLayout) else None
        return None if layer is None else Scope(shown.kind, layer)

    def _pick(self, spot: HeadSpot) -> None:
        if isinstance(self.picture, Mosaic):
            self.head_picked.emit(self.picture.snapshot.kind, spot.layer, spot.head)
