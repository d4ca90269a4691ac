"""Chosen dimensions of the positional encodings as curves over the positions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.painting.curves_painter import curve_pen
from viz_app.panels.positions.painting.position_pictures import table_sentence
from viz_app.panels.positions.painting.wavelength_pictures import dimensions_picture
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.views.curve_cells import CurveCells
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


class NamedCurves(Themed, QWidget):
    """Curves with a title, and the name of each, beside it or in a row of their own."""

    def __init__(self, theme: Theme, *, many: bool = False) -> None:
        super().__init__()
        self._many, self._title = many, text_label("title")
        self.plot = CurveCells(theme)
        self.legend = CurveLegend(theme)
        way = QBoxLayout.Direction
        rows = QBoxLayout(way.TopToBottom if many else way.LeftToRight)
        self._head = filled(rows, self._title, (self.legend, 1))
        filled(QVBoxLayout(self), self._head, (self.plot, 1)).setSpacing(0)
        self.set_theme(theme)

    def name(self, title: str, spoken: str) -> None:
        """What stands above, and what a screen reader and a saved table say."""
        self._title.setText(title)
        self.plot.setAccessibleName(spoken)

    def _dress(self) -> None:
        margin = 4 * self.theme.unit
        self._head.setContentsMargins(margin, margin, margin, 0)
        self._head.setSpacing(0 if self._many else margin)


class PositionCurves(Translated, NamedCurves):
    """Chosen dimensions of a table."""

    def __init__(self, theme: Theme) -> None:
        self._dimensions: tuple[int, ...] = ()
        super().__init__(theme)
        self._retranslate()

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
        super()._dress()
        self._name()

    def _retranslate(self) -> None:
        self.name(self.tr("Chosen dimensions"), self.tr("Curves of the chosen dimensions"))
        self._name()

    def _name(self) -> None:
        names = [str(dimension) for dimension in self._dimensions]
        self.plot.describe(self.tr("Dimensions {numbers}").format(numbers=", ".join(names)))
        self.legend.set_names(names)
