"""How grave a notice is, as a shape and a colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.widgets.themed import Themed
from viz_app.workbench.state.workbench import NoticeLevel

_GRID = 20


class LevelMark(Themed, QWidget):
    """A disc with i, a triangle or an octagon-like square with an exclamation mark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with the mildest."""
        super().__init__(parent)
        self._level: NoticeLevel = "info"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_level(self, level: NoticeLevel) -> None:
        """Show a level."""
        self._level = level
        self.update()

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A little larger than the text beside it."""
        return QSize(5 * self.theme.unit, 5 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint shape and sign."""
        del event
        theme = self.theme
        colours = {"info": theme.accent, "warning": theme.warning, "error": theme.danger}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / _GRID, self.height() / _GRID)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours[self._level]))
        self._paint_shape(painter)
        painter.setBrush(QColor(theme.panel))
        self._paint_sign(painter)
        painter.end()

    def _paint_shape(self, painter: QPainter) -> None:
        if self._level == "info":
            painter.drawEllipse(1, 1, 18, 18)
        elif self._level == "warning":
            painter.drawPolygon(QPolygonF([QPointF(10, 1), QPointF(19.5, 18), QPointF(0.5, 18)]))
        else:
            painter.drawRoundedRect(1, 1, 18, 18, 4, 4)

    def _paint_sign(self, painter: QPainter) -> None:
        if self._level == "info":
            dot, stroke = QRectF(9, 5, 2, 2), QRectF(9, 8.5, 2, 6.5)
        elif self._level == "warning":
            dot, stroke = QRectF(9, 14, 2, 2), QRectF(9, 7, 2, 5.5)
        else:
            dot, stroke = QRectF(9, 13, 2, 2), QRectF(9, 5, 2, 6.5)
        painter.drawRect(dot)
        painter.drawRect(stroke)
