"""Pictures as files: PNG, SVG and PDF, painted as on the screen, with the text that was typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import QFont, QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from model.atomic import write_atomically
from model.messages import UserError
from viz_app.design.fonts import families
from viz_app.pictures.pdf_text import with_typed_text

Paint = Callable[[QPainter, QRectF], object]

PNG_RATIO = 2
"""Pixels for one px of a PNG."""

DOTS_PER_INCH = 96
"""One px of an SVG or PDF."""

_FONTS = re.compile('font-family="([^"]*)"')
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>\s*")
_ISOLATES = re.compile("[\u2066-\u2069]")
"""Marks of direction around what a user typed: nothing of them is seen."""


def save_figure(path: Path, size: QSize, paint: Paint) -> None:
    """Write a figure; the suffix says how: ``.png``, ``.svg`` or ``.pdf``.

    Args:
        path: the file; an existing one is replaced only when the new one is complete.
        size: width and height in px.
        paint: paints the figure into a rectangle, its background too.

    Raises:
        UserError: the suffix is none of these, or the file cannot be written.
    """
    writers = {".png": _png, ".svg": _svg, ".pdf": _pdf}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise UserError("{path} must end in .png, .svg or .pdf.", path=path)
    write_atomically(path, writer(size, paint))


def _png(size: QSize, paint: Paint) -> bytes:
    image = QImage(size * PNG_RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(PNG_RATIO)
    with QPainter(image) as painter:
        paint(painter, QRectF(QPointF(), QSizeF(size)))
    buffer = _buffer()
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _svg(size: QSize, paint: Paint) -> bytes:
    buffer = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(DOTS_PER_INCH)
    with QPainter(generator) as painter:
        paint(painter, QRectF(QPointF(), QSizeF(size)))
    return _readable(bytes(buffer.data().data()).decode()).encode()


def _readable(svg: str) -> str:
    """Qt's SVG with font lists that are valid CSS, and without texts that show nothing."""
    svg = _FONTS.sub(_quoted, svg)
    return _TEXT.sub(lambda text: text[0] if text[1].strip() else "", _ISOLATES.sub("", svg))


def _quoted(fonts: re.Match[str]) -> str:
    names = ",".join(f"'{name.strip()}'" for name in fonts[1].split(","))
    return f'font-family="{names}"'


def _pdf(size: QSize, paint: Paint) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    points = QSizeF(size) * (72.0 / DOTS_PER_INCH)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(DOTS_PER_INCH)
    with QPainter(writer) as painter:
        paint(painter, QRectF(QPointF(), QSizeF(size)))
    return with_typed_text(bytes(buffer.data().data()), QFont(list(families())))


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
