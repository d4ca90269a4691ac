"""Pictures as PNG, SVG and PDF files, with a caption and the text that was typed."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

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
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QRawFont,
    QTextLayout,
    QTextOption,
)

from model.files import write_atomically
from model.messages import UserError
from viz_app.design.theme import Theme, families
from viz_app.pictures.svg_files import SvgFile, png, readable_svg
from viz_app.pictures.typeset import unparted

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

# ---------------------------------------------------------------------------------------- pdf text
# The text in a PDF: the characters that were painted, so that search and copy find them.


_CODES = re.compile(rb"\[[^]]*\]")
_CODE = re.compile(rb"<([0-9A-F]{4})>")
_RADICALS = range(0x2E80, 0x2FE0)
_FORMS = range(0xF900, 0xFF00)
"""Compatibility ideographs, ligatures, and the forms that Arabic letters take in a word."""

_IDEOGRAPHS = "".join(map(chr, range(0x4E00, 0xA000)))


def with_typed_text(pdf: bytes, font: QFont) -> bytes:
    """The same pages, with each glyph mapped to the character of the original text."""
    # A Chinese font has one glyph for the character 一 and the radical ⼀; Qt writes the lower code
    # point, presentation forms for Arabic letters, and a tab for a blank. The ToUnicode tables (ISO
    # 32000-1, 9.10.3), which readers search by, are corrected.
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(BytesIO(pdf)))
    typed = {"\t": " ", **_ideographs_of_radicals(font)}
    for page in writer.pages:
        resources = cast("DictionaryObject", page["/Resources"].get_object())
        for entry in resources.get("/Font", {}).values():
            stream = entry.get_object()["/ToUnicode"].get_object()
            stream.set_data(_corrected(stream.get_data(), typed))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _ideographs_of_radicals(font: QFont) -> dict[str, str]:
    raw = QRawFont.fromFont(font, QFontDatabase.WritingSystem.SimplifiedChinese)
    radicals = "".join(map(chr, _RADICALS))
    glyphs = dict(zip(raw.glyphIndexesForString(_IDEOGRAPHS), _IDEOGRAPHS, strict=True))
    pairs = zip(radicals, raw.glyphIndexesForString(radicals), strict=True)
    return {radical: glyphs[glyph] for radical, glyph in pairs if glyph and glyph in glyphs}


def _corrected(table: bytes, typed: Mapping[str, str]) -> bytes:
    """A ``ToUnicode`` table with corrected characters; glyph numbers are outside ``[]``."""

    def right(code: re.Match[bytes]) -> bytes:
        char = chr(int(code[1], 16))
        text = typed.get(char, char)
        if ord(text) in _RADICALS or ord(text) in _FORMS:
            text = unicodedata.normalize("NFKC", text)
        return b"<%s>" % text.encode("utf-16-be").hex().upper().encode()

    return _CODES.sub(lambda codes: _CODE.sub(right, codes[0]), table)


# ------------------------------------------------------------------------------------ figure files


Paint = Callable[[QPainter, QRectF], object]

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")

PNG_RATIO = 2
"""Pixels for one px of a PNG."""

DOTS_PER_INCH = 96
"""One px of an SVG or PDF."""

METRES_PER_INCH = 0.0254


def save_figure(path: Path, size: QSize, paint: Paint, *, ratio: float = PNG_RATIO) -> None:
    """Write a figure; the suffix selects the format: ``.png``, ``.svg`` or ``.pdf``.

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
    """The suffix of a figure's name; raises UserError if not in :data:`FIGURE_SUFFIXES`."""
    suffix = path.suffix.lower()
    if suffix not in FIGURE_SUFFIXES:
        raise UserError("{path} must end in .png, .svg or .pdf.", path=path)
    return suffix


def drawn(suffix: str, size: QSize, paint: Paint, *, ratio: float = PNG_RATIO) -> bytes:
    """A figure as the bytes of a file; callable in any thread. ``ratio``: pixels per px."""
    if suffix == ".png":
        return png(figure_image(size, paint, ratio=ratio))
    return _svg(size, paint) if suffix == ".svg" else _pdf(size, paint)


def figure_image(size: QSize, paint: Paint, *, ratio: float = PNG_RATIO) -> QImage:
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


# ----------------------------------------------------------------------------------------- caption
# A caption beneath a figure that says what it is, in as many lines as its width makes of it.


BESIDE, ABOVE = 4, 3
"""Units around a caption."""


def with_caption(size: QSize, paint: Paint, *, caption: str, theme: Theme) -> tuple[QSize, Paint]:
    """A figure with a caption beneath: its size in px and painter."""
    if not caption:
        return size, paint
    width = size.width() - 2 * BESIDE * theme.unit
    _, text_height = _broken(caption, width, theme)
    height = math.ceil(text_height) + 2 * ABOVE * theme.unit

    def paint_both(painter: QPainter, rect: QRectF) -> None:
        # The caption's height is taken from the bottom; the grounds meet without a seam.
        place = QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
        painter.fillRect(place.adjusted(0, -1, 0, 0), QColor(theme.panel))
        paint(painter, rect.adjusted(0, 0, 0, -height))
        lines, _ = _broken(caption, width, theme)  # a layout belongs to the thread that paints
        painter.save()
        painter.setPen(QColor(theme.soft_text))
        lines.draw(painter, place.topLeft() + QPointF(BESIDE, ABOVE) * theme.unit)
        painter.restore()

    return QSize(size.width(), size.height() + height), paint_both


def _broken(text: str, width: float, theme: Theme) -> tuple[QTextLayout, float]:
    """A text in lines of at most ``width`` px, and their height in px."""
    layout = QTextLayout(unparted(text), theme.font(theme.small))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1.0))
        line.setPosition(QPointF(0.0, height))
        height += line.height()
    layout.endLayout()
    return layout, height
