"""Icons of buttons, painted from paths in the theme's colours, and the application's icon."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QImage,
    QImageWriter,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from viz_app.design.theme import Theme, faded

# ------------------------------------------------------------------------------------------- icons


Shape = Literal[
    "first", "back", "play", "pause", "forward", "last", "copy", "close", "up", "down", "save"
]

_GRID = 24
_RATIOS = (1.0, 1.5, 2.0, 3.0)


def themed_icon(shape: Shape, theme: Theme) -> QIcon:
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, faded(theme))):
        for ratio in _RATIOS:
            pixmap = _pixmap(shape, QColor(colour), size=icon_size(theme), ratio=ratio)
            icon.addPixmap(pixmap, mode)
    return icon


def icon_size(theme: Theme) -> int:
    """Edge in px at 100 %."""
    return 4 * theme.unit


def _pixmap(shape: Shape, colour: QColor, *, size: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / _GRID, size / _GRID)
    if shape in _OUTLINES:
        pen = QPen(colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        painter.strokePath(_OUTLINES[shape](), pen)
    else:
        painter.fillPath(_SOLIDS[shape](), colour)
    painter.end()
    return pixmap


def _triangle(left: float, right: float) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(left, 5), QPointF(right, 12), QPointF(left, 19)]))
    path.closeSubpath()
    return path


def _bars(*lefts: float, width: float = 3) -> QPainterPath:
    path = QPainterPath()
    for left in lefts:
        path.addRoundedRect(QRectF(left, 5, width, 14), 1, 1)
    return path


def _sheets() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(9, 9, 11, 11), 2, 2)
    path.moveTo(5.5, 15)
    path.lineTo(4, 15)
    path.lineTo(4, 4)
    path.lineTo(15, 4)
    path.lineTo(15, 5.5)
    return path


def _cross() -> QPainterPath:
    path = QPainterPath(QPointF(6, 6))
    path.lineTo(18, 18)
    path.moveTo(18, 6)
    path.lineTo(6, 18)
    return path


def _arrow_into_tray() -> QPainterPath:
    path = QPainterPath(QPointF(12, 4))
    path.lineTo(12, 15)
    path.moveTo(7.5, 10.5)
    path.lineTo(12, 15)
    path.lineTo(16.5, 10.5)
    path.moveTo(4, 16)
    path.lineTo(4, 20)
    path.lineTo(20, 20)
    path.lineTo(20, 16)
    return path


def _chevron(base: float, tip: float) -> QPainterPath:
    path = QPainterPath(QPointF(5, base))
    path.lineTo(12, tip)
    path.lineTo(19, base)
    return path


_SOLIDS: dict[str, Callable[[], QPainterPath]] = {
    "first": lambda: _bars(5) + _triangle(19, 9),
    "back": lambda: _triangle(17, 7),
    "play": lambda: _triangle(7, 19),
    "pause": lambda: _bars(6, 14, width=4),
    "forward": lambda: _triangle(7, 17),
    "last": lambda: _triangle(5, 15) + _bars(16),
}
_OUTLINES: dict[str, Callable[[], QPainterPath]] = {
    "copy": _sheets,
    "close": _cross,
    "save": _arrow_into_tray,
    "up": lambda: _chevron(15, 8),
    "down": lambda: _chevron(9, 16),
}

# ---------------------------------------------------------------------------------------- app icon
# Headlight's own icon: a lamp, and its light as the weights of the three kinds.


APP_ICON = (
    Path(__file__).resolve().parents[2] / "resources" / "desktop" / "local.headlight.headlight.svg"
)


def app_icon() -> QIcon:
    return QIcon(str(APP_ICON))


def icon_png(edge: int) -> bytes:
    """A PNG of ``edge`` × ``edge`` px with transparent corners."""
    from PySide6.QtSvg import QSvgRenderer  # imported only here: no window waits for it

    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(APP_ICON)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())
