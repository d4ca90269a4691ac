"""What became of a check as a shape and a colour: nobody needs to see the colour."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from viz_app.app.checking.snapshot import LineStatus
from viz_app.design.theme import Theme

_GRID = 20
_RATIOS = (1.0, 2.0)


@lru_cache(maxsize=24)
def verdict_icon(status: LineStatus, theme: Theme) -> QIcon:
    """A disc with a tick, a triangle, a square with a cross, a ring with a dash, or a dot."""
    icon = QIcon()
    for ratio in _RATIOS:
        side = round(5 * theme.unit * ratio)
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(side / _GRID, side / _GRID)
            _paint(painter, status, theme)
        pixmap.setDevicePixelRatio(ratio)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            icon.addPixmap(pixmap, mode)
    return icon


def _paint(painter: QPainter, status: LineStatus, theme: Theme) -> None:
    colours = {"passed": theme.accent, "warning": theme.warning, "failed": theme.danger}
    colour = QColor(colours.get(status, theme.soft_text))
    sign = QPen(QColor(theme.panel), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if status == "passed":
        painter.drawEllipse(1, 1, 18, 18)
        painter.setPen(sign)
        painter.drawPolyline([QPointF(6, 10.5), QPointF(9, 13.5), QPointF(14, 7)])
    elif status == "warning":
        painter.drawPolygon(QPolygonF([QPointF(10, 1), QPointF(19.5, 18), QPointF(0.5, 18)]))
        painter.setBrush(QColor(theme.panel))
        painter.drawRect(QRectF(9, 7, 2, 5.5))
        painter.drawRect(QRectF(9, 14, 2, 2))
    elif status == "failed":
        painter.drawRoundedRect(1, 1, 18, 18, 4, 4)
        painter.setPen(sign)
        painter.drawLine(QPointF(6.5, 6.5), QPointF(13.5, 13.5))
        painter.drawLine(QPointF(13.5, 6.5), QPointF(6.5, 13.5))
    else:
        _paint_open(painter, status, colour)


def _paint_open(painter: QPainter, status: LineStatus, colour: QColor) -> None:
    """A check without a verdict."""
    if status == "running":
        for x in (4.0, 10.0, 16.0):
            painter.drawEllipse(QPointF(x, 10), 2, 2)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    style = Qt.PenStyle.DotLine if status == "waiting" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(colour, 1.6, style))
    painter.drawEllipse(QRectF(2, 2, 16, 16))
    if status == "not applicable":
        painter.drawLine(QPointF(6, 10), QPointF(14, 10))
