"""A widget that shows a painted picture: cached, accessible, with a focus ring."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEvent,
    QMargins,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
    Signal,
)
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
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from viz_app.design.theme import Theme, frame_theme
from viz_app.pictures.matrix import paint_frame
from viz_app.pictures.picture import NO_SPOTS, Pane, Picture, Spot, Spots, dim_others, scaled
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip
from viz_app.widgets.layout import tell
from viz_app.widgets.themed import Pictured, Themed, Translated

PaintsPicture = Callable[[QPainter], object]
"""Paints into a view's area."""

LOW = 240
"""A view lower than this, in px at 100 %, has narrow margins."""

NOTCH = 120.0
"""Wheel angle reported for one step."""

PER_NOTCH = 12
"""Units scrolled per wheel step."""

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

_PICKING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


SPOTLIGHT = "spotlight"
"""Property of a window whose pictures dim the cells outside one row and one column."""


_CURSOR = {"_at", "_cursor", "_index", "_cell", "_column", "_ring"}
"""Attributes of the pictures for the cursor of the keyboard."""


class PictureView(Pictured, Themed, Translated, QWidget):
    """Shows a :class:`Picture`: cached, with a cursor moved by keys, scrolled if it is higher.

    The part under the mouse or the cursor is said in the status line and in a tool tip. Views
    with gestures of their own are subclasses; until all pictures are values, some override
    :meth:`paint_picture` instead of being given a picture.

    Attributes:
        picked: a part was clicked, or chosen by Enter or Space; if the view ``follows``, also where
            the keys go.
        pointed: the part under the mouse or the cursor has changed; None without one.
        spared: left out of what is painted, for a figure that paints it by itself.
        natural, smallest: fixed width and height in px at normal size: seen well, just readable.
    """

    picked = Signal(object)
    pointed = Signal(object)

    spared = False
    natural: tuple[int, int] | None = None
    smallest: tuple[int, int] | None = None

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        of: type[Picture] | None = None,
        picks: bool = False,
        follows: bool = False,
        margin: int | None = None,
    ) -> None:
        """Make a view without a picture.

        Args:
            theme: in whose colours and sizes it is painted.
            parent: of the widget.
            of: the class of the pictures that are shown, for the view's size.
            picks: whether parts can be picked.
            follows: whether a key that moves the cursor picks.
            margin: around the picture, in units; None = by the view's height.
        """
        super().__init__(parent)
        self.theme = theme
        if of is not None:
            self.natural, self.smallest = of.natural, of.smallest
        self._value: Picture | None = None
        self._picks, self._follows, self._margin = picks or follows, follows, margin
        self._spots: Spots = NO_SPOTS
        self._at: Spot | None = None
        self._over: Spot | None = None
        self._picture: QPixmap | None = None
        self._ring = self._in_print = False
        self._sentence = self._by_keys = ""
        self._mouse: QPointF | None = None
        self._bars: list[QScrollBar] = []
        self._panes: tuple[Pane, ...] = ()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def picture(self) -> Picture | None:
        return self._value

    @property
    def hovering(self) -> bool:
        """True while a text is shown for the place under the mouse."""
        return bool(self._sentence)

    @property
    def pointed_at(self) -> QPointF | None:
        """The point under the mouse, while a text is shown for it."""
        return self._mouse if self.hovering else None

    @property
    def painted(self) -> bool:
        return self._picture is not None

    def shown_picture(self) -> Picture | None:
        """The picture; of subclasses with what only they know: a zoom, what is under the mouse."""
        return self._value

    def set_picture(self, picture: Picture | None) -> None:
        """Show a picture; the cursor stays while its part is there. Does not modify state."""
        if picture is not None and picture == self._value:
            return
        self._value, self._spots = picture, NO_SPOTS
        if picture is not None:
            self.of_translation = picture.of_translation
            if picture.title:
                self.setAccessibleName(picture.title)
            if picture.chosen is not None:
                self._at = picture.chosen
            self.updateGeometry()
        self.arrange()
        self.redraw()
        if picture is not None:
            reached = self._at is not None and self.hasFocus()
            self.describe((reached and self.resting_sentence()) or picture.note)

    def spots(self) -> Spots:
        """Where the parts of the picture are, in px of the view."""
        if self._value is not None and (self._picture is None or self._is_stale(self._picture)):
            self._renewed()
        return self._spots

    def cursor_spot(self) -> Spot | None:
        """The part that the keys have reached, while it is there."""
        return self._at if self._at is not None and self._at in self.spots() else None

    def lit_spot(self) -> Spot | None:
        """The part under the mouse, else that of the cursor."""
        return self._over if self._over is not None else self.cursor_spot()

    def shown_values(self) -> Tables:
        return self._value.tables() if self._value else super().shown_values()

    def caption_parts(self) -> tuple[str, ...]:
        if self._value is None:
            return super().caption_parts()
        return (*self._value.caption(), *self.extra_caption)

    def make_painter(self, theme: Theme) -> PaintsPicture | None:
        """A painter for any theme and thread; None if only the view itself can paint."""
        picture, rect = self.shown_picture(), self.picture_rect()
        if picture is None:
            return None
        offsets = [self.scroll_of(pane) for pane in range(len(self._panes))]
        return lambda painter: picture.paint_scrolled(painter, rect, theme, offsets)

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        paint = self.make_painter(self.theme) if self._value is not None else None
        spots = paint(painter) if paint is not None else None
        self._spots = spots if isinstance(spots, Spots) else NO_SPOTS

    def still_with_tokens(self, theme: Theme) -> tuple[QSize, PaintsPicture] | None:
        """Size and painter of the picture with all tokens; None if it shows them or has none."""
        picture, margin = self._value.with_tokens() if self._value else None, self.margin()
        if picture is None:
            return None
        inner = picture.size(theme)
        place = QRectF(QPointF(margin, margin), QSizeF(inner))
        size = inner.grownBy(QMargins(margin, margin, margin, margin))
        return size, lambda painter: picture.paint(painter, place, theme)

    def view_state(self) -> dict[str, object]:
        """Where the cursor is, for a view that takes this one's place."""
        return {name: value for name, value in vars(self).items() if name in _CURSOR}

    def set_view_state(self, state: dict[str, object], *, same: bool) -> None:
        if same:
            vars(self).update(state)
            self.update()

    def redraw(self) -> None:
        self._picture, self._by_keys = None, ""
        self.update()
        if self._at is not None and self.hasFocus() and not self.hovering:
            tell(self, self.resting_sentence())

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.redraw()
        self.arrange()

    def cursor_rect(self) -> QRectF | None:
        spot = self.cursor_spot()
        return None if spot is None else self.spots().rect(spot)

    def hover(self, point: QPointF) -> None:
        spots, picture = self.spots(), self._value
        spot = spots.at(point)
        if self._picks:
            hand = spot is not None and picture is not None and picture.can_pick(spot)
            shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
        self._point_to(spot)
        sentence = picture.say(spot) if picture is not None and spot is not None else ""
        if not sentence:
            self.hide_sentence()
            return
        area = spots.rect(spot)
        if area is None or not area.contains(point):  # near to a point of a curve
            area = QRectF(point.x(), point.y(), 1, 1)
        self.show_sentence(sentence, point.toPoint(), area)

    def resting_sentence(self) -> str:
        spot = self.cursor_spot()
        return self._by_keys if spot is None or not self._value else self._value.say(spot)

    def go_to(self, spot: Spot) -> None:
        """Move the cursor to a part, scroll to it, and say it."""
        self._at = spot
        self.show_ring()
        self._point_to(spot)
        rect, pane = self.spots().rect(spot), self.spots().pane(spot)
        if rect is not None and pane < len(self._panes):
            top = self._panes[pane].viewport.top() - self.scroll_of(pane)
            self.reveal(rect.top() - top, rect.bottom() - top, pane=pane)
        if self._value is not None:
            self.say(self._value.say(spot))

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
        self._point_to(None)
        tell(self, self.resting_sentence())

    def _point_to(self, spot: Spot | None) -> None:
        if spot != self._over:
            self._over = spot
            self.pointed.emit(spot)
            if self.window().property(SPOTLIGHT):
                self.update()

    def _hover_again(self) -> None:
        if self._mouse is not None and self._sentence and self.painted:
            self.hover(self._mouse)

    def picture_rect(self) -> QRectF:
        if any(pane.hidden for pane in self._panes):
            return self._beside_bars()
        return self._inner_rect()

    def margin(self) -> int:
        """Margin around the picture, in px."""
        if self._margin is not None:
            return self._margin * self.theme.unit
        low = self.height() < LOW * self.theme.scale
        return (2 if low else 4) * frame_theme(self.theme).unit

    def sizeHint(self) -> QSize:
        if self._value is not None:
            return self._value.size(self.theme)
        return super().sizeHint() if self.natural is None else self.scaled(*self.natural)

    def minimumSizeHint(self) -> QSize:
        if self._value is not None:
            return self._value.least(self.theme)
        return super().minimumSizeHint() if self.smallest is None else self.scaled(*self.smallest)

    def scaled(self, width: int, height: int) -> QSize:
        """A size in px, scaled by the theme."""
        return scaled((width, height), self.theme)

    def _inner_rect(self) -> QRectF:
        margin = self.margin()
        return QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)

    def panes_in(self, rect: QRectF) -> Sequence[Pane]:
        """The parts that may be higher than their place in ``rect``."""
        picture = self.shown_picture()
        return picture.panes(rect, self.theme) if picture is not None else ()

    def scroll_of(self, pane: int = 0) -> float:
        """Scroll offset of a part, in px."""
        return float(self._bars[pane].value()) if pane < len(self._bars) else 0.0

    def bar(self, pane: int = 0) -> QScrollBar:
        while pane >= len(self._bars):
            bar = QScrollBar(Qt.Orientation.Vertical, self)
            bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            bar.setCursor(Qt.CursorShape.ArrowCursor)
            bar.hide()
            bar.valueChanged.connect(self.redraw)
            self._bars.append(bar)
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
        """Find out what has to be scrolled, after a change of the picture or of the size."""
        self._panes = tuple(self.panes_in(self._inner_rect()))
        if any(pane.hidden for pane in self._panes):
            self._panes = tuple(self.panes_in(self._beside_bars()))
        for index in range(max(len(self._bars), len(self._panes))):
            self._fit_bar(self.bar(index), self._panes[index] if index < len(self._panes) else None)

    def _beside_bars(self) -> QRectF:
        return self._inner_rect().adjusted(0, 0, -3 * self.theme.unit, 0)

    def _fit_bar(self, bar: QScrollBar, pane: Pane | None) -> None:
        bar.setRange(0, pane.hidden if pane else 0)
        bar.setVisible(bool(pane and pane.hidden))
        if pane is not None:
            area = pane.viewport
            bar.setPageStep(max(1, int(area.height())))
            bar.setSingleStep(4 * self.theme.unit)
            width = 2 * self.theme.unit
            left = self.width() - width - self.theme.unit
            bar.setGeometry(left, round(area.top()), width, round(area.height()))

    def set_in_print(self, *, on: bool) -> None:
        """Paint for a figure: vectors instead of pixels, and no focus ring."""
        self._in_print = on

    def event(self, event: QEvent) -> bool:
        if not self.painted and event.type() in _BY_HAND:
            # not repaint(): Qt 6.11 crashes in it where a window that was hidden is not there yet
            self._renewed()
            self.update()
        return super().event(event)

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
            if self.window().property(SPOTLIGHT):
                dim_others(painter, self._spots, self.lit_spot(), self.theme)
            if self._ring and self.hasFocus():
                self._paint_ring(painter)
                if (rect := self.cursor_rect()) is not None:
                    paint_frame(painter, rect, self.theme.text, self.theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in _SAME_AS_BEFORE:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        if self.resting_sentence() and not self.hovering:
            tell(self, self.resting_sentence())
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at = self.cursor_spot()
        if self._picks and event.key() in _PICKING and at is not None:
            self.picked.emit(at)
            return
        to = self.spots().moved(at, event.key())
        # with Alt they are the window's
        if to is not None and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.go_to(to)
            if self._follows and to != at:
                self.picked.emit(to)
            return
        self.show_ring()
        super().keyPressEvent(event)

    def show_ring(self) -> None:
        self._ring = True
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        spot = self.spots().at(event.position()) if self._picks and left else None
        if spot is None:
            super().mousePressEvent(event)
            return
        self._at = spot
        if self._value is not None and self._value.can_pick(spot):
            self.picked.emit(spot)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse = event.position()
        self.hover(self._mouse)

    def leaveEvent(self, event: QEvent) -> None:
        self.hide_sentence()
        self._point_to(None)

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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.redraw()
            tell(self, self.resting_sentence())
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.StyleChange}:
            self.arrange()

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
