"""pyqtgraph's plot, only read: neither wheel nor mouse nor a menu changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import round_step, text_width
from viz_app.pictures.curves import Curve, PlotAxis, Reach, Tick

KEPT = QGraphicsItem.CacheMode.DeviceCoordinateCache
"""As pixels."""

GRID = 63
"""How opaque the lines across are, of 255."""

BESIDE = 0.15
"""Of the width of a plot, about: its axis at the left."""

TEXT_SHARES = [(0, 0.8), (2, 0.4), (6, 0.2)]
"""Of the axis below, the share (0 … 1) that all texts may take once finer ticks have theirs, where
there were so many texts before."""


class _Shown(NamedTuple):
    """What one axis shows."""

    name: str
    axis: PlotAxis
    ticks: tuple[Tick, ...]


class QuietPlot(pg.GraphicsView):
    """Curves, the axes below and at the left, and lines that stand on the former.

    Not pyqtgraph's own plot: that has a form of a hundred widgets behind its menu, half of the time
    that it takes to make one, and a third of all widgets that another theme has to dress.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unkept: list[QGraphicsItem] = []
        self._curves: list[pg.PlotDataItem] = []
        self._view = view = pg.ViewBox(enableMouse=False, enableMenu=False)
        view.disableAutoRange()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.axes = pg.AxisItem("bottom", linkView=view), pg.AxisItem("left", linkView=view)
        for axis in self.axes:
            axis.enableAutoSIPrefix(False)
            axis.setZValue(0.5)  # above the ground of the curves, below what stands on it
        self.axes[0].setStyle(textFillLimits=TEXT_SHARES)
        self._arrange()
        self.set_theme(theme)

    def getAxis(self, side: str) -> pg.AxisItem:
        """That at the ``bottom`` or ``left``; these four as pyqtgraph's own plot has them."""
        return self.axes[("bottom", "left").index(side)]

    def getViewBox(self) -> pg.ViewBox:
        """What knows which number is where."""
        return self._view

    def viewRange(self) -> list[list[float]]:
        """From where to where the axes reach: below, at the left."""
        reach: list[list[float]] = self._view.viewRange()
        return reach

    def listDataItems(self) -> list[pg.PlotDataItem]:
        """The curves, in the order in which they came."""
        return list(self._curves)

    def new_curve(self) -> pg.PlotDataItem:
        """One without points."""
        curve = pg.PlotDataItem()
        self._curves.append(curve)
        self._view.addItem(curve)
        return curve

    def remove_curve(self, curve: pg.PlotDataItem) -> None:
        """Be without it."""
        self._curves.remove(curve)
        self._view.removeItem(curve)

    def set_reach(self, x: Reach, y: Reach, *, padding: tuple[float, float]) -> None:
        """From where to where the axes reach, and the share of it that is added on both sides."""
        self._view.setXRange(*x, padding=padding[0])
        self._view.setYRange(*y, padding=padding[1])

    def set_margin(self, right: int) -> None:
        """Keep room for the text of the axis below that reaches beyond it."""
        self.centralLayout.setContentsMargins(1, 1, right, 1)

    def keep_axes(self) -> None:
        """Keep the axes as pixels: to draw them costs three times as much as a curve that grows."""
        for axis in self.axes:
            axis.setCacheMode(KEPT)

    def set_in_print(self, *, on: bool) -> None:
        """Paint lines and text anew; what is kept as pixels is for the screen, and comes back."""
        if on:
            items = self.scene().items()
            self._unkept = [item for item in items if item.cacheMode() == KEPT]
        for item in self._unkept:
            item.setCacheMode(QGraphicsItem.CacheMode.NoCache if on else KEPT)
        ground = QGraphicsView.CacheModeFlag
        self.setCacheMode(ground.CacheNone if on else ground.CacheBackground)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes of background and axes."""
        self._theme = theme
        self._shown: Sequence[_Shown | None] = (None, None)
        self.setBackground(theme.panel)
        for axis in self.axes:
            axis.setPen(theme.line)
            axis.setTextPen(theme.soft_text)
            axis.setTickFont(theme.font(theme.small))
            axis.setStyle(tickTextOffset=theme.unit)
        self.axes[1].setGrid(GRID)

    def show_axes(self, x: PlotAxis, y: PlotAxis, *, named: bool) -> None:
        """Names, numbers and ticks; that below has no name where there is no room for it."""
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
        """What the item of a curve is given along with its points to look like it."""
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
        """One from top to bottom above all curves, not visible yet."""
        line = pg.InfiniteLine(angle=90, movable=False)
        line.setVisible(False)
        line.setZValue(1)
        self._view.addItem(line, ignoreBounds=True)
        return line

    def _arrange(self) -> None:
        rows = self.centralLayout
        rows.setSpacing(0)
        rows.addItem(self._view, 0, 1)
        below, left = self.axes
        rows.addItem(below, 1, 1)
        rows.addItem(left, 0, 0)
        self.set_margin(1)

    def _with_room(self, marks: tuple[Tick, ...]) -> tuple[Tick, ...]:
        """Every so many-th tick below, so that no text touches the next."""
        if len(marks) < 2:
            return marks
        theme, (low, high) = self._theme, self.viewRange()[0]
        widest = max(text_width(theme, text, size=theme.small) for _, text in marks)
        room = self.width() * (1 - BESIDE) * (marks[1][0] - marks[0][0]) / ((high - low) or 1)
        step = round_step(max(1, int(np.ceil((widest + 2 * theme.unit) / max(room, 1e-9)))))
        return marks[::step]
