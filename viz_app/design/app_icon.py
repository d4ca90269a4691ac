"""Headlight's own icon: a lamp, and its light as the weights of the three kinds."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QIcon, QImage, QImageWriter, QPainter

APP_ICON = (
    Path(__file__).resolve().parents[2] / "resources" / "desktop" / "local.headlight.headlight.svg"
)


def app_icon() -> QIcon:
    """The icon of windows; drawn when a window asks for it."""
    return QIcon(str(APP_ICON))


def icon_png(edge: int) -> bytes:
    """A PNG of ``edge`` × ``edge`` px, transparent around its round corners."""
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
