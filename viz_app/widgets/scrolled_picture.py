"""A picture of which parts can be scrolled, by wheel, bar or keys; the rest stays where it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.picture_view import PictureView

NOTCH = 120.0
"""What a wheel reports for one step."""

PER_NOTCH = 12
"""Units that one step of a wheel scrolls by."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A part that is scrolled up and down: where it is, and how much there is of it, in px."""

    viewport: QRectF
    content: float

    @property
    def hidden(self) -> int:
        """How far it can be scrolled."""
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
        """The parts that are scrolled, when the picture is in ``rect``."""
        raise NotImplementedError

    def scroll_of(self, pane: int = 0) -> float:
        """How many px of a part are hidden above."""
        return float(self._bars[pane].value())

    def bar(self, pane: int = 0) -> QScrollBar:
        """The scroll bar of a part; hidden while all of it is in view."""
        return self._bars[pane]

    def reveal(self, top: float, bottom: float, *, pane: int = 0) -> None:
        """Scroll as little as needed to show what is between two heights of a part, in px."""
        if pane >= len(self._panes):
            return
        bar, room = self._bars[pane], self._panes[pane].viewport.height()
        if top < bar.value():
            bar.setValue(math.floor(top))
        elif bottom > bar.value() + room:
            bar.setValue(math.ceil(min(top, bottom - room)))

    def arrange(self) -> None:
        """Fit the bars to what is shown."""
        self._panes = tuple(self.panes_in(super().picture_rect()))
        if any(pane.hidden for pane in self._panes):
            self._panes = tuple(self.panes_in(self._beside_bars()))
        for index, bar in enumerate(self._bars):
            pane = self._panes[index] if index < len(self._panes) else None
            self._fit(bar, pane)

    def picture_rect(self) -> QRectF:
        """The view without its margins and the bars."""
        if any(pane.hidden for pane in self._panes):
            return self._beside_bars()
        return super().picture_rect()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size has other parts in view."""
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Texts of another language need other room."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.StyleChange}:
            self.arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the part under the mouse."""
        point = event.position()
        for pane, bar in zip(self._panes, self._bars, strict=False):
            if pane.hidden and pane.viewport.top() <= point.y() <= pane.viewport.bottom():
                pixels = event.pixelDelta().y()
                steps = event.angleDelta().y() / NOTCH * PER_NOTCH * self.theme.unit
                bar.setValue(round(bar.value() - (pixels or steps)))
                event.accept()
                return
        event.ignore()

    def _dress(self) -> None:
        super()._dress()
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
