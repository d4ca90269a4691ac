"""Chosen dimensions of the positional encodings as curves over the positions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.painting.position_pictures import table_sentence
from viz_app.panels.positions.painting.wavelength_pictures import dimensions_picture
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.views.curve_cells import CurveCells
from viz_app.panels.positions.views.curve_legend import CurveLegend
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.selection import Cell


class PositionCurves(Translated, QWidget):
    """The curves with their title and legend."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dimensions: tuple[int, ...] = ()
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self.plot = CurveCells(theme)
        self.legend = CurveLegend(theme)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self.legend, 1)
        self._head = head
        self._rows = QVBoxLayout(self)
        self._rows.addLayout(head)
        self._rows.addWidget(self.plot, 1)
        self._retranslate()
        self.set_theme(theme)

    def set_curves(self, snapshot: PositionsSnapshot, dimensions: Sequence[int]) -> None:
        """Show dimensions of a table; does not modify state."""
        chosen = self._dimensions = tuple(dimensions)
        self.plot.set_picture(
            dimensions_picture(snapshot, chosen),
            lambda cell: table_sentence(snapshot, Cell(cell.column, chosen[cell.row])),
        )
        self._name()

    def dimensions(self) -> tuple[int, ...]:
        """Whose curves are drawn."""
        return self._dimensions

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        margin = 4 * theme.unit
        self._head.setContentsMargins(margin, margin, margin, 0)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._head.setSpacing(margin)
        self._rows.setSpacing(0)
        for part in (self.plot, self.legend):
            part.set_theme(theme)
        self._name()

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Chosen dimensions"))
        self.plot.setAccessibleName(self.tr("Curves of the chosen dimensions"))
        self._name()

    def _name(self) -> None:
        names = [str(dimension) for dimension in self._dimensions]
        described = self.tr("Dimensions {numbers}").format(numbers=", ".join(names))
        self.plot.describe(described)
        self.legend.set_names(names)
