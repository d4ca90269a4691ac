"""Names beside the lines that they belong to, in one row."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.themed import Themed

ALIKE = 3
"""Names with so many equal characters at their beginning are shortened there."""

LEAST = 6
"""Units that a name is not made shorter than."""


class LineKey(Themed, QWidget):
    """A row that ends at the right; where it is too short for all, the last ones are there.

    Subclasses implement :meth:`names` and :meth:`paint_mark`.
    """

    lengths, gaps = (3.0, 7.0), (2.0, 3.0)
    """Of a line, and after a name: at least and at most, in units."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def names(self) -> Sequence[str]:
        """From left to right."""
        raise NotImplementedError

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        """Paint the line before a name."""
        raise NotImplementedError

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()

    def shown_names(self) -> tuple[str, ...]:
        """As much of each name as there is room for: all give way alike."""
        names, metrics = self.names(), self._metrics()
        unit, count = self.theme.unit, len(names)
        used = count * (self.lengths[0] + 1) + (count - 1) * self.gaps[0]
        widths = [metrics.horizontalAdvance(name) + 1 for name in names]
        limit = max(_limit(widths, self.width() - used * unit), LEAST * unit)
        # runs of a task begin alike: what tells them apart must stay
        alike = len({name[:ALIKE] for name in names}) == 1
        mode = Qt.TextElideMode.ElideLeft if alike else Qt.TextElideMode.ElideMiddle
        return tuple(metrics.elidedText(name, mode, limit) for name in names)

    def places(self) -> dict[int, tuple[QLineF, QRectF]]:
        """Line and name of every entry that has room."""
        names, metrics = self.shown_names(), self._metrics()
        widths = [round(metrics.horizontalAdvance(name)) + 1 for name in names]
        right, middle, unit = float(self.width()), self.height() / 2, self.theme.unit
        (length, gap), places = self._stretched(sum(widths), len(widths)), {}
        for index, width in reversed(list(enumerate(widths))):
            left = right - width
            start = left - length - unit
            if start < 0:
                break
            line = QLineF(start, middle, start + length, middle)
            places[index] = line, QRectF(left, 0, width + 1, self.height())
            right = start - gap
        return places

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(0, round(1.6 * self.theme.small))

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint lines and names."""
        names = self.shown_names()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.theme.font(self.theme.small))
            for index, (line, place) in self.places().items():
                painter.setPen(QColor(self.theme.text))
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), names[index])
                self.paint_mark(painter, line, index)

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.theme.font(self.theme.small))

    def _stretched(self, words: float, count: int) -> tuple[float, float]:
        """Px of a line, and of the gap after a name: as long as all have room, within limits."""
        (least, most), (close, wide), unit = self.lengths, self.gaps, self.theme.unit
        room = self.width() - words - count * unit
        gap = unit * (wide if (count * least + (count - 1) * wide) * unit <= room else close)
        line = (room - (count - 1) * gap) / max(count, 1)
        return max(least * unit, min(most * unit, line)), gap


def _limit(widths: list[float], room: float) -> float:
    """The width that no name may exceed, so that all have room: short ones leave theirs."""
    left = len(widths)
    for width in sorted(widths):
        if width * left > room:
            break
        room, left = room - width, left - 1
    return max(room / left, 0.0) if left else max(widths, default=0.0)
