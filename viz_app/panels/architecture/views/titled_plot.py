"""A plot on a panel, under its title and what its lines mean."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.views.curve_plot import CurvePlot

Mark = tuple[str, str, str]
"""Colour, sign and name of a curve."""

LOWEST = 108
"""Of the plot, in px at 100 %."""


class TitledPlot(QFrame):
    """Title and tools in one row, the legend below, then the plot."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Without title and curves."""
        super().__init__(parent)
        self.plot = CurvePlot(theme)
        self._title, self._legend = QLabel(), QLabel()
        self.tools, self._rows = QHBoxLayout(), QVBoxLayout(self)
        self._arrange()
        TitledPlot.set_theme(self, theme)  # a subclass has not made its parts yet

    def set_title(self, title: str) -> None:
        """What the plot shows, for who reads and for who hears it."""
        self._title.setText(title)
        self.plot.setAccessibleName(title)

    def set_legend(self, marks: Sequence[Mark]) -> None:
        """What the lines mean."""
        self._legend.setText(
            " &nbsp; ".join(
                f'<span style="color:{colour}">{sign}</span>&nbsp;{html.escape(name)}'
                for colour, sign, name in marks
            )
        )

    def legend_text(self) -> str:
        """As it is shown, with markup."""
        return self._legend.text()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        margin = 3 * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(theme.unit)
        self.tools.setSpacing(2 * theme.unit)
        self.plot.set_theme(theme)
        self.plot.setMinimumHeight(round(LOWEST * theme.scale))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self._title.setProperty("role", "title")
        self._title.setWordWrap(True)
        self._legend.setProperty("role", "small")
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._legend.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addLayout(self.tools)
        self._rows.addLayout(head)
        self._rows.addWidget(self._legend)
        self._rows.addWidget(self.plot, 1)
