"""The names of curves beside the lines that they are drawn with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import text_width

STYLES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
)
"""Curves differ by line as well as by colour."""


def curve_pen(theme: Theme, index: int) -> QPen:
    """The line of the ``index``-th curve."""
    pen = QPen(QColor(theme.curves[index % len(theme.curves)]), 1.8 * theme.scale)
    pen.setStyle(STYLES[index % len(STYLES)])
    pen.setCosmetic(True)
    return pen


class CurveLegend(QWidget):
    """A row of lines and names, ending at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._names: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_names(self, names: Sequence[str], theme: Theme) -> None:
        """Show names, in the order of the curves; does not modify state."""
        self._names, self._theme = tuple(names), theme
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(0, 5 * self._theme.unit)

    def minimumSizeHint(self) -> QSize:
        """One line, cut off at the left if need be."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint from the right end."""
        theme, right = self._theme, float(self.width())
        with QPainter(self) as painter:
            painter.setFont(theme.font(theme.small))
            for index, name in reversed(list(enumerate(self._names))):
                right -= text_width(theme, theme.small, name) + 1
                if right < 8 * theme.unit:
                    break
                painter.setPen(QColor(theme.text))
                place = QRectF(right, 0, self.width() - right, self.height())
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), name)
                right -= 8 * theme.unit
                middle = self.height() / 2
                painter.setPen(curve_pen(theme, index))
                painter.drawLine(QLineF(right, middle, right + 7 * theme.unit, middle))
                right -= 4 * theme.unit
