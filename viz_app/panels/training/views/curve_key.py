"""What the lines of the loss are: training and validation, or those of two runs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.run_lines import dot_pen, paint_dot, run_pen
from viz_app.widgets.translated import Translated

MARK, GAP = 6, 4
"""Units that a mark has, and that lie between a name and the next mark."""

DOT = 2.6
"""Radius of a dot, in px at 100 %."""

ALIKE = 3
"""Names with so many equal characters at their beginning are shortened there."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A name, and what its mark shows: ``line`` of the training, ``dots`` of the validation."""

    name: str
    line: bool = True
    dots: bool = True
    own: bool = True


class CurveKey(Translated, QWidget):
    """Marks and names in one line, ending at the right; long names are shortened."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Of a single run."""
        super().__init__(parent)
        self._theme = theme
        self._names = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._retranslate()

    def set_names(self, own: str, other: str) -> None:
        """Show the name of the run and of the compared one, empty where there is none."""
        self._names = own, other
        self._retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def entries(self) -> tuple[KeyEntry, ...]:
        """From left to right."""
        own, other = self._names
        if not other:
            training = KeyEntry(self.tr("training"), dots=False)
            return training, KeyEntry(self.tr("validation"), line=False)
        return KeyEntry(own), KeyEntry(other, own=False)

    def shown_names(self) -> tuple[str, ...]:
        """As much of each name as there is room for: all give way alike."""
        theme, entries = self._theme, self.entries()
        used = len(entries) * (MARK + 1) + (len(entries) - 1) * GAP
        metrics = QFontMetricsF(theme.font(theme.small))
        widths = [metrics.horizontalAdvance(entry.name) + 1 for entry in entries]
        limit = _limit(widths, self.width() - used * theme.unit)
        mode = _elided_end([entry.name for entry in entries])
        return tuple(metrics.elidedText(entry.name, mode, limit) for entry in entries)

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(0, round(1.6 * self._theme.small))

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint from the right end."""
        theme, right, middle = self._theme, float(self.width()), self.height() / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font(theme.small))
            entries = zip(self.entries(), self.shown_names(), strict=True)
            for entry, name in reversed(list(entries)):
                left = right - painter.fontMetrics().horizontalAdvance(name) - 1
                painter.setPen(QColor(theme.text))
                place = QRectF(left, 0, right - left + 1, self.height())
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), name)
                left -= (MARK + 1) * theme.unit
                _paint_mark(painter, QPointF(left, middle), theme, entry)
                right = left - GAP * theme.unit

    def _retranslate(self) -> None:
        said = self.tr("Line: training; dots: validation, on held-out pairs")
        _, other = self._names
        if other:
            dashed = self.tr("Dashed, with hollow dots: {name}").format(name=other)
            said = f"{said}. {dashed}"
        self.setToolTip(said)
        self.setAccessibleName(", ".join(entry.name for entry in self.entries()))
        self.setAccessibleDescription(said)
        self.update()


def _limit(widths: list[float], room: float) -> float:
    """The width that no name may exceed, so that all have room: short ones leave theirs."""
    left = len(widths)
    for width in sorted(widths):
        if width * left > room:
            break
        room, left = room - width, left - 1
    return max(room / left, 0.0) if left else max(widths, default=0.0)


def _elided_end(names: list[str]) -> Qt.TextElideMode:
    """Runs of a task begin alike: what tells them apart must stay."""
    alike = len({name[:ALIKE] for name in names}) == 1
    return Qt.TextElideMode.ElideLeft if alike else Qt.TextElideMode.ElideMiddle


def _paint_mark(painter: QPainter, start: QPointF, theme: Theme, entry: KeyEntry) -> None:
    length = QPointF(MARK * theme.unit, 0)
    painter.setPen(run_pen(theme, own=entry.own) if entry.line else dot_pen(theme, own=entry.own))
    painter.drawLine(start, start + length)
    if entry.dots:
        paint_dot(painter, start + length / 2, theme, own=entry.own, radius=DOT)
