"""A plot of curves whose numbers are said under the mouse and by the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
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
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.views.curve_ticks import show_ticks
from viz_app.panels.architecture.views.curves import Axis, Curve, covered
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.quiet_plot import QuietPlot
from viz_app.widgets.status_line import tell

Say = Callable[[int], str]

_MOVES: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -(10**6),
    Qt.Key.Key_End: 10**6,
}

_LINES = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.DashLine,
    "dotted": Qt.PenStyle.DotLine,
    "none": Qt.PenStyle.NoPen,
}

LOW = 150
"""A plot lower than this, in px at 100 %, leaves out the name of the axis below."""

OVERHANG = 40
"""How far the texts of the axis below may reach beyond it, in px."""

PADDING = 0.06
"""Of the range, on each side."""


class CurvePlot(QWidget):
    """Curves over one axis. A cursor goes from place to place and says what is there."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty axes."""
        super().__init__(parent)
        self._theme = theme
        self._curves: tuple[Curve, ...] = ()
        self._x, self._y = Axis(), Axis()
        self._places: tuple[float, ...] = ()
        self._say: Say = lambda place: ""
        self._place: int | None = None
        self._shown = False
        self.plot = QuietPlot(self)
        self._cursor = pg.InfiniteLine(angle=90, movable=False)
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self.plot)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot.viewport().setMouseTracking(True)
        self.plot.viewport().installEventFilter(self)
        self.set_theme(theme)

    def show_curves(
        self, curves: Sequence[Curve], *, x: Axis, y: Axis, places: Sequence[float], say: Say
    ) -> None:
        """Draw curves; does not modify state.

        Args:
            curves: those that come later lie above.
            x: the axis below.
            y: the axis at the left.
            places: where on ``x`` the cursor can stand, from left to right.
            say: what there is to say of a place, by its index.
        """
        self._curves, self._x, self._y = tuple(curves), x, y
        self._places, self._say = tuple(places), say
        if self._place is not None and self._place >= len(self._places):
            self._place = None
        self._shown = True
        self._draw()

    def curves(self) -> tuple[Curve, ...]:
        """What is drawn."""
        return self._curves

    def place(self) -> int | None:
        """Where the cursor stands."""
        return self._place

    def point_of(self, x: float, y: float) -> QPoint:
        """Where a point of the axes is, in px of the plot."""
        view = self.plot.getViewBox()
        spot = QPointF(float(self._x.placed(x)), float(self._y.placed(y)))
        return self.plot.mapFromScene(view.mapViewToScene(spot))

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        margin = theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self.plot.set_theme(theme)
        for side in ("bottom", "left"):
            self.plot.getAxis(side).enableAutoSIPrefix(False)
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=OVERHANG)
        self._cursor.setPen(pg.mkPen(theme.soft_text, width=theme.scale, style=_LINES["dashed"]))
        self._draw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse over the plot."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._hover(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self._rest()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End move the cursor."""
        move = _MOVES.get(event.key())
        if move is None or not self._places:
            super().keyPressEvent(event)
            return
        # the first key goes to the first place, unless it is the one that goes to the last
        start = self._place if self._place is not None else -max(0, min(move, 1))
        place = max(0, min(start + move, len(self._places) - 1))
        self._go_to(place)
        self._announce(self._say(place))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide ring and cursor."""
        super().focusOutEvent(event)
        self._rest()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ring around what has the focus."""
        if not self.hasFocus():
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            radius = self._theme.small_radius
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many ticks as have room."""
        super().resizeEvent(event)
        self._show_axes()

    def _draw(self) -> None:
        if not self._shown:
            return
        self.plot.clear()
        for curve in self._curves:
            self._add(curve)
        self.plot.addItem(self._cursor, ignoreBounds=True)
        self._go_to(self._place)
        self._fit()
        self._show_axes()

    def _add(self, curve: Curve) -> None:
        scale, colour = self._theme.scale, QColor(curve.colour)
        pen = pg.mkPen(colour, width=curve.width * scale, style=_LINES[curve.style])
        fill = QColor(self._theme.panel) if curve.hollow else colour
        self.plot.plot(
            self._x.placed(curve.x),
            self._y.placed(curve.y),
            pen=None if curve.style == "none" else pen,
            symbol=curve.symbol or None,
            symbolSize=curve.size * scale,
            symbolBrush=fill,
            symbolPen=pg.mkPen(colour, width=1.4 * scale),
            antialias=True,
        )

    def _fit(self) -> None:
        x = covered([self._x.placed(self._places), *(self._x.placed(c.x) for c in self._curves)])
        y = covered([self._y.placed(curve.y) for curve in self._curves])
        self.plot.setXRange(*x, padding=PADDING)
        self.plot.setYRange(*y, padding=PADDING)

    def _show_axes(self) -> None:
        roomy = self.height() >= LOW * self._theme.scale
        bottom = self._x.name if roomy else ""
        self.plot.name_axes(self._theme, bottom=bottom, left=self._y.name)
        show_ticks(self.plot, self._theme, x=self._x, y=self._y)

    def _hover(self, point: QPoint) -> None:
        if not self._places:
            return
        view = self.plot.getViewBox()
        x = view.mapSceneToView(self.plot.mapToScene(point)).x()
        apart = np.abs(self._x.placed(self._places) - x)
        self._go_to(int(apart.argmin()))
        sentence = self._say(int(apart.argmin()))
        tell(self, sentence)
        viewport = self.plot.viewport()
        QToolTip.showText(viewport.mapToGlobal(point), tool_tip(sentence), viewport)

    def _rest(self) -> None:
        if self._place is not None:
            self._go_to(None)
            tell(self, "")

    def _go_to(self, place: int | None) -> None:
        self._place = place
        self._cursor.setVisible(place is not None)
        if place is not None:
            self._cursor.setValue(float(self._x.placed(self._places[place])))

    def _announce(self, sentence: str) -> None:
        self.setAccessibleDescription(sentence)
        tell(self, sentence)
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))
