"""The names of curves beside the lines that they are drawn with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QSize
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.curves import LineStyle, line_pen
from viz_app.widgets.line_key import LineKey

STYLES: tuple[LineStyle, ...] = ("solid", "dashed", "dotted", "mixed")
"""Curves differ by line as well as by colour."""


def curve_pen(theme: Theme, index: int) -> QPen:
    """The line of the ``index``-th curve."""
    colour = theme.curves[index % len(theme.curves)]
    return line_pen(theme, colour, width=1.8, style=STYLES[index % len(STYLES)])


class CurveLegend(LineKey):
    """A row of lines and names."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._names: tuple[str, ...] = ()

    def set_names(self, names: Sequence[str]) -> None:
        """Show names, in the order of the curves; does not modify state."""
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
