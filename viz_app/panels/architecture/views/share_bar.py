"""A part of a whole as a bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme


class ShareBar(QWidget):
    """The whole is the track, the part is filled; the number stands in words above it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is filled."""
        super().__init__(parent)
        self._theme = theme
        self._share, self._colour = 0.0, theme.accent
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float, colour: str) -> None:
        """Fill ``share`` (0 … 1) with a colour; does not modify state."""
        self._share, self._colour = share, colour
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Size and the track's colour."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def filled(self) -> QRectF:
        """The part, in px."""
        return QRectF(0, 0, self.width() * self._share, self.height())

    def sizeHint(self) -> QSize:
        """As low as a progress bar."""
        return QSize(20 * self._theme.unit, 2 * self._theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The track, then the part."""
        with QPainter(self) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.line))
            painter.drawRect(self.rect())
            painter.setBrush(QColor(self._colour))
            painter.drawRect(self.filled())
