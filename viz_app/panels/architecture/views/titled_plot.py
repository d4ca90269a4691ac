"""A plot on a panel, under its title and what its lines mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.pictures.typeset import typeset
from viz_app.storage.value_tables import Tables
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.labels import text_label
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

Mark = tuple[str, str, str]
"""Colour, sign and name of a curve."""

LOWEST = 108
"""Of the plot, in px at 100 %."""


class TitledPlot(Pictured, Themed, Translated, QFrame):
    """Title and tools in one row, the legend below, then the plot; no curves without a snapshot.

    Subclasses implement :meth:`shown` and :meth:`draw`.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.snapshot: ArchitectureSnapshot | None = None
        self.plot = CurvePlot(theme)
        self._title = text_label("title", wraps=True)
        self.legend = text_label("small", wraps=True, form=Qt.TextFormat.RichText)
        self.tools, self._rows = QHBoxLayout(), QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        """What of a snapshot the plot depends on."""
        raise NotImplementedError

    def draw(self) -> None:
        """Show title, legend and curves in the current colours and language."""
        raise NotImplementedError

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show another state of the tab."""
        before, self.snapshot = self.snapshot, snapshot
        if before is None or self.shown(before) != self.shown(snapshot):
            self.draw()

    def set_head(self, title: str, marks: Iterable[Mark]) -> None:
        """What the plot shows, for who reads and for who hears it; and what the lines mean."""
        self._title.setText(title)
        self.plot.setAccessibleName(title)
        self.legend.setText(marks_text(tuple(marks), self.theme))

    def shown_values(self) -> Tables:
        """The points."""
        return self.plot.tables()

    def caption_parts(self) -> tuple[str, ...]:
        """The title."""
        return self.plot.accessibleName(), *self.said_too

    def _dress(self) -> None:
        theme = self.theme
        margin = 3 * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(theme.unit)
        self.tools.setSpacing(2 * theme.unit)
        self.plot.setMinimumHeight(round(LOWEST * theme.scale))
        self.draw()

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addLayout(self.tools)
        self._rows.addLayout(head)
        self._rows.addWidget(self.legend)
        self._rows.addWidget(self.plot, 1)

    def _retranslate(self) -> None:
        self.draw()


def marks_text(marks: Sequence[Mark], theme: Theme) -> str:
    """Names beside the signs of their curves, with markup."""
    small, ink = theme.small, theme.soft_text
    names = (typeset(name, theme, size=small, ink=ink) for _, _, name in marks)
    return " &nbsp; ".join(
        f'<span style="color:{colour}">{sign}</span>&nbsp;{name}'
        for (colour, sign, _), name in zip(marks, names, strict=True)
    )
