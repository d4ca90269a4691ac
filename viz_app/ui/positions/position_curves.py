"""Chosen dimensions of the positional encodings as curves over the positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from model.trace import FloatArray
from viz_app.ui.design.theme import Theme
from viz_app.ui.widgets.curve_legend import CurveLegend, curve_pen
from viz_app.ui.widgets.quiet_plot import QuietPlot

LOW = 200
"""Curves lower than this, in px at 100 %, leave out the name of their axis."""

LOWEST_PLOT = 84
"""Least height of the plot with its ticks, in px at 100 %."""


class PositionCurves(QWidget):
    """The plot with its title and legend."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._curves: dict[int, FloatArray] = {}
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self.plot = QuietPlot(self)
        self._legend = CurveLegend(theme)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._legend, 1)
        self._rows = QVBoxLayout(self)
        self._rows.addLayout(head)
        self._rows.addWidget(self.plot, 1)
        self.set_theme(theme)

    def set_curves(self, table: FloatArray, dimensions: Sequence[int]) -> None:
        """Show dimensions of ``[positions, d_model]``; does not modify state."""
        self._curves = {dimension: table[:, dimension] for dimension in dimensions}
        self._draw()

    def dimensions(self) -> tuple[int, ...]:
        """Whose curves are drawn."""
        return tuple(self._curves)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        margin = 4 * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self.plot.set_theme(theme)
        self.plot.setMinimumHeight(round(LOWEST_PLOT * theme.scale))
        self.plot.showGrid(x=False, y=True, alpha=0.25)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Texts in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._draw()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the curves their room."""
        super().resizeEvent(event)
        self._name_axis()

    def _name_axis(self) -> None:
        style = {"color": self._theme.soft_text, "font-size": f"{self._theme.small}px"}
        self.plot.setLabel("bottom", self.tr("position"), **style)
        named = self.height() >= LOW * self._theme.scale
        self.plot.getAxis("bottom").showLabel(named)

    def _draw(self) -> None:
        self._title.setText(self.tr("Chosen dimensions"))
        self.plot.setAccessibleName(self.tr("Curves of the chosen dimensions"))
        numbers = ", ".join(str(dimension) for dimension in self._curves)
        self.plot.setAccessibleDescription(self.tr("Dimensions {numbers}").format(numbers=numbers))
        self._name_axis()
        self.plot.clear()
        for index, values in enumerate(self._curves.values()):
            pen = curve_pen(self._theme, index)
            self.plot.plot(np.arange(len(values)), values, pen=pen, antialias=True)
        self._legend.set_names([str(dimension) for dimension in self._curves], self._theme)
