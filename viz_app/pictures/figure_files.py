"""Pictures as files: PNG, SVG and PDF, painted as on the screen, with the text that was typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

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
Begin = Callable[[QPainter], object]
Ended = TypeVar("Ended")
Encode = Callable[[], bytes]

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")

PNG_RATIO = 2
"""Pixels for one px of a PNG."""

DOTS_PER_INCH = 96
"""One px of an SVG or PDF."""

METRES_PER_INCH = 0.0254


def no_beginning(painter: QPainter) -> None:
    """Nothing of a figure is painted before the rest."""


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
    write_atomically(path, drawn(figure_suffix(path), size, paint, ratio=ratio)())


def figure_suffix(path: Path) -> str:
    """How a figure is written there, by its name.

    Raises:
        UserError: the suffix is none of :data:`FIGURE_SUFFIXES`.
    """
    suffix = path.suffix.lower()
    if suffix not in FIGURE_SUFFIXES:
        raise UserError("{path} must end in .png, .svg or .pdf.", path=path)
    return suffix


def drawn(
    suffix: str, size: QSize, paint: Paint, begin: Begin = no_beginning, *, ratio: float = PNG_RATIO
) -> Encode:
    """Begin a figure now; what paints the rest and makes a file of it can run once in any thread.

    Args:
        suffix: one of :data:`FIGURE_SUFFIXES`.
        size: width and height in px.
        paint: what is painted later.
        begin: what is painted now, beneath the rest: what only the GUI thread can, as widgets.
        ratio: pixels of a PNG for one px.
    """
    if suffix == ".png":
        make = begun_image(size, paint, begin, ratio=ratio)
        return lambda: png(make())
    return _begun(partial(_svg if suffix == ".svg" else _pdf, size, paint, begin), begin)


def figure_image(
    size: QSize, paint: Paint, begin: Begin = no_beginning, *, ratio: float = PNG_RATIO
) -> QImage:
    """A figure as pixels, which say how large it is meant to be."""
    return begun_image(size, paint, begin, ratio=ratio)()


def begun_image(
    size: QSize, paint: Paint, begin: Begin = no_beginning, *, ratio: float = PNG_RATIO
) -> Callable[[], QImage]:
    """As :func:`drawn`, for pixels that no file is made of."""
    return _begun(partial(_image, size, paint, begin, ratio=ratio), begin)


def _begun(start: Callable[[], Callable[[], Ended]], begin: Begin) -> Callable[[], Ended]:
    """What ends a figure that is started now, or later where nothing is to be painted now."""
    return (lambda: start()()) if begin is no_beginning else start()  # noqa: PLW0108 - not yet


def _image(size: QSize, paint: Paint, begin: Begin, *, ratio: float) -> Callable[[], QImage]:
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    canvas = _Canvas(image, begin=begin)

    def finished() -> QImage:
        """The image, when the rest is painted."""
        canvas.finish(size, paint)
        for set_dots in (image.setDotsPerMeterX, image.setDotsPerMeterY):
            set_dots(round(ratio * DOTS_PER_INCH / METRES_PER_INCH))
        return image

    return finished


class _Canvas:
    """Stays open from the thread that begins a figure to the one that paints the rest."""

    def __init__(self, *devices: QPaintDevice | QBuffer, begin: Begin) -> None:
        """Paint on the first; the others are what it needs."""
        self._devices = devices
        self._painter = QPainter(devices[0])  # type: ignore[arg-type]
        begin(self._painter)

    def finish(self, size: QSize, paint: Paint) -> None:
        """Paint the rest."""
        paint(self._painter, QRectF(QPointF(), QSizeF(size)))
        self._painter.end()

    def __del__(self) -> None:
        """Also of what is never finished the device outlives the painter: Qt would abort."""
        if self._painter.isActive():
            self._painter.end()


def _svg(size: QSize, paint: Paint, begin: Begin) -> Encode:
    buffer = _buffer()
    generator = SvgFile()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(DOTS_PER_INCH)
    canvas = _Canvas(generator, buffer, begin=begin)

    def encoded() -> bytes:
        """The file, when the rest is painted."""
        canvas.finish(size, paint)
        svg = readable_svg(bytes(buffer.data().data()).decode(), size)
        return generator.with_images(svg).encode()

    return encoded


def _pdf(size: QSize, paint: Paint, begin: Begin) -> Encode:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    points = QSizeF(size) * (72.0 / DOTS_PER_INCH)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(DOTS_PER_INCH)
    canvas, font = _Canvas(writer, buffer, begin=begin), QFont(list(families()))

    def encoded() -> bytes:
        """The file, when the rest is painted."""
        canvas.finish(size, paint)
        return with_typed_text(bytes(buffer.data().data()), font)

    return encoded


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
