"""pyqtgraph's plot, only read: neither wheel nor mouse nor a menu changes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import round_step, text_width
from viz_app.pictures.curves import Curve, PlotAxis, Tick

KEPT = QGraphicsItem.CacheMode.DeviceCoordinateCache
"""As pixels."""

BESIDE = 0.15
"""Of the width of a plot, about: its axis at the left."""


class QuietPlot(pg.PlotWidget):
    """Curves, the axes below and at the left, and lines that stand on the former."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        # made and taken away again, the menu of the axes would be half of the time that this takes
        super().__init__(parent, enableMenu=False)
        self._unkept: list[QGraphicsItem] = []
        menu = self.plotItem.ctrlMenu  # pyqtgraph gives it no parent, and so no end
        menu.setParent(self, menu.windowFlags())
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.disableAutoRange()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.axes = self.getAxis("bottom"), self.getAxis("left")
        for axis in self.axes:
            axis.enableAutoSIPrefix(False)
        self.set_theme(theme)

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
        self.setBackground(theme.panel)
        for axis in self.axes:
            axis.setPen(theme.line)
            axis.setTextPen(theme.soft_text)
            axis.setTickFont(theme.font(theme.small))
            axis.setStyle(tickTextOffset=theme.unit)
        self.showGrid(x=False, y=True, alpha=0.25)

    def show_axes(self, x: PlotAxis, y: PlotAxis, *, named: bool) -> None:
        """Names, numbers and ticks; that below has no name where there is no room for it."""
        theme, (across, up) = self._theme, self.viewRange()
        style = {"color": theme.soft_text, "font-size": f"{theme.small}px"}
        names = x.name if named else "", y.name
        marks = self._with_room(x.marks(*across)), y.marks(*up)
        for item, axis, name, ticks in zip(self.axes, (x, y), names, marks, strict=True):
            item.setLabel(name, **style)
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
        self.addItem(line, ignoreBounds=True)
        return line

    def _with_room(self, marks: tuple[Tick, ...]) -> tuple[Tick, ...]:
        """Every so many-th tick below, so that no text touches the next."""
        if len(marks) < 2:
            return marks
        theme, (low, high) = self._theme, self.viewRange()[0]
        widest = max(text_width(theme, text, size=theme.small) for _, text in marks)
        room = self.width() * (1 - BESIDE) * (marks[1][0] - marks[0][0]) / ((high - low) or 1)
        step = round_step(max(1, int(np.ceil((widest + 2 * theme.unit) / max(room, 1e-9)))))
        return marks[::step]
