"""The focused head as a widget: hover and the arrow keys give the weight of a cell."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.heatmap import (
    HeatmapPicture,
    heatmap_picture,
    margin_sentence,
    picture_description,
    seen_text,
)
from viz_app.panels.attention.pictures.heatmap_layout import HeatmapLayout, layout_focus
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.matrix import FITTED, Zoom, ZoomedGrid, around, panned, revealing
from viz_app.pictures.picture import moved
from viz_app.texts.sentences import best_keys, cell_sentence, picture_sentence
from viz_app.widgets.layout import tell
from viz_app.widgets.picture_view import PaintsPicture, PictureView
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ picked cells
# Which cell a token stands for where only one of its two was picked; which one a key leads to.


def cell_at_row(focus: FocusSnapshot, row: int) -> Cell | None:
    """The row's cell in the cursor's column if allowed, else at the heaviest key, if any."""
    if not focus.columns:
        return None
    if focus.cell is not None and focus.mask[row, focus.cell.column]:
        return Cell(row, focus.cell.column)
    return Cell(row, best_keys(focus, row, count=1)[0])


def cell_at_key(focus: FocusSnapshot, column: int) -> Cell | None:
    """The column's cell in the row in view; None without rows."""
    row = focus.query_row
    return None if row is None else Cell(row, column)


def token_along(at: int, key: int, *, count: int) -> int | None:
    """Token that a key leads to on a side of ``count`` tokens; None for other keys."""
    ends: dict[int, int] = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: count - 1}
    if key in ends:
        return ends[key]
    cell = moved(Cell(at, 0), key, rows=count, columns=1)
    return None if cell is None else cell.row


# ----------------------------------------------------------------------------------- zoomable view
# A picture of a matrix that can be zoomed and moved: by wheel, by dragging, by keys.


CLOSER = 1.25
"""Zoom factor of one notch of the wheel, or of one key."""

NOTCH = 120.0
"""Angle of one notch of a wheel, in eighths of a degree."""

SCROLLED = 48
"""Px at 100 % that one notch moves a zoomed picture by."""

_KEYS: dict[int, float] = {
    Qt.Key.Key_Plus: CLOSER,
    Qt.Key.Key_Equal: CLOSER,
    Qt.Key.Key_Minus: 1 / CLOSER,
    Qt.Key.Key_Underscore: 1 / CLOSER,
    Qt.Key.Key_0: 0.0,
}


class ZoomableView(PictureView):
    """Base of a view with zoom. The view holds its own zoom; ``zoomed`` reports it."""

    zoomed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._zoom = FITTED
        self._pressed: QPointF | None = None
        self._grabbed: ZoomedGrid | None = None

    @property
    def is_zoomed(self) -> bool:
        return not self._zoom.is_fitted

    def seen(self) -> ZoomedGrid | None:
        """Grid as painted last, or as about to be painted."""
        raise NotImplementedError

    def become(self, zoom: Zoom) -> ZoomedGrid | None:
        """Lay out the picture for a zoom and return its grid."""
        raise NotImplementedError

    def middle(self) -> QPointF | None:
        """Fixed point of zooming by keys; None = the middle of what is in view."""
        return None

    def clicked(self, point: QPointF) -> None:
        """The mouse was pressed and released in one place."""

    def zoom_in(self) -> None:
        self._zoom_keys(CLOSER)

    def zoom_out(self) -> None:
        self._zoom_keys(1 / CLOSER)

    def fit(self) -> None:
        self.set_zoom(FITTED)

    def set_zoom(self, zoom: Zoom) -> None:
        """Show a part, as near to ``zoom`` as possible; emit ``zoomed`` if it has changed."""
        becoming = self.become(zoom)
        before, self._zoom = self._zoom, zoom if becoming is None else becoming.zoom
        self.redraw()
        if self._zoom != before:
            self.zoomed.emit(self._zoom)

    def show_zoom(self, zoom: Zoom) -> None:
        """Show a part without emitting ``zoomed``: the user has not asked for it."""
        if zoom != self._zoom:
            with QSignalBlocker(self):
                self.set_zoom(zoom)

    def zoom_by(self, ratio: float, point: QPointF) -> None:
        """Scale the cells by ``ratio``; the content under ``point`` stays there."""
        seen = self.seen()
        factor = self._zoom.factor * ratio
        if seen is None:
            return
        if factor <= 1.0:
            self.fit()
            return
        becoming = self.become(Zoom(factor=factor))
        if becoming is not None:
            self.set_zoom(around(becoming.zoom, point, seen=seen, becoming=becoming))

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
        pressed, grabbed = self._pressed, self._grabbed
        self.let_go()
        if pressed is not None and grabbed is None:
            self.clicked(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.let_go()
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ratio = _KEYS.get(event.key())
        if ratio is None:
            super().keyPressEvent(event)
        elif ratio:
            self._zoom_keys(ratio)
        else:
            self.fit()

    def let_go(self) -> None:
        self._pressed = self._grabbed = None
        self.unsetCursor()

    def _zoom_keys(self, ratio: float) -> None:
        seen = self.seen()
        if seen is not None:
            self.zoom_by(ratio, self.middle() or seen.viewport.center())


# ------------------------------------------------------------------------------------ heatmap view


class HeatmapView(ZoomableView):
    """Shows one head."""

    natural, smallest = HeatmapPicture.natural, HeatmapPicture.smallest

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self._snapshot: FocusSnapshot | None = None
        self._layout: HeatmapLayout | None = None
        self._shape: tuple[int, ...] | None = None
        self._least = (
            0.0  # height of the longest sentence so far: while stepping nothing moves back
        )

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        if snapshot == self._snapshot:
            return
        before, sentence = self._snapshot, self.resting_sentence()
        self._snapshot, self._layout = snapshot, None
        if before is None or snapshot is None or snapshot.columns != before.columns:
            self._least = 0.0
        self._look_at(before)
        picture = heatmap_picture(snapshot, part=self._part()) if snapshot else None
        self.set_picture(picture)
        if self._cell() != (before.cell if before else None) or snapshot is None:
            self.rest()
        elif self.resting_sentence() != sentence and not self.hovering:
            tell(self, self.resting_sentence())

    def sentence(self) -> str:
        return picture_sentence(self._snapshot) if self._snapshot else ""

    def resting_sentence(self) -> str:
        return self.sentence() if self._cell() else ""

    def layout_now(self) -> HeatmapLayout | None:
        return self._layout

    def zoomed_picture(self) -> HeatmapPicture | None:
        """As it is on screen."""
        picture = self.picture
        if not isinstance(picture, HeatmapPicture):
            return None
        return replace(picture, zoom=self._zoom, told_room=self._least)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        picture = self.zoomed_picture()
        if picture is not None:
            self._layout = picture.paint(painter, rect, self.theme)
            self._zoom, self._least = self._layout.zoom, self._layout.sentence.height()

    def make_painter(self, theme: Theme) -> PaintsPicture | None:
        picture, rect = self.zoomed_picture(), self.picture_rect()
        return None if picture is None else lambda painter: picture.paint(painter, rect, theme)

    def hover(self, point: QPointF) -> None:
        shown, layout = self._snapshot, self._layout
        cell = self._cell_at(point)
        if shown is None or layout is None:
            self.hide_sentence()
        elif cell is not None:
            area = layout.grid.cell_rect(cell.row, cell.column) & layout.viewport
            self.show_sentence(cell_sentence(shown, cell), point.toPoint(), area)
        elif sentence := margin_sentence(shown, layout, point):
            at = point.toPoint()
            self.show_sentence(sentence, at, QRectF(at.x() - 1, at.y() - 1, 3, 3))
        else:
            self.hide_sentence()

    def clicked(self, point: QPointF) -> None:
        cell = self._cell_at(point)
        if cell is not None:
            self._pick(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._snapshot and self._snapshot.cell:
            self._pick(None)
            return
        cell = self._moved(event.key())
        if cell is None:
            super().keyPressEvent(event)
            return
        self.show_ring()
        self._pick(cell)

    def _apply_theme(self) -> None:
        # The height of a sentence depends on the font.
        self._least = 0.0
        super()._apply_theme()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._layout, self._least = None, 0.0
        super().resizeEvent(event)

    def seen(self) -> ZoomedGrid | None:
        layout, shown = self._layout, self._snapshot
        return layout.seen if layout and shown and shown.weights.size else None

    def become(self, zoom: Zoom) -> ZoomedGrid | None:
        if self._snapshot is None or not self._snapshot.weights.size:
            return None
        rect, least = self.picture_rect(), self._least
        self._layout = layout_focus(rect, self._snapshot, self.theme, zoom=zoom, least=least)
        return self._layout.seen

    def set_zoom(self, zoom: Zoom) -> None:
        if self._snapshot is None:  # it is for a picture that is not here yet
            self._shape = None
        super().set_zoom(zoom)
        if self._snapshot is not None:
            self.describe(picture_description(self._snapshot, part=self._part()))

    def middle(self) -> QPointF | None:
        cell, seen = self._cell(), self.seen()
        if cell is None or seen is None:
            return None
        place = seen.grid.middle(cell.row, cell.column)
        return place if seen.viewport.contains(place) else None

    def _retranslate(self) -> None:
        if self._snapshot is not None:
            self.set_picture(heatmap_picture(self._snapshot, part=self._part()))

    def _look_at(self, before: FocusSnapshot | None) -> None:
        """Show a picture of another shape whole; else keep the cursor, or the step, in view."""
        shown = self._snapshot
        if shown is None:
            return
        if shown.weights.shape != self._shape:
            known, self._shape = self._shape is not None, shown.weights.shape
            self.let_go()
            if self.is_zoomed and known:
                self.fit()
                self._layout = None
        seen = self.become(self._zoom) if self.is_zoomed else None
        if seen is None or before is None:
            return
        if shown.cell is not None and shown.cell != before.cell:
            self.set_zoom(revealing(seen, row=shown.cell.row, column=shown.cell.column))
        elif shown.cell is None and shown.marked_row not in {None, before.marked_row}:
            self.set_zoom(revealing(seen, row=shown.marked_row or 0))

    def _pick(self, cell: Cell | None) -> None:
        if self._snapshot is not None:
            self.intents.cell_picked.emit(self._snapshot.kind, cell)

    def _moved(self, key: int) -> Cell | None:
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

    def _part(self) -> str:
        return seen_text(self._layout) if self._layout is not None and self.is_zoomed else ""
