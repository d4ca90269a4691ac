"""A plot of curves whose numbers are said under the mouse and by the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

import numpy as np
import numpy.typing as npt
from pyqtgraph import PlotDataItem
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
from viz_app.pictures.curves import Curve, PlotAxis, Reach, curve_table, line_pen
from viz_app.storage.value_tables import Tables
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.cell_keys import ACROSS
from viz_app.widgets.quiet_plot import QuietPlot
from viz_app.widgets.status_line import tell
from viz_app.widgets.themed import Themed

Say = Callable[[int], str]

OVERHANG = 40
"""How far the texts of the axis below may reach beyond it, in px."""


class CurvePlot(Themed, QWidget):
    """Curves over one axis. A cursor goes from place to place and says what is there."""

    low = 150
    """Lower than this, in px at 100 %, the name of the axis below is left out."""

    enters_at_end = False
    """Whether the first arrow key goes to the last place instead of the first one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._curves: tuple[Curve, ...] = ()
        self._items: list[PlotDataItem] = []
        self._axes = PlotAxis(), PlotAxis()
        self._fitted: tuple[PlotAxis, PlotAxis, Reach, Reach] | None = None
        self._places = np.empty(0)
        self._say: Say = lambda place: ""
        self._place: int | None = None
        self._in_print = False
        self.plot = QuietPlot(theme, self)
        self._cursor = self.plot.standing_line()
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self.plot, 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot.viewport().setMouseTracking(True)
        self.plot.viewport().installEventFilter(self)
        CurvePlot._dress(self)  # a subclass has not made its parts yet

    def show_curves(
        self, curves: Sequence[Curve], *, x: PlotAxis, y: PlotAxis, places: npt.ArrayLike, say: Say
    ) -> None:
        """Draw curves; does not modify state.

        Args:
            curves: those that come later lie above; one that is the same as before is not drawn
                anew.
            x: the axis below.
            y: the axis at the left.
            places: where on ``x`` the cursor can stand, from left to right.
            say: what there is to say of a place, by its index.
        """
        before, self._curves = self._curves, tuple(curves)
        scales = [axis.log for axis in self._axes]
        self._anew |= scales != [x.log, y.log] or before != self._curves
        self._axes = x, y
        self._places, self._say = np.asarray(places, np.float64), say
        if self._place is not None and self._place >= len(self._places):
            self._place = None
        self._draw(before)

    def curves(self) -> tuple[Curve, ...]:
        """What is drawn."""
        return self._curves

    def tables(self) -> Tables:
        """The points of the curves that have names; none without a curve."""
        named = any(curve.name for curve in self._curves)
        table = curve_table(self._curves, self._axes[0], name=self.accessibleName())
        return (table,) if named else ()

    def place(self) -> int | None:
        """Where the cursor stands."""
        return self._place

    def set_in_print(self, *, on: bool) -> None:
        """Paint points as lines, not as pixels, and no ring around what has the keyboard."""
        self._in_print = on
        for item in self._items:
            item.scatter.setExportMode(on, {"antialias": True})

    def point_of(self, x: float, y: float) -> QPoint:
        """Where a point of the axes is, in px of the plot."""
        below, left = self._axes
        spot = QPointF(float(below.placed(x)), float(left.placed(y)))
        return self.plot.mapFromScene(self.plot.getViewBox().mapViewToScene(spot))

    def place_at(self, point: QPoint) -> int | None:
        """The place nearest to a point, in px of the plot."""
        if not self._places.size:
            return None
        x = self.plot.getViewBox().mapSceneToView(self.plot.mapToScene(point)).x()
        return int(np.abs(self._axes[0].placed(self._places) - x).argmin())

    def _dress(self) -> None:
        """The curves follow when they are shown the next time."""
        theme, margin = self.theme, self.theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=OVERHANG)
        self._cursor.setPen(line_pen(theme, theme.soft_text, width=1, style="dashed"))
        self._anew = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse over the plot."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._hover(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self._rest()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End move the cursor."""
        move, last = ACROSS.get(event.key()), self._places.size - 1
        if move is None or last < 0 or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        if self._place is None and abs(move) == 1:
            place = last if self.enters_at_end else 0
        else:
            place = max(0, min((self._place or 0) + move, last))
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
        if self._in_print or not self.hasFocus():
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self.theme.accent), 2))
            radius = self.theme.small_radius
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many ticks as have room."""
        super().resizeEvent(event)
        self._show_axes()

    def _draw(self, before: Sequence[Curve]) -> None:
        """Draw what is not as before, or all anew."""
        while len(self._items) > len(self._curves):
            self.plot.remove_curve(self._items.pop())
        while len(self._items) < len(self._curves):
            self._items.append(self.plot.new_curve())
        x, y = self._axes
        for item, curve, old in zip_longest(
            self._items, self._curves, () if self._anew else before
        ):
            if curve is not old:
                look = self.plot.look(item, curve) if self._anew else {}
                item.setData(x.placed(curve.x), y.placed(curve.y), **look)
        self._go_to(self._place)
        self._fit()

    def _fit(self) -> None:
        """Let the axes reach over all; they are drawn where that changes something."""
        x, y = self._axes
        across = x.reached([self._places, *(curve.x for curve in self._curves)])
        up = y.reached([curve.y for curve in self._curves])
        if self._anew or (x, y, across, up) != self._fitted:
            self._fitted, self._anew = (x, y, across, up), False
            self.plot.set_reach(across, up, padding=(x.padding, y.padding))
            self._show_axes()

    def _show_axes(self) -> None:
        if self._fitted:
            named = self.height() >= self.low * self.theme.scale
            self.plot.show_axes(*self._axes, named=named)

    def _hover(self, point: QPoint) -> None:
        place = self.place_at(point)
        if place is None:
            return
        self._go_to(place)
        sentence, viewport = self._say(place), self.plot.viewport()
        tell(self, sentence)
        QToolTip.showText(viewport.mapToGlobal(point), tool_tip(sentence), viewport)

    def _rest(self) -> None:
        if self._place is not None:
            self._go_to(None)
            tell(self, "")

    def _go_to(self, place: int | None) -> None:
        self._place = place
        self._cursor.setVisible(place is not None)
        if place is not None:
            self._cursor.setValue(float(self._axes[0].placed(self._places[place])))

    def _announce(self, sentence: str) -> None:
        self.setAccessibleDescription(sentence)
        tell(self, sentence)
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))
