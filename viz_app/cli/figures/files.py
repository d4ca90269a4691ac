"""Figures to keep: painted by the same painters as the window, into PNG, SVG or PDF files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QMarginsF,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from model.atomic import write_atomically
from model.lessons.masks.record import MaskRecord
from model.messages import UserError
from model.traces.trace import Kind, Trace
from viz_app.cli.figures.kind_figure import kind_figure_size, paint_kind_figure
from viz_app.design.theme import Theme, light_theme
from viz_app.panels.masks.painting.mask_painter import paint_batch, paint_masks
from viz_app.panels.masks.painting.mask_pictures import mask_legend, mask_pictures
from viz_app.panels.positions.painting.position_pictures import (
    first_positions,
    kind_line,
    similarity_picture,
    table_picture,
)
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.formulas import Formula
from viz_app.pictures.legend import paint_legend
from viz_app.pictures.value_painter import paint_value_picture

__all__ = [
    "figure_size",
    "paint_kind_figure",
    "paint_masks_figure",
    "paint_positions_figure",
    "save_figure",
]

translate = QCoreApplication.translate

Paint = Callable[[QPainter, QRectF], object]

PNG_RATIO = 2
"""Pixels for one px of a PNG."""

DOTS_PER_INCH = 96
"""One px of an SVG or PDF."""

MARGIN = 24.0
MASK_SIDE, BATCH_HEIGHT, LEGEND_HEIGHT = 340, 56, 16


def figure_size(
    subject: Trace | MaskRecord | PositionsSnapshot,
    kind: Kind | None = None,
    theme: Theme | None = None,
) -> QSize:
    """Width and height in px of a figure; ``kind`` says which attention of a trace."""
    if isinstance(subject, Trace):
        return kind_figure_size(subject, kind or "cross", theme or light_theme())
    if isinstance(subject, MaskRecord):
        sentences = len(subject.src_tokens)
        return QSize(
            4 * MASK_SIDE, BATCH_HEIGHT + LEGEND_HEIGHT + 80 + sentences * (MASK_SIDE + 40)
        )
    return QSize(1320, 640)


def paint_masks_figure(painter: QPainter, rect: QRectF, record: MaskRecord, theme: Theme) -> None:
    """Paint a batch and the four masks of each of its sentences."""
    painter.fillRect(rect, theme.panel)
    inner = rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    batch = QRectF(inner.left(), inner.top(), inner.width(), BATCH_HEIGHT)
    paint_batch(painter, batch, record, theme)
    sentences = len(record.src_tokens)
    paint_legend(painter, batch.bottomLeft() + QPointF(0, theme.unit * 3), mask_legend(), theme)
    top = batch.bottom() + LEGEND_HEIGHT + MARGIN
    height = (inner.bottom() - top - (sentences - 1) * MARGIN) / sentences
    for sentence in range(sentences):
        place = QRectF(inner.left(), top + sentence * (height + MARGIN), inner.width(), height)
        paint_masks(painter, place, mask_pictures(record, sentence), theme)


def paint_positions_figure(
    painter: QPainter, rect: QRectF, snapshot: PositionsSnapshot, theme: Theme
) -> None:
    """Paint the table and the similarity of the first positions."""
    painter.fillRect(rect, theme.panel)
    inner = rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    count = first_positions(snapshot)
    foot = theme.body * 2.0
    left = QRectF(inner.left(), inner.top(), inner.width() * 0.55, inner.height() - foot)
    right = QRectF(left.right() + MARGIN, inner.top(), 0, left.height())
    right.setRight(inner.right())
    paint_value_picture(painter, left, table_picture(snapshot, count), theme)
    paint_value_picture(painter, right, similarity_picture(snapshot, count), theme)
    painter.save()
    painter.setFont(theme.font(theme.body))
    painter.setPen(theme.soft_text)
    line = QRectF(inner.left(), inner.bottom() - foot, inner.width(), foot)
    words = kind_line(snapshot)
    painter.drawText(line, int(Qt.AlignmentFlag.AlignBottom), words)
    if not words:
        Formula("positions_table", theme, size=theme.small).paint(painter, line)
    painter.restore()


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
    return bytes(buffer.data().data())


def _pdf(size: QSize, paint: Paint) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    points = QSizeF(size) * (72.0 / DOTS_PER_INCH)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(DOTS_PER_INCH)
    with QPainter(writer) as painter:
        paint(painter, QRectF(QPointF(), QSizeF(size)))
    return bytes(buffer.data().data())


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
