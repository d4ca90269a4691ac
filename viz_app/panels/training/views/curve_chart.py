"""One number of a run by update, beside that of another run, with a cursor."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QHBoxLayout,
    QLabel,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from model.runs.curve import CurvePoint
from viz_app.design.theme import Theme
from viz_app.panels.training.texts.curves import point_sentence
from viz_app.panels.training.views.curve_lines import CurveLines, Line
from viz_app.panels.training.views.curve_ranges import Range, value_range
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.quiet_plot import QuietPlot
from viz_app.widgets.status_line import tell

OVERHANG = 16
"""How far the texts of the axis below may reach beyond it, in px at 100 %."""

AIR = 0.09
"""Of the range of the vertical axis, above and below: so the texts of its ends have room."""

_MOVES: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -(10**6),
    Qt.Key.Key_End: 10**6,
}


class CurveChart(QWidget):
    """The lines of one or two runs.

    Signals:
        update_picked: the user has clicked there: the nearest update of the curve.
    """

    update_picked = Signal(int)

    def __init__(
        self, theme: Theme, *, lines: tuple[Line, ...], parent: QWidget | None = None
    ) -> None:
        """Empty axes."""
        super().__init__(parent)
        self._theme, self._lines = theme, lines
        self._log, self._has_points = False, True
        self._ranges: dict[str, Range] = {}
        self._top: float | None = None
        self._place: int | None = None
        self.title, self.head = QLabel(self), QHBoxLayout()
        self.plot = QuietPlot(self)
        self.plot.disableAutoRange()
        # those of the other run lie below
        self.other = CurveLines(self.plot, lines, own=False)
        self.own = CurveLines(self.plot, lines)
        self.marker = pg.InfiniteLine(angle=90, movable=False)
        self._reached = pg.InfiniteLine(angle=90, movable=False)
        self._arrange()
        self.set_theme(theme)

    def set_curves(self, own: tuple[CurvePoint, ...], other: tuple[CurvePoint, ...]) -> None:
        """Show the points of the run on show and of the one below it; modifies no state."""
        self.own.set_curve(own)
        self.other.set_curve(other)
        self._show_ticks()
        self._fit()
        if self._place is not None and self._place >= len(own):
            self._show_place(None)

    def set_lines(self, lines: tuple[Line, ...]) -> None:
        """Show other numbers, as many as before."""
        if lines != self._lines:
            self._lines = lines
            for run in (self.own, self.other):
                run.set_lines(lines)

    def set_updates(self, updates: Range) -> None:
        """What the horizontal axis reaches over."""
        if updates != self._ranges.get("bottom"):
            self._ranges["bottom"] = updates
            self.plot.setXRange(*updates, padding=0.01)

    def set_share(self, *, on: bool) -> None:
        """Whether the numbers are shares: their axis goes from 0 to 100 %, whatever there is."""
        top = 1.0 if on else None
        if top != self._top:
            self._top = top
            self.plot.getAxis("left").setScale(100.0 if on else 1.0)
            self._fit()

    def set_cursor(self, update: int | None) -> None:
        """Where the time-lapse stands."""
        self.marker.setVisible(update is not None)
        if update is not None:
            self.marker.setValue(float(update))

    def set_log(self, *, on: bool) -> None:
        """Let the vertical axis be logarithmic, or not."""
        self._log = on
        self.plot.setLogMode(x=False, y=on)
        self._ranges.clear()
        for run in (self.own, self.other):
            run.set_log(on=on)
        self._fit()

    def set_title(self, title: str, *, bottom: str = "", left: str = "") -> None:
        """What is shown, and what stands beside the axes."""
        self.title.setText(title)
        self.setAccessibleName(title)
        self.plot.name_axes(self._theme, bottom=bottom, left=left)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self.plot.set_theme(theme)
        for side in ("bottom", "left"):
            self.plot.getAxis(side).enableAutoSIPrefix(False)
        overhang = round(OVERHANG * theme.scale)
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=overhang)
        self.plot.plotItem.layout.setContentsMargins(1, 1, overhang, 1)
        self._rows.setSpacing(theme.unit)
        margin = max(2, theme.unit // 2)
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self.head.setSpacing(3 * theme.unit)
        self.marker.setPen(pg.mkPen(theme.text, width=1.2 * theme.scale))
        dashed = Qt.PenStyle.DashLine
        self._reached.setPen(pg.mkPen(theme.soft_text, width=theme.scale, style=dashed))
        for run in (self.own, self.other):
            run.set_theme(theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say what is under the mouse; a click picks it."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._hover(event)
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            point = self._point_at(event)
            if point is not None and event.button() == Qt.MouseButton.LeftButton:
                self.update_picked.emit(point.update)
        elif event.type() == QEvent.Type.Leave and self._place is not None:
            self._show_place(None)
            tell(self, "")
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Home and End go from point to point; Return picks one."""
        last = len(self.own.curve) - 1
        move = _MOVES.get(event.key())
        if last < 0 or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        elif move is not None:
            start = last if self._place is None else self._place + move
            self._show_place(max(0, min(start, last)))
            self._say()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._place is not None:
            self.update_picked.emit(self.own.curve[self._place].update)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide ring and cursor."""
        super().focusOutEvent(event)
        self._show_place(None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ring around what has the focus."""
        if not self.hasFocus():
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            radius = self._theme.small_radius
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), radius, radius)

    def _arrange(self) -> None:
        self.title.setProperty("role", "title")
        self.head.addWidget(self.title)
        self.head.addStretch(1)
        self._rows = QVBoxLayout(self)
        self._rows.addLayout(self.head)
        self._rows.addWidget(self.plot, 1)
        self._cache()
        for line in (self.marker, self._reached):
            line.setVisible(False)
            self.plot.addItem(line, ignoreBounds=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot.viewport().setMouseTracking(True)
        self.plot.viewport().installEventFilter(self)

    def _cache(self) -> None:
        """Keep the axes as pixels: to draw them costs three times as much as the curve."""
        for side in ("bottom", "left"):
            self.plot.getAxis(side).setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def _show_ticks(self) -> None:
        """Numbers beside the axes only where there is something to read."""
        has_points = any(bool(np.isfinite(run.values()).any()) for run in (self.own, self.other))
        if has_points != self._has_points:
            self._has_points = has_points
            for side in ("bottom", "left"):
                self.plot.getAxis(side).setStyle(showValues=has_points)

    def _fit(self) -> None:
        values = np.concatenate((self.own.values(), self.other.values()))
        reach = value_range(values, log=self._log)
        if reach is not None and self._top is not None and not self._log:
            reach = 0.0, self._top
        if reach is not None and reach != self._ranges.get("left"):
            self._ranges["left"] = reach
            self.plot.setYRange(*reach, padding=AIR)

    def _point_at(self, event: QMouseEvent) -> CurvePoint | None:
        view = self.plot.getViewBox()
        spot = view.mapSceneToView(self.plot.mapToScene(event.position().toPoint()))
        return self.own.columns.nearest(spot.x())

    def _hover(self, event: QMouseEvent) -> None:
        point = self._point_at(event)
        if point is None:
            return
        self._show_place(self.own.curve.index(point))
        sentence = point_sentence(point)
        tell(self, sentence)
        viewport = self.plot.viewport()
        where = viewport.mapToGlobal(event.position().toPoint())
        QToolTip.showText(where, tool_tip(sentence), viewport)

    def _show_place(self, place: int | None) -> None:
        self._place = place
        self._reached.setVisible(place is not None)
        if place is not None:
            self._reached.setValue(float(self.own.curve[place].update))

    def _say(self) -> None:
        if self._place is not None:
            sentence = point_sentence(self.own.curve[self._place])
            self.setAccessibleDescription(sentence)
            tell(self, sentence)
