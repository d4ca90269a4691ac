"""Pictures of a head as widgets; the heatmap is zoomed by wheel and keys, and dragged."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.captions import HeadPicture
from viz_app.panels.attention.pictures.heatmap import (
    HeatmapPicture,
    heatmap_picture,
    picture_description,
)
from viz_app.panels.attention.pictures.heatmap_layout import HeatmapLayout, layout_focus
from viz_app.panels.attention.room import ONE_KIND, AttentionHandle, picture_cell_picked
from viz_app.pictures.matrix import FITTED, Zoom, ZoomedGrid, around, panned, revealing
from viz_app.pictures.picture import Spot, moved
from viz_app.widgets.layout import tell
from viz_app.widgets.picture_view import NOTCH, PictureView
from viz_app.workbench.changes.interventions import Scope
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

# --------------------------------------------------------------------------------------- head view


class HeadView(PictureView):
    """Base of such pictures: the cell that is chosen in the window takes the place of a cursor."""

    def __init__(self, theme: Theme, room: AttentionHandle, of: type[HeadPicture]) -> None:
        super().__init__(theme, of=of)
        self._pick_cell = room.does(picture_cell_picked)
        self._snapshot: FocusSnapshot | None = None

    @property
    def focus(self) -> FocusSnapshot | None:
        """What is shown: the snapshot with the choice of heads of this view."""
        return self.picture.focus if isinstance(self.picture, HeadPicture) else None

    def picture_of(self, snapshot: FocusSnapshot) -> HeadPicture:
        raise NotImplementedError

    def moved(self, focus: FocusSnapshot, event: QKeyEvent) -> Spot | None:
        """What a key leads to; None for other keys, and without tokens."""
        raise NotImplementedError

    def choose(self, focus: FocusSnapshot, spot: Spot) -> None:
        """Move the window's cursor to what was clicked, or reached by a key."""
        raise NotImplementedError

    def reveal_chosen(self) -> None:
        """Scroll to the chosen token, else to the row in view."""

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        if snapshot == self._snapshot:
            return
        before, sentence = self.focus, self.resting_sentence()
        self._snapshot = snapshot
        self.set_picture(None if snapshot is None else self.picture_of(snapshot))
        if snapshot is None:
            self.describe("")
        focus = self.focus
        cell, row = (focus.cell, focus.query_row) if focus is not None else (None, None)
        cell_before, row_before = (before.cell, before.query_row) if before else (None, None)
        if (cell, row) != (cell_before, row_before):
            self.reveal_chosen()
        if cell != cell_before or focus is None:
            self.rest()
        elif self.resting_sentence() != sentence and not self.hovering:
            tell(self, self.resting_sentence())

    def sentence(self) -> str:
        return self.picture.sentence() if isinstance(self.picture, HeadPicture) else ""

    def resting_sentence(self) -> str:
        focus = self.focus
        return self.sentence() if focus is not None and focus.cell is not None else ""

    def sizeHint(self) -> QSize:
        # not that of a figure, which has room for every token: it takes long to find out
        return self.scaled(*HeadPicture.natural)

    def scope_at(self, point: QPointF | None) -> Scope | None:
        """What interventions are for at a point, with its key; None = at the cursor."""
        focus = self.focus
        if focus is None:
            return None
        head = focus.head if focus.combination == "head" else None
        column = focus.cell.column if focus.cell and point is None else None
        if point is not None:
            column = self.key_at(focus, point)
        columns = focus.projection.columns if focus.projection else ()
        token = columns[column][0] if column is not None and column < len(columns) else None
        return Scope(focus.kind, focus.layer, head).at(focus.trace, token)

    def key_at(self, focus: FocusSnapshot, point: QPointF) -> int | None:
        """The column of the key at a point."""
        column: int | None = getattr(self.spots().at(point), "column", None)
        return column

    def pick(self, cell: Cell | None) -> None:
        if self._snapshot is not None:
            self._pick_cell(self._snapshot.kind, cell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reveal_chosen()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        focus = self.focus
        if focus is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(focus, self.spots().at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = self.focus
        if focus is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape and focus.cell is not None:
            self.pick(None)
        elif (spot := self.moved(focus, event)) is not None:
            self.show_ring()
            self.choose(focus, spot)
        else:
            super().keyPressEvent(event)


# ------------------------------------------------------------------------------------ heatmap view


CLOSER = 1.25
"""Zoom factor of one notch of the wheel, or of one key."""

SCROLLED = 48
"""Px at 100 % that one notch moves a zoomed picture by."""

_KEYS: dict[int, float] = {
    Qt.Key.Key_Plus: CLOSER,
    Qt.Key.Key_Equal: CLOSER,
    Qt.Key.Key_Minus: 1 / CLOSER,
    Qt.Key.Key_Underscore: 1 / CLOSER,
    Qt.Key.Key_0: 0.0,
}


class HeatmapView(HeadView):
    """Shows one head as a matrix. It holds its own zoom, and has it stored."""

    def __init__(self, theme: Theme, room: AttentionHandle, where: str = ONE_KIND) -> None:
        """``where`` is the key that its zoom is stored under."""
        super().__init__(theme, room, HeatmapPicture)
        self.setAccessibleName(self.tr("Focused head"))
        self._where, self._store = where, room.zoom
        self._zoom = self._stored = FITTED
        self._layout: HeatmapLayout | None = None
        self._shape: tuple[int, ...] | None = None
        # height of the longest sentence so far: while stepping nothing moves back
        self._least = 0.0
        self._pressed: QPointF | None = None
        self._grabbed: ZoomedGrid | None = None

    @property
    def is_zoomed(self) -> bool:
        return not self._zoom.is_fitted

    def picture_of(self, snapshot: FocusSnapshot) -> HeatmapPicture:
        before = self.focus
        if before is None or snapshot.columns != before.columns:
            self._least = 0.0
        self._layout = None
        self._look_at(snapshot, before)
        return heatmap_picture(snapshot, part=self._part())

    def shown_picture(self) -> HeatmapPicture | None:
        picture = self.picture
        if not isinstance(picture, HeatmapPicture):
            return None
        return replace(picture, zoom=self._zoom, told_room=self._least)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        super().paint_picture(painter, rect)
        if isinstance(self._spots, HeatmapLayout):
            self._layout = layout = self._spots
            self._zoom, self._least = layout.zoom, layout.sentence.height()

    def seen(self) -> ZoomedGrid | None:
        """The cells in view; None without cells."""
        if self._layout is None:
            self._layout = self._laid_out(self._zoom)
        shown = self._snapshot is not None and self._snapshot.weights.size
        return self._layout.seen if shown and self._layout is not None else None

    def zoom_in(self) -> None:
        self._zoom_keys(CLOSER)

    def zoom_out(self) -> None:
        self._zoom_keys(1 / CLOSER)

    def fit(self) -> None:
        self.set_zoom(FITTED)

    def set_zoom(self, zoom: Zoom) -> None:
        """Show a part, as near to ``zoom`` as possible, and store it if it has changed."""
        before = self._zoom
        self._become(zoom)
        if self._zoom != before:
            self._store(self._where, self._stored, self._zoom)

    def show_zoom(self, zoom: Zoom) -> None:
        self._stored = zoom
        if zoom != self._zoom:
            self._become(zoom)

    def zoom_by(self, ratio: float, point: QPointF) -> None:
        """Scale the cells by ``ratio``; the content under ``point`` stays there."""
        seen, factor = self.seen(), self._zoom.factor * ratio
        if seen is None:
            return
        if factor <= 1.0:
            self.fit()
            return
        becoming = self._laid_out(Zoom(factor=factor))
        if becoming is not None:
            self.set_zoom(around(becoming.zoom, point, seen=seen, becoming=becoming.seen))

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta, keys = event.angleDelta(), event.modifiers()
        seen = self.seen()
        if keys & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(CLOSER ** (delta.y() / NOTCH), event.position())
        elif self.is_zoomed and seen is not None:
            aside = bool(keys & Qt.KeyboardModifier.ShiftModifier) and not delta.x()
            by = QPointF(delta.y(), 0.0) if aside else QPointF(delta)
            self.set_zoom(panned(seen, by * (SCROLLED * self.theme.scale / NOTCH)))
        else:
            event.ignore()
            return
        self.hide_sentence()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        by = event.position() - self._pressed
        far = by.manhattanLength() >= QApplication.startDragDistance()
        if self._grabbed is None and far and self.is_zoomed:
            self._grabbed = self.seen()
            self.hide_sentence()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._grabbed is not None:
            self.set_zoom(panned(self._grabbed, by))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, grabbed, focus = self._pressed, self._grabbed, self.focus
        self._let_go()
        if pressed is not None and grabbed is None and focus is not None:
            self.choose(focus, self.spots().at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._let_go()
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ratio = _KEYS.get(event.key())
        if ratio is None:
            super().keyPressEvent(event)
        elif ratio:
            self._zoom_keys(ratio)
        else:
            self.fit()

    def moved(self, focus: FocusSnapshot, event: QKeyEvent) -> Cell | None:
        start = Cell(focus.marked_row or 0, 0)
        rows, columns = len(focus.rows), len(focus.columns)
        return moved(focus.cell, event.key(), rows=rows, columns=columns, start=start)

    def choose(self, focus: FocusSnapshot, spot: Spot) -> None:
        if isinstance(spot, Cell):
            self.pick(spot)

    def key_at(self, focus: FocusSnapshot, point: QPointF) -> int | None:
        # also the name above a column; in the encoder a row has the name of a key, too
        layout = self._layout
        if layout is None:
            return None
        cells, grid = layout.viewport, layout.grid
        if focus.kind == "encoder" and point.x() < cells.left():
            cell = grid.cell_at(QPointF(cells.left() + 1, point.y()))
            return None if cell is None else cell.row
        cell = grid.cell_at(QPointF(point.x(), max(point.y(), cells.top() + 1)))
        return None if cell is None else cell.column

    def lit_spot(self) -> Spot | None:
        return super().lit_spot() or (self.focus.cell if self.focus else None)

    def cursor_rect(self) -> QRectF | None:
        return None  # the picture has a frame around the cell

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._layout, self._least = None, 0.0
        super().resizeEvent(event)

    def _laid_out(self, zoom: Zoom) -> HeatmapLayout | None:
        focus, rect = self._snapshot, self.picture_rect()
        if focus is None or not focus.weights.size:
            return None
        return layout_focus(rect, focus, self.theme, zoom=zoom, least=self._least)

    def _become(self, zoom: Zoom) -> None:
        if self._snapshot is None:  # it is for a picture that is not here yet
            self._shape = None
        self._layout = self._laid_out(zoom)
        self._zoom = zoom if self._layout is None else self._layout.zoom
        self.redraw()
        if self._snapshot is not None:
            self.describe(picture_description(self._snapshot, part=self._part()))

    def _zoom_keys(self, ratio: float) -> None:
        """The cell under the cursor, if it is in view, else the middle of the view stays there."""
        seen, cell = self.seen(), self._snapshot.cell if self._snapshot else None
        if seen is None:
            return
        middle = seen.viewport.center()
        if cell is not None:
            place = seen.grid.middle(cell.row, cell.column)
            middle = place if seen.viewport.contains(place) else middle
        self.zoom_by(ratio, middle)

    def _look_at(self, shown: FocusSnapshot, before: FocusSnapshot | None) -> None:
        """Show a picture of another shape whole; else keep the cursor, or the step, in view."""
        if shown.weights.shape != self._shape:
            known, self._shape = self._shape is not None, shown.weights.shape
            self._let_go()
            if self.is_zoomed and known:
                self.fit()
        seen = self.seen() if self.is_zoomed else None
        if seen is None or before is None:
            return
        if shown.cell is not None and shown.cell != before.cell:
            self.set_zoom(revealing(seen, row=shown.cell.row, column=shown.cell.column))
        elif shown.cell is None and shown.marked_row not in {None, before.marked_row}:
            self.set_zoom(revealing(seen, row=shown.marked_row or 0))

    def _let_go(self) -> None:
        self._pressed = self._grabbed = None
        self.unsetCursor()

    def _part(self) -> str:
        if not self.is_zoomed or self.seen() is None or self._layout is None:
            return ""
        return self._layout.seen_text
