"""Pictures as files: PNG, SVG and PDF, painted as on the screen, with the text that was typed."""

from __future__ import annotations

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
from PySide6.QtGui import (
    QFont,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
)

from model.atomic import write_atomically
from model.messages import UserError
from viz_app.design.fonts import families
from viz_app.pictures.pdf_text import with_typed_text
from viz_app.pictures.svg_files import SvgFile, png, readable_svg

Paint = Callable[[QPainter, QRectF], object]

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")

PNG_RATIO = 2
"""Pixels for one px of a PNG."""

DOTS_PER_INCH = 96
"""One px of an SVG or PDF."""

METRES_PER_INCH = 0.0254


def save_figure(path: Path, size: QSize, paint: Paint, *, ratio: float = PNG_RATIO) -> None:
    """Write a figure; the suffix says how: ``.png``, ``.svg`` or ``.pdf``.

    Args:
        path: the file; an existing one is replaced only when the new one is complete.
        size: width and height in px.
        paint: paints the figure into a rectangle, its background too.
        ratio: pixels of a PNG for one px.

    Raises:
        UserError: the suffix is none of these, or the file cannot be written.
    """
    write_atomically(path, drawn(figure_suffix(path), size, paint, ratio=ratio))


def figure_suffix(path: Path) -> str:
    """How a figure is written there, by its name.

    Raises:
        UserError: the suffix is none of :data:`FIGURE_SUFFIXES`.
    """
    suffix = path.suffix.lower()
    if suffix not in FIGURE_SUFFIXES:
        raise UserError("{path} must end in .png, .svg or .pdf.", path=path)
    return suffix


def drawn(suffix: str, size: QSize, paint: Paint, *, ratio: float = PNG_RATIO) -> bytes:
    """A figure as a file, in any thread.

    Args:
        suffix: one of :data:`FIGURE_SUFFIXES`.
        size: width and height in px.
        paint: paints the figure into a rectangle, its background too.
        ratio: pixels of a PNG for one px.
    """
    if suffix == ".png":
        return png(figure_image(size, paint, ratio=ratio))
    return _svg(size, paint) if suffix == ".svg" else _pdf(size, paint)


def figure_image(size: QSize, paint: Paint, *, ratio: float = PNG_RATIO) -> QImage:
    """A figure as pixels, which say how large it is meant to be."""
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    _paint_on(image, size, paint)
    for set_dots in (image.setDotsPerMeterX, image.setDotsPerMeterY):
        set_dots(round(ratio * DOTS_PER_INCH / METRES_PER_INCH))
    return image


def _paint_on(device: QPaintDevice, size: QSize, paint: Paint) -> None:
    with QPainter(device) as painter:
        paint(painter, QRectF(QPointF(), QSizeF(size)))


def _svg(size: QSize, paint: Paint) -> bytes:
    buffer = _buffer()
    generator = SvgFile()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(DOTS_PER_INCH)
    _paint_on(generator, size, paint)
    svg = readable_svg(bytes(buffer.data().data()).decode(), size)
    return generator.with_images(svg).encode()


def _pdf(size: QSize, paint: Paint) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    points = QSizeF(size) * (72.0 / DOTS_PER_INCH)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(DOTS_PER_INCH)
    _paint_on(writer, size, paint)
    return with_typed_text(bytes(buffer.data().data()), QFont(list(families())))


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
