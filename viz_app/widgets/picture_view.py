"""A widget that shows a painted picture: cached, accessible, with a focus ring."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
    QWindow,
)
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from viz_app.design.theme import Theme, frame_theme
from viz_app.pictures.matrix import paint_frame
from viz_app.texts.labels import tool_tip
from viz_app.widgets.layout import tell
from viz_app.widgets.pages import in_turn
from viz_app.widgets.themed import Pictured, Themed, Translated

# ----------------------------------------------------------------------------------- painted later
# Painting a page in a turn of its own: making one and painting it together take long.


def paint_later(place: QWidget) -> None:
    place.setUpdatesEnabled(False)
    in_turn(place, _paint)


class PaintLater:
    """As a context, keeps a widget on screen unchanged until delayed painting inside is done."""

    def __init__(self, place: QWidget) -> None:
        self._place = place

    def __enter__(self) -> None:
        self._place.setUpdatesEnabled(False)

    def __exit__(self, *_: object) -> None:
        in_turn(self._place, _paint)


def _paint(place: QWidget) -> None:
    around = place.parentWidget()
    if around is None or around.updatesEnabled():
        place.setUpdatesEnabled(True)
    else:  # allowed now, it would be painted together with what is around it
        in_turn(place, _paint)


# ------------------------------------------------------------------------------------ picture view


Still = Callable[[QPainter], object]
"""Paints into a view's area."""

LOW = 240
"""A view lower than this, in px at 100 %, has narrow margins."""

_SAME_AS_BEFORE = {
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
}
"""The focus returns to where it was before: the ring is unchanged."""

_BY_HAND = {
    QEvent.Type.MouseMove,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
    QEvent.Type.NativeGesture,
    QEvent.Type.KeyPress,
}
"""Events that refer to the visible picture: positions are known only after painting."""


_CURSOR = {"_cursor", "_index", "_cell", "_column", "_ring"}
"""Attributes of the pictures for the cursor of the keyboard."""


class PictureView(Pictured, Themed, Translated, QWidget):
    """Base of the heatmap views. Subclasses implement :meth:`paint_picture`.

    It says what is under the mouse for a status line; without it, :meth:`resting_sentence`.

    Attributes:
        spared: left out of what is painted, for a figure that paints it by itself.
        natural, smallest: fixed width and height in px at normal size: seen well, just readable.
    """

    spared = False
    natural: tuple[int, int] | None = None
    smallest: tuple[int, int] | None = None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._picture: QPixmap | None = None
        self._ring = self._in_print = False
        self._sentence = self._by_keys = ""
        self._mouse: QPointF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def hovering(self) -> bool:
        """True while a text is shown for the place under the mouse."""
        return bool(self._sentence)

    @property
    def painted(self) -> bool:
        return self._picture is not None

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.redraw()

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        raise NotImplementedError

    def still(self, theme: Theme) -> Still | None:
        """A painter for any theme and thread; None if only the view itself can paint."""
        return None

    def still_with_tokens(self, theme: Theme) -> tuple[QSize, Still] | None:
        """Size and painter of the picture with all tokens; None if it shows them or has none."""
        return None

    def cursor_rect(self) -> QRectF | None:
        return None

    def view_state(self) -> dict[str, object]:
        """Where the cursor is, for a view that takes this one's place."""
        return {name: value for name, value in vars(self).items() if name in _CURSOR}

    def set_view_state(self, state: dict[str, object], *, same: bool) -> None:
        if same:
            vars(self).update(state)
            self.update()

    def hover(self, point: QPointF) -> None: ...

    def resting_sentence(self) -> str:
        return self._by_keys

    def redraw(self) -> None:
        self._picture, self._by_keys = None, ""
        if self.isVisible():
            in_turn(self, QWidget.update)

    def describe(self, sentence: str) -> None:
        if sentence == self.accessibleDescription():
            return
        self.setAccessibleDescription(sentence)
        if self.hasFocus() and sentence:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def say(self, sentence: str) -> None:
        self._by_keys = sentence
        self.describe(sentence)
        tell(self, sentence)

    def show_sentence(self, sentence: str, place: QPoint, area: QRectF) -> None:
        """Show a tool tip at ``place`` while the mouse is in ``area`` (both in px of the view)."""
        if sentence != self._sentence:
            self._sentence = sentence
            tell(self, sentence)
        QToolTip.showText(self.mapToGlobal(place), tool_tip(sentence), self, area.toAlignedRect())

    def hide_sentence(self) -> None:
        if self._sentence:
            self.rest()

    def rest(self) -> None:
        if self._sentence:
            QToolTip.hideText()
        self._sentence, self._mouse = "", None
        tell(self, self.resting_sentence())

    def picture_rect(self) -> QRectF:
        margin = self.margin()
        return QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)

    def margin(self) -> int:
        """Margin around the picture, in px."""
        low = self.height() < LOW * self.theme.scale
        return (2 if low else 4) * frame_theme(self.theme).unit

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self.natural is None else self.scaled(*self.natural)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() if self.smallest is None else self.scaled(*self.smallest)

    def scaled(self, width: int, height: int) -> QSize:
        """A size in px, scaled by the theme."""
        return QSize(round(width * self.theme.scale), round(height * self.theme.scale))

    def set_in_print(self, *, on: bool) -> None:
        """Paint for a figure: vectors instead of pixels, and no focus ring."""
        self._in_print = on

    def event(self, event: QEvent) -> bool:
        if not self.painted and event.type() in _BY_HAND:
            # not repaint(): Qt 6.11 crashes in it where a window that was hidden is not there yet
            self._renewed()
            self.update()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        handle: QWindow | None = self.window().windowHandle()
        if not self.painted and handle is not None and handle.isExposed():
            paint_later(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.spared:
            return
        if self._in_print:
            with QPainter(self) as painter:
                self.paint_picture(painter, self.picture_rect())
            return
        picture = self._picture
        if picture is None or self._is_stale(picture):
            picture = self._renewed()
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, picture)
            if self._ring and self.hasFocus():
                self._paint_ring(painter)
                if (rect := self.cursor_rect()) is not None:
                    paint_frame(painter, rect, self.theme.text, self.theme)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in _SAME_AS_BEFORE:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        if self.resting_sentence() and not self.hovering:
            tell(self, self.resting_sentence())
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.show_ring()
        super().keyPressEvent(event)

    def show_ring(self) -> None:
        self._ring = True
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse = event.position()
        self.hover(self._mouse)

    def leaveEvent(self, event: QEvent) -> None:
        self.hide_sentence()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.redraw()
            tell(self, self.resting_sentence())

    def _retranslate(self) -> None: ...

    def _hover_again(self) -> None:
        if self._mouse is not None and self._sentence and self.painted:
            self.hover(self._mouse)

    def _is_stale(self, picture: QPixmap) -> bool:
        ratio = self.devicePixelRatioF()
        return picture.devicePixelRatio() != ratio or picture.size() != _pixels(self.rect(), ratio)

    def _renewed(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(_pixels(self.rect(), ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        if not picture.isNull():
            with QPainter(picture) as painter:
                self.paint_picture(painter, self.picture_rect())
        self._picture = picture
        if self._sentence:
            QTimer.singleShot(0, self, self._hover_again)
        return picture

    def _paint_ring(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        rect = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.drawRoundedRect(rect, self.theme.small_radius, self.theme.small_radius)


def _pixels(rect: QRect, ratio: float) -> QSize:
    return QSize(round(rect.width() * ratio), round(rect.height() * ratio))


# -------------------------------------------------------------------------------- scrolled picture
# A picture of which parts can be scrolled, by wheel, bar or keys; the rest stays where it is.


NOTCH = 120.0
"""Wheel angle reported for one step."""

PER_NOTCH = 12
"""Units scrolled per wheel step."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A part that scrolls vertically: its area and the height of its content, in px."""

    viewport: QRectF
    content: float

    @property
    def hidden(self) -> int:
        """Maximum scroll offset in px."""
        return max(0, round(self.content - self.viewport.height()))


class ScrolledPicture(PictureView):
    """Base of pictures that may be higher than the view. Subclasses implement :meth:`panes_in`.

    Subclasses call :meth:`arrange` when what they show has changed.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, panes: int = 1) -> None:
        super().__init__(theme, parent)
        self._bars = tuple(QScrollBar(Qt.Orientation.Vertical, self) for _ in range(panes))
        self._panes: tuple[Pane, ...] = ()
        for bar in self._bars:
            bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            bar.setCursor(Qt.CursorShape.ArrowCursor)
            bar.hide()
            bar.valueChanged.connect(self.redraw)

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        raise NotImplementedError

    def scroll_of(self, pane: int = 0) -> float:
        """Scroll offset of a part, in px."""
        return float(self._bars[pane].value())

    def bar(self, pane: int = 0) -> QScrollBar:
        return self._bars[pane]

    def reveal(self, top: float, bottom: float, *, pane: int = 0) -> None:
        """Scroll as little as possible to show ``top`` to ``bottom``, in px of a part."""
        if pane >= len(self._panes):
            return
        bar, room = self._bars[pane], self._panes[pane].viewport.height()
        if top < bar.value():
            bar.setValue(math.floor(top))
        elif bottom > bar.value() + room:
            bar.setValue(math.ceil(min(top, bottom - room)))

    def arrange(self) -> None:
        self._panes = tuple(self.panes_in(super().picture_rect()))
        if any(pane.hidden for pane in self._panes):
            self._panes = tuple(self.panes_in(self._beside_bars()))
        for index, bar in enumerate(self._bars):
            pane = self._panes[index] if index < len(self._panes) else None
            self._fit(bar, pane)

    def picture_rect(self) -> QRectF:
        if any(pane.hidden for pane in self._panes):
            return self._beside_bars()
        return super().picture_rect()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.StyleChange}:
            self.arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        point = event.position()
        for pane, bar in zip(self._panes, self._bars, strict=False):
            if pane.hidden and pane.viewport.top() <= point.y() <= pane.viewport.bottom():
                pixels = event.pixelDelta().y()
                steps = event.angleDelta().y() / NOTCH * PER_NOTCH * self.theme.unit
                bar.setValue(round(bar.value() - (pixels or steps)))
                event.accept()
                return
        event.ignore()

    def _apply_theme(self) -> None:
        super()._apply_theme()
        self.arrange()

    def _beside_bars(self) -> QRectF:
        return super().picture_rect().adjusted(0, 0, -3 * self.theme.unit, 0)

    def _fit(self, bar: QScrollBar, pane: Pane | None) -> None:
        bar.setRange(0, pane.hidden if pane else 0)
        bar.setVisible(bool(pane and pane.hidden))
        if pane is not None:
            area = pane.viewport
            bar.setPageStep(max(1, int(area.height())))
            bar.setSingleStep(4 * self.theme.unit)
            width = 2 * self.theme.unit
            left = self.width() - width - self.theme.unit
            bar.setGeometry(left, round(area.top()), width, round(area.height()))
