"""Figures of masks and positions to keep: painted by the same painters as the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter

from model.lessons.masks.record import MaskRecord
from viz_app.design.theme import Theme
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

translate = QCoreApplication.translate

MARGIN = 16.0
MASK_SIDE, BATCH_HEIGHT, LEGEND_HEIGHT = 340, 56, 16


def figure_size(subject: MaskRecord | PositionsSnapshot) -> QSize:
    """Width and height in px."""
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
    foot = theme.body * 3.0
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
