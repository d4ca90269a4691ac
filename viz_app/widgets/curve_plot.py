"""A plot of curves whose values are given on hover and by the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from pyqtgraph import PlotDataItem
from PySide6.QtCore import QEvent, QLineF, QObject, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsView,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from viz_app.design.theme import Theme
from viz_app.pictures.labels import round_step, text_width
from viz_app.pictures.picture import ACROSS
from viz_app.pictures.plot import Curve, PlotAxis, Reach, Tick, curve_table, line_pen
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip
from viz_app.widgets.layout import PointKeys, filled, tell

# ---------------------------------------------------------------------------------------- line key


class LineKey(QWidget):
    """A right-aligned row of line samples with names; if too narrow, the first ones are omitted.

    Subclasses implement :meth:`names` and :meth:`paint_mark`.
    """

    lengths, gaps = (3.0, 7.0), (2.0, 3.0)
    """Of a line, and after a name: at least and at most, in units."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def names(self) -> Sequence[str]:
        raise NotImplementedError

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        raise NotImplementedError

    def shown_names(self) -> tuple[str, ...]:
        """Each name, elided so that all fit."""
        names, metrics = self.names(), self._metrics()
        unit, count = self.theme.unit, len(names)
        used = count * (self.lengths[0] + 1) + (count - 1) * self.gaps[0]
        widths = [metrics.horizontalAdvance(name) + 1 for name in names]
        limit = max(_limit(widths, self.width() - used * unit), 6 * unit)
        # runs of a task begin alike: what tells them apart must stay
        alike = len({name[:3] for name in names}) == 1
        mode = Qt.TextElideMode.ElideLeft if alike else Qt.TextElideMode.ElideMiddle
        return tuple(metrics.elidedText(name, mode, limit) for name in names)

    def places(self) -> dict[int, tuple[QLineF, QRectF]]:
        """Line and name of every entry that fits, in px."""
        names, metrics = self.shown_names(), self._metrics()
        widths = [round(metrics.horizontalAdvance(name)) + 1 for name in names]
        right, middle, unit = float(self.width()), self.height() / 2, self.theme.unit
        (length, gap), places = self._stretched(sum(widths), len(widths)), {}
        for index, width in reversed(list(enumerate(widths))):
            left = right - width
            start = left - length - unit
            if start < 0:
                break
            line = QLineF(start, middle, start + length, middle)
            places[index] = line, QRectF(left, 0, width + 1, self.height())
            right = start - gap
        return places

    def sizeHint(self) -> QSize:
        return QSize(0, round(1.6 * self.theme.small))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        names = self.shown_names()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.theme.font(self.theme.small))
            for index, (line, place) in self.places().items():
                painter.setPen(QColor(self.theme.text))
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), names[index])
                self.paint_mark(painter, line, index)

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.theme.font(self.theme.small))

    def _stretched(self, words: float, count: int) -> tuple[float, float]:
        """Length of a line and the gap after a name, in px, within limits."""
        (least, most), (close, wide), unit = self.lengths, self.gaps, self.theme.unit
        room = self.width() - words - count * unit
        gap = unit * (wide if (count * least + (count - 1) * wide) * unit <= room else close)
        line = (room - (count - 1) * gap) / max(count, 1)
        return max(least * unit, min(most * unit, line)), gap


def _limit(widths: list[float], room: float) -> float:
    """The maximum width of a name at which all fit in ``room`` px."""
    left = len(widths)
    for width in sorted(widths):
        if width * left > room:
            break
        room, left = room - width, left - 1
    return max(room / left, 0.0) if left else max(widths, default=0.0)


# -------------------------------------------------------------------------------------- quiet plot


KEPT = QGraphicsItem.CacheMode.DeviceCoordinateCache
"""Cached as pixels."""

TEXT_SHARES = [(0, 0.8), (2, 0.4), (6, 0.2)]
"""Of the axis below, the share (0 … 1) that all texts may take once finer ticks have theirs, where
there were so many texts before."""


class _Shown(NamedTuple):
    """What one axis shows."""

    name: str
    axis: PlotAxis
    ticks: tuple[Tick, ...]


class QuietPlot(pg.GraphicsView):
    """Curves, the bottom and left axes, and vertical lines; neither wheel nor mouse changes it.

    It replaces pyqtgraph's own plot, whose menu contains a form of a hundred widgets: half of the
    time to create a plot, and a third of all widgets that a new theme has to style.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Sequence[_Shown | None] = (None, None)
        self._unkept: list[QGraphicsItem] = []
        self._curves: list[pg.PlotDataItem] = []
        self._view = view = pg.ViewBox(enableMouse=False, enableMenu=False)
        view.disableAutoRange()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.axes = pg.AxisItem("bottom", linkView=view), pg.AxisItem("left", linkView=view)
        for axis in self.axes:
            axis.enableAutoSIPrefix(False)
            axis.setZValue(0.5)  # above the ground of the curves, below what stands on it
            axis.setPen(theme.line)
            axis.setTextPen(theme.soft_text)
            axis.setTickFont(theme.font(theme.small))
            axis.setStyle(tickTextOffset=theme.unit)
        below, left = self.axes
        below.setStyle(textFillLimits=TEXT_SHARES)
        left.setGrid(63)  # opacity, of 255
        self.setBackground(theme.panel)
        rows = self.centralLayout
        rows.setSpacing(0)
        rows.addItem(view, 0, 1)
        rows.addItem(below, 1, 1)
        rows.addItem(left, 0, 0)
        self.set_margin(1)

    def getAxis(self, side: str) -> pg.AxisItem:
        """The axis at the ``bottom`` or ``left``; the interface of pyqtgraph's own plot."""
        return self.axes[("bottom", "left").index(side)]

    def getViewBox(self) -> pg.ViewBox:
        return self._view

    def viewRange(self) -> list[list[float]]:
        """Ranges of the bottom and the left axis."""
        reach: list[list[float]] = self._view.viewRange()
        return reach

    def listDataItems(self) -> list[pg.PlotDataItem]:
        return list(self._curves)

    def new_curve(self) -> pg.PlotDataItem:
        curve = pg.PlotDataItem()
        self._curves.append(curve)
        self._view.addItem(curve)
        return curve

    def remove_curve(self, curve: pg.PlotDataItem) -> None:
        self._curves.remove(curve)
        self._view.removeItem(curve)

    def set_reach(self, x: Reach, y: Reach, *, padding: tuple[float, float]) -> None:
        """Set the ranges of both axes; ``padding`` is the share added on both sides of each."""
        self._view.setXRange(*x, padding=padding[0])
        self._view.setYRange(*y, padding=padding[1])

    def set_margin(self, right: int) -> None:
        self.centralLayout.setContentsMargins(1, 1, right, 1)

    def keep_axes(self) -> None:
        """Cache the axes as pixels: drawing them costs three times as much as a growing curve."""
        for axis in self.axes:
            axis.setCacheMode(KEPT)
            axis.geometryChanged.connect(partial(_draw_anew, axis))

    def set_in_print(self, *, on: bool) -> None:
        """Repaint lines and text as vectors while ``on``; on the screen cached pixels are used."""
        if on:
            items = self.scene().items()
            self._unkept = [item for item in items if item.cacheMode() == KEPT]
        for item in self._unkept:
            item.setCacheMode(QGraphicsItem.CacheMode.NoCache if on else KEPT)
        ground = QGraphicsView.CacheModeFlag
        self.setCacheMode(ground.CacheNone if on else ground.CacheBackground)

    def show_axes(self, x: PlotAxis, y: PlotAxis, *, named: bool) -> None:
        across, up = self.viewRange()
        names = x.name if named else "", y.name
        marks = self._with_room(x.marks(*across)), y.marks(*up)
        shown = list(map(_Shown, names, (x, y), marks))
        for item, before, now in zip(self.axes, self._shown, shown, strict=True):
            if now != before:  # to lay a name out takes long, and every resize asks for it
                self._show_axis(item, now)
        self._shown = shown

    def _show_axis(self, item: pg.AxisItem, shown: _Shown) -> None:
        theme, (name, axis, ticks) = self._theme, shown
        item.setLabel(name, **{"color": theme.soft_text, "font-size": f"{theme.small}px"})
        item.showLabel(bool(name))  # else it would take room
        item.setLogMode(axis.digits)
        item.setScale(axis.factor)
        item.setStyle(showValues=axis.numbers)
        item.setTicks([list(ticks), []] if ticks else None)

    def look(self, item: pg.PlotDataItem, curve: Curve) -> dict[str, Any]:
        """Arguments for the plot item of a curve besides its points."""
        # segments are three times as fast, but dashes would begin anew at each
        item.curve.setSegmentedLineMode("on" if curve.grows else "off")
        for part in (item.curve, item.scatter):  # what does not grow stays as it is
            part.setCacheMode(QGraphicsItem.CacheMode.NoCache if curve.grows else KEPT)
        scale, colour = self._theme.scale, QColor(curve.colour)
        return {
            "pen": None if curve.style == "none" else curve.pen(self._theme),
            "symbol": curve.symbol or None,
            "symbolSize": curve.size * scale,
            "symbolBrush": QColor(self._theme.panel) if curve.hollow else colour,
            "symbolPen": pg.mkPen(colour, width=curve.outline * scale),
            "antialias": True,
        }

    def standing_line(self) -> pg.InfiniteLine:
        line = pg.InfiniteLine(angle=90, movable=False)
        line.setVisible(False)
        line.setZValue(1)
        self._view.addItem(line, ignoreBounds=True)
        return line

    def _with_room(self, marks: tuple[Tick, ...]) -> tuple[Tick, ...]:
        if len(marks) < 2:
            return marks
        theme, (low, high) = self._theme, self.viewRange()[0]
        widest = max(text_width(theme, text, size=theme.small) for _, text in marks)
        # about 15 % of the width is the left axis
        room = 0.85 * self.width() * (marks[1][0] - marks[0][0]) / ((high - low) or 1)
        step = round_step(max(1, int(np.ceil((widest + 2 * theme.unit) / max(room, 1e-9)))))
        return marks[::step]


def _draw_anew(axis: pg.AxisItem) -> None:
    # In a place of another size Qt would go on with the pixels that it has.
    if isValid(axis) and axis.cacheMode() == KEPT:
        axis.setCacheMode(QGraphicsItem.CacheMode.NoCache)
        axis.setCacheMode(KEPT)


# -------------------------------------------------------------------------------------- curve plot


Say = Callable[[int], str]


class CurvePlot(PointKeys):
    """Curves over one axis, with a cursor whose values are described."""

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
        # how far its texts may reach beyond it, in px
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=40)
        self._cursor = self.plot.standing_line()
        self._cursor.setPen(line_pen(theme, theme.soft_text, width=1, style="dashed"))
        self._rows = filled(QVBoxLayout(self), (self.plot, 1), margins=(theme.unit,) * 4)
        self._anew = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot.viewport().setMouseTracking(True)
        self.plot.viewport().installEventFilter(self)

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
        return self._curves

    def tables(self) -> Tables:
        named = any(curve.name for curve in self._curves)
        table = curve_table(self._curves, self._axes[0], name=self.accessibleName())
        return (table,) if named else ()

    def place(self) -> int | None:
        return self._place

    def set_in_print(self, *, on: bool) -> None:
        self._in_print = on
        for item in self._items:
            item.scatter.setExportMode(on, {"antialias": True})

    def point_of(self, x: float, y: float) -> QPoint:
        below, left = self._axes
        spot = QPointF(float(below.placed(x)), float(left.placed(y)))
        return self.plot.mapFromScene(self.plot.getViewBox().mapViewToScene(spot))

    def place_at(self, point: QPoint) -> int | None:
        if not self._places.size:
            return None
        x = self.plot.getViewBox().mapSceneToView(self.plot.mapToScene(point)).x()
        return int(np.abs(self._axes[0].placed(self._places) - x).argmin())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._hover(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self._rest()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._rest()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._in_print or not self.hasFocus():
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self.theme.accent), 2))
            radius = self.theme.small_radius
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_axes()

    def _draw(self, before: Sequence[Curve]) -> None:
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
