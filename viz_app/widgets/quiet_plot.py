"""A plot that is only read: neither wheel nor mouse nor a menu changes it."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme


class QuietPlot(pg.PlotWidget):
    """pyqtgraph's plot without its interaction."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Empty axes."""
        # made and taken away again, the menu of the axes would be half of the time that this takes
        super().__init__(parent, enableMenu=False)
        menu = self.plotItem.ctrlMenu  # pyqtgraph gives it no parent, and so no end
        menu.setParent(self, menu.windowFlags())
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes of background and axes."""
        self.setBackground(theme.panel)
        for side in ("bottom", "left"):
            axis = self.getAxis(side)
            axis.setPen(theme.line)
            axis.setTextPen(theme.soft_text)
            axis.setTickFont(theme.font(theme.small))
            axis.setStyle(tickTextOffset=theme.unit)
        self.showGrid(x=False, y=True, alpha=0.25)

    def name_axes(self, theme: Theme, *, bottom: str, left: str) -> None:
        """What stands beside the axes; an empty name takes no room."""
        style = {"color": theme.soft_text, "font-size": f"{theme.small}px"}
        for side, name in (("bottom", bottom), ("left", left)):
            self.setLabel(side, name, **style)
            self.getAxis(side).showLabel(bool(name))
