"""A matrix of values as a picture with a title."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import FloatArray
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import CellGrid, Ticks, level_ticks
from viz_app.pictures.labels import TIGHT, paint_label, text_width
from viz_app.pictures.legend import bar_width, paint_bar_beside
from viz_app.pictures.matrix import (
    ColouredCells,
    MatrixLayout,
    frame_width,
    layout_matrix,
    number_cells,
    paint_ground,
    paint_texts,
    paint_ticks,
)
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.pictures.typeset import paint_typeset, typeset_width
from viz_app.storage.value_tables import ValueTable
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------- plot titles
# Title and subtitle at the top of a small picture.


TALL = 140
"""A picture lower than this, in px at 100 %, has no subtitle."""


NOTE_GAP = 3
"""Units between a title and what stands at the end of its line."""


def paint_plot_titles(
    painter: QPainter, rect: QRectF, title: str, subtitle: str, theme: Theme, *, corner: float = 0.0
) -> float:
    """Paint title and subtitle; returns their bottom. ``corner`` px at the right stay free."""
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    room = max(rect.width() - corner, 0.0)
    fits = text_width(theme, title, size=theme.body, weight="bold") <= room
    size = theme.body if fits else theme.small
    free = line.adjusted(0, 0, room - rect.width(), 0)
    top = Qt.AlignmentFlag.AlignTop
    paint_heading(painter, free, title, theme, size=size, at_top=True)
    bottom = _titles_bottom(rect, subtitle, theme)
    if bottom > line.bottom():
        under = QRectF(rect.left(), line.bottom(), rect.width(), bottom - line.bottom())
        paint_line(painter, under, subtitle, theme, high=top)
    return bottom


def _titles_bottom(rect: QRectF, subtitle: str, theme: Theme) -> float:
    """Bottom of the title, and of the subtitle if it fits, in px."""
    shown = subtitle and rect.height() >= TALL * theme.scale
    return rect.top() + theme.body * 1.5 + (theme.small * 1.5 if shown else 0)


def note_width(title: str, note: str, theme: Theme) -> float:
    words = typeset_width(title, theme, size=theme.body, weight="bold")
    return words + NOTE_GAP * theme.unit + text_width(theme, note, size=theme.small)


def paint_title_and_note(
    painter: QPainter, rect: QRectF, title: str, note: str, theme: Theme
) -> float:
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    paint_line(painter, line, note, theme, side="right", whole=True)
    room = text_width(theme, note, size=theme.small) + NOTE_GAP * theme.unit
    free = line.adjusted(0, 0, -min(room, line.width()), 0)
    paint_typeset(painter, free, title, theme, size=theme.body, colour=theme.text, weight="bold")
    return line.bottom()


# ----------------------------------------------------------------------------------- value painter
# A matrix of numbers as a picture: positional encodings, similarities, what a check measured.


LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuePicture:
    """Numbers ``[row, column]`` with their labels.

    Attributes:
        level: the map ends at −level and +level, or begins at 0 where nothing is below it.
        signed: whether numbers are on both sides of 0.
        marked: cells in a frame: what a verdict is about.
        numbered: each number stands in its cell, where all have room.
        largest: side of a cell in px at 100 %.
        square: whether cells stay nearly square.
        stretch: how much longer one side of a cell may be than the other, where ``square`` does
            not say enough.
        row_share: share of the width that the labels of rows may take.
    """

    title: str
    subtitle: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    level: float
    square: bool
    stretch: float | None = None
    signed: bool = True
    marked: frozenset[Cell] = frozenset()
    numbered: bool = False
    largest: int = LARGEST_CELL
    row_share: float = 0.24
    values: FloatArray = field(compare=False, repr=False)

    def table(self) -> ValueTable:
        rows, columns = (
            tuple(" ".join(name.split()) for name in names) for names in (self.rows, self.columns)
        )
        return ValueTable(name=self.title, rows=rows, columns=columns, values=self.values)


def paint_value_picture(
    painter: QPainter, rect: QRectF, picture: ValuePicture, theme: Theme, *, corner: float = 0.0
) -> MatrixLayout:
    """Paint values, row 0 at the top. The title leaves ``corner`` px free at its right."""
    painter.save()
    top = _titles_bottom(rect, picture.subtitle, theme) + 2 * theme.unit
    space = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    layout = _layout(space, picture, theme)
    subtitle = picture.subtitle
    counted = all(name.strip().isdigit() for name in picture.rows)  # steps of an axis
    if subtitle and len(layout.rows) < len(picture.rows) and not counted:
        omitted = QCoreApplication.translate("pictures", "some row labels omitted")
        subtitle = f"{omitted} · {subtitle}"
    paint_plot_titles(painter, rect, picture.title, subtitle, theme, corner=corner)
    paint_ticks(painter, layout, theme)
    lut, lowest = diverging_lut(theme), -picture.level
    if not picture.signed:
        lut, lowest = lut[len(lut) // 2 :], 0.0
    cells = number_cells(picture.values, lut, theme, levels=(lowest, picture.level))
    paint_ground(painter, layout.grid, cells, theme)
    if picture.numbered:
        _paint_numbers(painter, layout.grid, cells, picture, theme)
    _paint_marks(painter, layout.grid, picture.marked, theme)
    for label in (*layout.rows, *layout.columns):
        paint_label(painter, label, theme.text, theme)
    paint_bar_beside(painter, layout.grid, lut, theme, ticks=_ticks(picture))
    painter.restore()
    return layout


def number_in_cell(value: float, level: float) -> str:
    """Two decimals for shares, else two or three digits: ``0.98``, ``12``, ``1.3e-06``."""
    if value == int(value) or abs(value) >= 10:
        return f"{value:.3g}"
    return f"{value:.2f}" if level == 1 else f"{value:.2g}"


def _paint_numbers(
    painter: QPainter, grid: CellGrid, cells: ColouredCells, picture: ValuePicture, theme: Theme
) -> None:
    # All or none: a number missing here and there would look like an empty cell.
    values = picture.values
    texts = [
        (row, column, number_in_cell(float(values[row, column]), picture.level), "")
        for row, column in np.argwhere(np.isfinite(values)).tolist()
    ]
    longest = max((text_width(theme, text, size=theme.small) for _, _, text, _ in texts), default=0)
    if longest + theme.unit <= grid.cell_width and theme.small * TIGHT <= grid.cell_height:
        paint_texts(painter, grid, cells, texts, theme)


def _paint_marks(painter: QPainter, grid: CellGrid, marked: Collection[Cell], theme: Theme) -> None:
    width = frame_width(grid, theme)
    painter.setPen(QPen(QColor(theme.danger), width, c=Qt.PenCapStyle.SquareCap))
    for cell in marked:
        rect = grid.cell_rect(cell.row, cell.column)
        for down, across, line in (
            (-1, 0, (rect.topLeft(), rect.topRight())),
            (1, 0, (rect.bottomLeft(), rect.bottomRight())),
            (0, -1, (rect.topLeft(), rect.bottomLeft())),
            (0, 1, (rect.topRight(), rect.bottomRight())),
        ):
            if Cell(cell.row + down, cell.column + across) not in marked:
                painter.drawLine(*line)


def _ticks(picture: ValuePicture) -> Ticks:
    if picture.signed:
        return level_ticks(picture.level)
    beyond = bool((np.nan_to_num(picture.values) > picture.level * 1.001).any())
    end = f"{'≥ ' if beyond else ''}{picture.level:.2g}"
    return ((0.0, "0"), (0.5, f"{picture.level / 2:.2g}"), (1.0, end))


def _layout(space: QRectF, picture: ValuePicture, theme: Theme) -> MatrixLayout:
    return layout_matrix(
        space,
        picture.rows,
        picture.columns,
        theme,
        largest=picture.largest,
        right=bar_width(theme, _ticks(picture)) + 4 * theme.unit,
        stretch=picture.stretch or (1.6 if picture.square else 8.0),
        row_share=picture.row_share,
    )
