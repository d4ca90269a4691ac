"""Masks as pictures: a dot on a tint where a query may attend, hatching where it may not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.mask_record import MaskRecord
from model.trace import BoolArray
from viz_app.state.selection import Cell
from viz_app.ui.design.colour_map import kind_lut
from viz_app.ui.design.theme import Theme, faded
from viz_app.ui.painting.axis_labels import (
    Label,
    elided,
    paint_label,
    round_step,
    text_width,
)
from viz_app.ui.painting.cell_image import MASKED, ZERO, Codes, colour_table, paint_cells
from viz_app.ui.painting.grid import CellGrid
from viz_app.ui.painting.heatmap_painter import paint_cell_lines
from viz_app.ui.painting.legend import paint_hatched, paint_masked
from viz_app.ui.painting.mask_pictures import MaskPicture
from viz_app.ui.painting.matrix_layout import MatrixLayout, layout_matrix
from viz_app.ui.texts.sentences import short_axes_sentence
from viz_app.ui.texts.token_text import visible

LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""

ALLOWED = ZERO + 40
"""How strong the tint of allowed cells is, of 255."""

SMALLEST_DOT = 7
"""Cells below this many px have a tint only."""


NARROW = 2.0
"""Places in the batch that are narrower than this, in text sizes, share a label."""


LONGEST = 5.0
"""Shared labels that are longer than this, in text sizes, are elided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksLayout:
    """One matrix for each picture, in the painter's px."""

    pictures: tuple[MaskPicture, ...]
    matrices: tuple[MatrixLayout, ...]

    def cell_at(self, point: QPointF) -> tuple[MaskPicture, Cell, QRectF] | None:
        """Picture, cell and its place under a point."""
        for picture, matrix in zip(self.pictures, self.matrices, strict=True):
            cell = matrix.cell_at(point)
            if cell is not None:
                return picture, cell, matrix.grid.cell_rect(cell.row, cell.column)
        return None


def paint_masks(
    painter: QPainter, rect: QRectF, pictures: Sequence[MaskPicture], theme: Theme
) -> MasksLayout:
    """Paint masks beside each other, or two by two where it is narrow."""
    across = tiles_across(width=rect.width(), height=rect.height(), count=len(pictures))
    down = math.ceil(len(pictures) / across)
    gap = 6.0 * theme.unit
    width = (rect.width() - (across - 1) * gap) / across
    height = (rect.height() - (down - 1) * gap) / down
    painter.save()
    matrices = []
    for index, picture in enumerate(pictures):
        row, column = divmod(index, across)
        place = QRectF(
            rect.left() + column * (width + gap), rect.top() + row * (height + gap), width, height
        )
        matrices.append(_paint_mask(painter, place, picture, theme))
    painter.restore()
    return MasksLayout(pictures=tuple(pictures), matrices=tuple(matrices))


def tiles_across(*, width: float, height: float, count: int) -> int:
    """How many pictures stand beside each other, so that each has most room."""
    return max(
        range(1, count + 1),
        key=lambda across: min(width / across, height / math.ceil(count / across) - 60),
    )


def batch_places(rect: QRectF, record: MaskRecord, theme: Theme) -> list[list[QRectF]]:
    """A place for every token of the batch: one row a sentence, columns of equal width."""
    tokens = [visible(token) for row in record.src_tokens for token in row]
    widest = max(text_width(theme, token, size=theme.body) for token in tokens) + 3 * theme.unit
    columns = len(record.src_tokens[0])
    width = min(max(widest, 8.0 * theme.unit), rect.width() / columns)
    height = rect.height() / len(record.src_tokens)
    return [
        [
            QRectF(rect.left() + column * width, rect.top() + row * height, width, height).adjusted(
                1, 1, -1, -1
            )
            for column in range(columns)
        ]
        for row in range(len(record.src_tokens))
    ]


def paint_batch(painter: QPainter, rect: QRectF, record: MaskRecord, theme: Theme) -> None:
    """The batch's source tokens; padding is hatched. ``[batch, source]``."""
    painter.save()
    tint = kind_lut(theme, "encoder")[ALLOWED - ZERO]
    for row, places in enumerate(batch_places(rect, record, theme)):
        for column, place in enumerate(places):
            held = bool(record.source_padding[row, column])
            painter.fillRect(place, QColor(*tint.tolist()) if held else QColor(theme.masked))
            if not held:
                paint_hatched(painter, place, theme)
        for label in batch_labels(record.src_tokens[row], places, theme):
            held = bool(record.source_padding[row, label.index])
            paint_label(painter, label, theme.text if held else theme.soft_text, theme)
    painter.restore()


def batch_labels(
    tokens: Sequence[str], places: Sequence[QRectF], theme: Theme
) -> tuple[Label, ...]:
    """Labels of one row of the batch; in narrow places only every so many-th, from its left on."""
    texts = [visible(token) for token in tokens]
    across = places[0].width() + 2
    widest = max(text_width(theme, text, size=theme.body) for text in texts) + theme.unit
    needed = math.ceil(min(widest, LONGEST * theme.body) / across)
    step = round_step(needed) if across < NARROW * theme.body else 1
    labels = []
    for index in range(0, len(texts), step):
        room = min(step * across, places[-1].right() - places[index].left()) - 2
        text = elided(theme, texts[index], size=theme.body, width=room)
        place = QRectF(places[index])
        if step > 1:
            place.setWidth(text_width(theme, text, size=theme.body))
        if place.width() <= room + 2:
            labels.append(Label(index=index, text=text, rect=place, size=theme.body))
    return tuple(labels)


def _paint_mask(
    painter: QPainter, rect: QRectF, picture: MaskPicture, theme: Theme
) -> MatrixLayout:
    top = _paint_words(painter, rect, picture, theme) + 2 * theme.unit
    space = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    layout = layout_matrix(
        space,
        [visible(token) for token in picture.rows],
        [visible(token) for token in picture.columns],
        theme,
        largest=LARGEST_CELL,
        row_share=0.3,
    )
    codes: Codes = np.where(picture.mask, ALLOWED, MASKED).astype(np.uint16)
    table = colour_table(kind_lut(theme, picture.kind), theme)
    paint_cells(painter, layout.grid, codes, table)
    paint_masked(painter, layout.grid, ~picture.mask, theme)
    paint_cell_lines(painter, layout.grid, theme, rows=layout.grid.rows)
    _paint_dots(painter, layout.grid, picture.mask, theme.kind_colour(picture.kind))
    _paint_axes(painter, layout, picture, theme)
    return layout


def _paint_words(painter: QPainter, rect: QRectF, picture: MaskPicture, theme: Theme) -> float:
    """Title, explanation, what rows and columns are; says where they end."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    painter.setFont(theme.font(theme.body, "bold"))
    painter.setPen(QColor(theme.text))
    text = elided(theme, picture.title, size=theme.body, width=rect.width(), weight="bold")
    painter.drawText(title, int(Qt.AlignmentFlag.AlignLeft), text)
    flags = int(Qt.TextFlag.TextWordWrap)
    area = QRectF(rect.left(), title.bottom(), rect.width(), 10.0 * theme.small)
    metrics = QFontMetricsF(theme.font(theme.small))
    words = f"{picture.explanation}\n{short_axes_sentence()}"
    needed = metrics.boundingRect(area, flags, words)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    painter.drawText(area, flags, words)
    return needed.bottom()


def _paint_dots(painter: QPainter, grid: CellGrid, mask: BoolArray, colour: str) -> None:
    side = min(grid.cell_width, grid.cell_height)
    if side < SMALLEST_DOT:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    radius = min(side * 0.2, 5.0)
    for row, column in np.argwhere(mask):
        painter.drawEllipse(grid.cell_rect(int(row), int(column)).center(), radius, radius)
    painter.restore()


def _paint_axes(
    painter: QPainter, layout: MatrixLayout, picture: MaskPicture, theme: Theme
) -> None:
    """Labels; those of keys that nobody may attend to are faded."""
    seen = np.any(picture.mask, axis=0)
    for label in layout.columns:
        paint_label(painter, label, theme.text if seen[label.index] else faded(theme), theme)
    for label in layout.rows:
        paint_label(painter, label, theme.text, theme)
