"""Chosen dimensions of the positional encodings as curves over the positions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.painting.position_pictures import table_sentence
from viz_app.panels.positions.painting.wavelength_pictures import dimensions_picture
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.views.curve_cells import CurveCells, curve_pen
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.line_key import LineKey
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.selection import Cell


class CurveLegend(LineKey):
    """A row of lines and names."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._names: tuple[str, ...] = ()

    def set_names(self, names: Sequence[str]) -> None:
        """Show names, in the order of the curves."""
        self._names = tuple(names)
        self.update()

    def names(self) -> Sequence[str]:
        """As they were given."""
        return self._names

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        """The line of a curve, as crisp as a hairline."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(curve_pen(self.theme, index))
        painter.drawLine(line)

    def sizeHint(self) -> QSize:
        """A little more than a line."""
        return QSize(0, 5 * self.theme.unit)


class PositionCurves(Themed, Translated, QWidget):
    """The curves with their title and legend."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._dimensions: tuple[int, ...] = ()
        self._title = text_label("title")
        self.plot = CurveCells(theme)
        self.legend = CurveLegend(theme)
        self._head = filled(QHBoxLayout(), self._title, (self.legend, 1))
        filled(QVBoxLayout(self), self._head, (self.plot, 1)).setSpacing(0)
        self._retranslate()
        self.set_theme(theme)

    def set_curves(self, snapshot: PositionsSnapshot, dimensions: Sequence[int]) -> None:
        """Show dimensions of a table."""
        chosen = self._dimensions = tuple(dimensions)
        self.plot.set_picture(
            dimensions_picture(snapshot, chosen),
            lambda cell: table_sentence(snapshot, Cell(cell.column, chosen[cell.row])),
        )
        self._name()

    def dimensions(self) -> tuple[int, ...]:
        """Whose curves are drawn."""
        return self._dimensions

    def _dress(self) -> None:
        margin = 4 * self.theme.unit
        self._head.setContentsMargins(margin, margin, margin, 0)
        self._head.setSpacing(margin)
        self._name()

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Chosen dimensions"))
        self.plot.setAccessibleName(self.tr("Curves of the chosen dimensions"))
        self._name()

    def _name(self) -> None:
        names = [str(dimension) for dimension in self._dimensions]
        self.plot.describe(self.tr("Dimensions {numbers}").format(numbers=", ".join(names)))
        self.legend.set_names(names)
