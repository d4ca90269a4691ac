"""A picture of a matrix that can be zoomed and moved: by wheel, by dragging, by keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.zoom import FITTED, Zoom, ZoomedGrid, around, panned
from viz_app.widgets.picture_view import PictureView

CLOSER = 1.25
"""How much larger cells are after one notch of the wheel, or one key."""

NOTCH = 120.0
"""What a wheel says for one notch."""

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
    """Base of a view with zoom. What is in view is the view's own; ``zoomed`` says what it is."""

    zoomed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._zoom = FITTED
        self._pressed: QPointF | None = None
        self._grabbed: ZoomedGrid | None = None

    @property
    def is_zoomed(self) -> bool:
        """Whether only a part is in view."""
        return not self._zoom.is_fitted

    def seen(self) -> ZoomedGrid | None:
        """Which cells are where, as painted last or as about to be painted."""
        raise NotImplementedError

    def become(self, zoom: Zoom) -> ZoomedGrid | None:
        """Arrange the picture for a zoom, and say which cells are where then."""
        raise NotImplementedError

    def middle(self) -> QPointF | None:
        """Around which point keys zoom; None = the middle of what is in view."""
        return None

    def clicked(self, point: QPointF) -> None:
        """The mouse was pressed and let go in one place."""

    def zoom_in(self) -> None:
        """Larger cells."""
        self._zoom_keys(CLOSER)

    def zoom_out(self) -> None:
        """Smaller cells, down to where all fit."""
        self._zoom_keys(1 / CLOSER)

    def fit(self) -> None:
        """Everything in view."""
        self.set_zoom(FITTED)

    def set_zoom(self, zoom: Zoom) -> None:
        """Look at a part, as near to the wanted one as there is."""
        becoming = self.become(zoom)
        before, self._zoom = self._zoom, zoom if becoming is None else becoming.zoom
        self.redraw()
        if self._zoom != before:
            self.zoomed.emit(self._zoom)

    def show_zoom(self, zoom: Zoom) -> None:
        """Look at a part without telling: the nearest that there is, nobody has asked for."""
        if zoom != self._zoom:
            with QSignalBlocker(self):
                self.set_zoom(zoom)

    def zoom_by(self, ratio: float, point: QPointF) -> None:
        """Make cells larger or smaller; what is under a point stays there."""
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
        """With Ctrl zoom, else move what is zoomed: up and down, with Shift to the sides."""
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
        """Perhaps a click, perhaps the start of moving the picture."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move what is zoomed while the button is down; else say what is under the mouse."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        by = event.position() - self._pressed
        if self._grabbed is None and by.manhattanLength() >= QApplication.startDragDistance():
            self._grab()
        if self._grabbed is not None:
            self.set_zoom(panned(self._grabbed, by))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click, unless the picture was moved."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, grabbed = self._pressed, self._grabbed
        self.let_go()
        if pressed is not None and grabbed is None:
            self.clicked(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Everything in view."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.let_go()
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus and minus zoom, 0 shows everything; with Ctrl and without."""
        ratio = _KEYS.get(event.key())
        if ratio is None:
            super().keyPressEvent(event)
        elif ratio:
            self._zoom_keys(ratio)
        else:
            self.fit()

    def let_go(self) -> None:
        """The picture is not being moved any more."""
        self._pressed = self._grabbed = None
        self.unsetCursor()

    def _grab(self) -> None:
        if self.is_zoomed:
            self._grabbed = self.seen()
            self.hide_sentence()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _zoom_keys(self, ratio: float) -> None:
        seen = self.seen()
        if seen is not None:
            self.zoom_by(ratio, self.middle() or seen.viewport.center())
