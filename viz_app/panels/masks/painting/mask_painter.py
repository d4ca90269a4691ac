"""Masks as pictures: a dot on a tint where a query may attend, hatching where it may not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model.lessons.masks.record import MaskRecord
from viz_app.design.theme import Theme, faded, frame_theme
from viz_app.panels.masks.painting.batch_painter import TokenRows, paint_token_rows
from viz_app.panels.masks.painting.mask_cells import mask_lut, paint_mask_cells
from viz_app.panels.masks.painting.mask_pictures import NUMBERS, MaskPicture, Names
from viz_app.pictures.axis_labels import paint_label, text_width
from viz_app.pictures.colour_bar import bar_width, paint_bar_beside
from viz_app.pictures.levels import Ticks, level_ticks, ticks
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix
from viz_app.pictures.skipped_labels import paint_ticks
from viz_app.pictures.text_line import paint_heading
from viz_app.texts.sentences import short_axes_sentence
from viz_app.workbench.state.selection import Cell

LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""

LARGEST_NUMBERED = 48
"""The same of cells with a number."""

LARGE, LESS = 0.5, 0.36
"""Share of the width that a large first picture has, where the others are stacked, and else."""

BESIDE = 2
"""Pictures that there is always room for beside a large one: scores and weights."""

STACKED = 190
"""Height of each picture in px at 100 % from which on they are stacked."""

GAP = 6.0
"""Units between two pictures."""

LOW = 250
"""A picture lower than this, in px at 100 %, says less about its rows and columns."""


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
    painter: QPainter,
    rect: QRectF,
    pictures: Sequence[MaskPicture],
    theme: Theme,
    *,
    first_large: bool = False,
) -> MasksLayout:
    """Paint masks beside each other, or below where it is narrow.

    With ``first_large`` the first has half of the width, and where there is the height for it the
    others stand one below the other; all but that one have cells of one size.
    """
    arrange = _beside_large if first_large else _tiles
    places = arrange(rect, len(pictures), theme)
    size = _title_size(pictures, places, theme)
    painter.save()
    matrices = []
    for index, (picture, place) in enumerate(zip(pictures, places, strict=True)):
        alike = (pictures[:1] if index == 0 else pictures[1:]) if first_large else pictures
        above = max(words_height(other, place, theme) for other in alike)
        _paint_words(painter, place, picture, theme, size=size)
        space = place.adjusted(0, above + 2 * theme.unit, 0, 0)
        matrices.append(_layout(space, picture, alike, theme, large=first_large))
        paint_mask_cells(painter, matrices[-1].grid, picture, theme)
        if picture.form in NUMBERS:
            lut, marks = mask_lut(picture, theme), _ticks(picture)
            paint_bar_beside(painter, matrices[-1].grid, lut, theme, ticks=marks)
        _paint_axes(painter, matrices[-1], picture, theme)
    painter.restore()
    return MasksLayout(pictures=tuple(pictures), matrices=tuple(matrices))


def tiles_across(*, width: float, height: float, count: int) -> int:
    """How many pictures stand beside each other, so that each has most room."""
    return max(
        range(1, count + 1),
        key=lambda across: min(width / across, height / math.ceil(count / across) - 60),
    )


def batch_rows(
    record: MaskRecord,
    *,
    lines: tuple[int | None, ...] = (),
    absent: str = "",
    glosses: tuple[Names, ...] = (),
) -> TokenRows:
    """The batch's source tokens, in these lines of a picture; ``absent`` stands in empty ones."""
    return TokenRows(
        tokens=record.src_tokens,
        valid=record.source_padding,
        kind="encoder",
        lines=lines,
        absent=absent,
        glosses=glosses,
    )


def paint_batch(painter: QPainter, rect: QRectF, record: MaskRecord, theme: Theme) -> None:
    """The batch's source tokens; padding is hatched. ``[batch, source]``."""
    paint_token_rows(painter, rect, batch_rows(record), theme)


def _tiles(rect: QRectF, count: int, theme: Theme) -> list[QRectF]:
    """A place for each picture, row by row."""
    across = tiles_across(width=rect.width(), height=rect.height(), count=count)
    return _places(rect, theme, across=across, down=math.ceil(count / across))[:count]


def _beside_large(rect: QRectF, count: int, theme: Theme) -> list[QRectF]:
    """A large place at the left, and the others right of it, whether they are there yet or not."""
    others = max(count - 1, BESIDE)
    stacked = rect.height() >= others * STACKED * theme.scale
    share = LARGE if stacked else LESS
    left = QRectF(rect.left(), rect.top(), rect.width() * share, rect.height())
    right = rect.adjusted(left.width() + GAP * theme.unit, 0, 0, 0)
    across, down = (1, others) if stacked else (others, 1)
    return [left, *_places(right, theme, across=across, down=down)][:count]


def _places(rect: QRectF, theme: Theme, *, across: int, down: int) -> list[QRectF]:
    """Equal places with gaps, row by row."""
    gap = GAP * theme.unit
    width = (rect.width() - (across - 1) * gap) / across
    height = (rect.height() - (down - 1) * gap) / down
    tops = [rect.top() + row * (height + gap) for row in range(down)]
    lefts = [rect.left() + column * (width + gap) for column in range(across)]
    return [QRectF(left, top, width, height) for top in tops for left in lefts]


def _layout(
    space: QRectF,
    picture: MaskPicture,
    pictures: Sequence[MaskPicture],
    theme: Theme,
    *,
    large: bool,
) -> MatrixLayout:
    """The cells of a picture; those of the pictures beside it have the same room."""
    numbered = large or any(other.form != "dots" for other in pictures)
    return layout_matrix(
        QRectF(space.left(), space.top(), space.width(), max(space.height(), 1.0)),
        picture.rows,
        picture.columns,
        theme,
        largest=LARGEST_NUMBERED if numbered else LARGEST_CELL,
        row_share=0.3,
        glosses=picture.glosses,
        right=max(_bar_room(other, theme) for other in pictures),
    )


def words_height(picture: MaskPicture, place: QRectF, theme: Theme) -> float:
    """What title and explanation take of a place, in px."""
    metrics = QFontMetricsF(theme.font(theme.small))
    area = QRectF(0, 0, place.width(), 10.0 * theme.small)
    words = _words(picture, place, theme)
    needed = metrics.boundingRect(area, int(Qt.TextFlag.TextWordWrap), words)
    return theme.body * 1.5 + needed.height()


def _words(picture: MaskPicture, place: QRectF, theme: Theme) -> str:
    """What it is, and what rows and columns are; shorter where there is little height."""
    low = place.height() < LOW * theme.scale
    axes = short_axes_sentence() if low or not picture.axes else picture.axes
    if not picture.explanation:
        return axes
    line = f"{picture.explanation} · {axes}"
    if low and text_width(theme, line, size=theme.small) <= place.width():
        return line
    return f"{picture.explanation}\n{axes}"


def _title_size(pictures: Sequence[MaskPicture], places: Sequence[QRectF], theme: Theme) -> int:
    """Of all titles: smaller where one of them would be cut off."""
    sizes = range(theme.body, frame_theme(theme).body - 1, -1)
    fits = (
        size
        for size in (*sizes, frame_theme(theme).small)
        if all(
            text_width(theme, picture.title, size=size, weight="bold") <= place.width()
            for picture, place in zip(pictures, places, strict=True)
        )
    )
    return next(fits, frame_theme(theme).small)


def _paint_words(
    painter: QPainter, rect: QRectF, picture: MaskPicture, theme: Theme, *, size: int
) -> None:
    """Title, explanation, what rows and columns are."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_heading(painter, title, picture.title, theme, size=size, at_top=True)
    area = QRectF(rect.left(), title.bottom(), rect.width(), 10.0 * theme.small)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    painter.drawText(area, int(Qt.TextFlag.TextWordWrap), _words(picture, rect, theme))


def _bar_room(picture: MaskPicture, theme: Theme) -> float:
    if picture.form not in NUMBERS:
        return 0.0
    return bar_width(theme, _ticks(picture)) + 4 * theme.unit


def _ticks(picture: MaskPicture) -> Ticks:
    return level_ticks(picture.level) if picture.form == "scores" else ticks("linear")


def _paint_axes(
    painter: QPainter, layout: MatrixLayout, picture: MaskPicture, theme: Theme
) -> None:
    """Labels; those of keys that nobody may attend to are faded."""
    seen = np.any(picture.mask, axis=0)
    paint_ticks(painter, layout, theme)
    for label in layout.columns:
        paint_label(painter, label, theme.text if seen[label.index] else faded(theme), theme)
    for labels, ink in ((layout.glosses, theme.soft_text), (layout.rows, theme.text)):
        for label in labels:
            paint_label(painter, label, ink, theme)
