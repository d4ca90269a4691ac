"""The lines of one run in a plot: what they show, and how they look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsItem

from model.runs.curve import CurvePoint
from viz_app.design.theme import Theme
from viz_app.panels.training.views.curve_columns import CurveColumns
from viz_app.panels.training.views.curve_ranges import SMALLEST
from viz_app.pictures.run_lines import dot_colour, dot_pen, run_pen
from viz_app.widgets.quiet_plot import QuietPlot


@dataclass(frozen=True, slots=True)
class Line:
    """A number of a point, joined by a line; those measured now and then have dots."""

    number: str
    dots: bool = False


class CurveLines:
    """One item of the plot for each number."""

    def __init__(self, plot: QuietPlot, lines: tuple[Line, ...], *, own: bool = True) -> None:
        """No points; lines that are not its own are those of the run that one is compared with."""
        self.columns = CurveColumns()
        self._lines, self._own = lines, own
        self._log = False
        self.items = [_item(plot, line, whole=own) for line in lines]
        if not own:
            self._cache()

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """What is drawn."""
        return self.columns.curve

    def set_curve(self, curve: tuple[CurvePoint, ...]) -> None:
        """Show points; does not modify state."""
        if self.columns.take(curve):
            self._draw()

    def set_lines(self, lines: tuple[Line, ...]) -> None:
        """Show other numbers, as many as before."""
        self._lines = lines
        self._draw()

    def set_log(self, *, on: bool) -> None:
        """Let nothing be below what a logarithm can show, or let all be as it is."""
        self._log = on
        self._draw()

    def values(self) -> npt.NDArray[np.float64]:
        """All numbers, one after the other; NaN where one was not measured."""
        return np.concatenate([self.columns.column(line.number) for line in self._lines])

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        own = self._own
        for line, item in zip(self._lines, self.items, strict=True):
            item.setPen(dot_pen(theme, own=own) if line.dots else run_pen(theme, own=own))
            if line.dots:
                colour = dot_colour(theme, own=own)
                item.setSymbolBrush(colour if own else theme.panel)
                item.setSymbolPen(pg.mkPen(colour, width=1.2 * theme.scale))
                item.setSymbolSize(6 * theme.scale)

    def _draw(self) -> None:
        for line, item in zip(self._lines, self.items, strict=True):
            updates, values = self.columns.measured(line.number)
            item.setData(updates, np.maximum(values, SMALLEST) if self._log else values)

    def _cache(self) -> None:
        """Keep as pixels what does not change while the other run goes on."""
        for item in self.items:
            for part in (item.curve, item.scatter):
                part.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)


def _item(plot: QuietPlot, line: Line, *, whole: bool) -> pg.PlotDataItem:
    item = plot.plot(antialias=True, connect="finite", symbol="o" if line.dots else None)
    # segments are three times as fast, but dashes would begin anew at each
    item.curve.setSegmentedLineMode("on" if whole else "off")
    return item
