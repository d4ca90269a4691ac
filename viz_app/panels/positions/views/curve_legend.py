"""The names of curves beside the lines that they are drawn with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width

LINE, SHORT_LINE = 7.0, 3.0
"""Length of the line before a name, in units of spacing: usually, and where there are many."""

GAP, SHORT_GAP = 3.0, 2.0
"""Between a name and the line of the next curve, in units of spacing; the same where many."""

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
        theme = self._theme
        with QPainter(self) as painter:
            painter.setFont(theme.font(theme.small))
            for index, (line, place) in self.places().items():
                painter.setPen(QColor(theme.text))
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), self._names[index])
                painter.setPen(curve_pen(theme, index))
                painter.drawLine(line)

    def places(self) -> dict[int, tuple[QLineF, QRectF]]:
        """Line and name of every curve that has room; the last ones do, if not all."""
        theme, right, middle = self._theme, float(self.width()), self.height() / 2
        (length, gap), places = self._lengths(), {}
        for index, name in reversed(list(enumerate(self._names))):
            left = right - text_width(theme, name, size=theme.small) - 1
            place = QRectF(left, 0, right - left, self.height())
            right = left - length - theme.unit
            if right < 0:
                break
            places[index] = QLineF(right, middle, right + length, middle), place
            right -= gap
        return places

    def _lengths(self) -> tuple[float, float]:
        """Px of a line, and of the gap after a name: as long as all have room, within limits."""
        theme, count = self._theme, max(len(self._names), 1)
        names = sum(text_width(theme, name, size=theme.small) + 1 for name in self._names)
        room = self.width() - names - count * theme.unit
        usual = count * SHORT_LINE + (count - 1) * GAP
        gap = (GAP if usual * theme.unit <= room else SHORT_GAP) * theme.unit
        line = (room - (count - 1) * gap) / count
        return max(SHORT_LINE * theme.unit, min(LINE * theme.unit, line)), gap
