"""A matrix of numbers on both sides of 0 as a picture: positional encodings, similarities."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from model.arrays import FloatArray
from viz_app.design.colour_map import diverging_lut, to_index
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import paint_label
from viz_app.pictures.cell_image import ZERO, Argb, Codes, colour_table, paint_cells
from viz_app.pictures.colour_bar import bar_width, paint_bar
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.heatmap_painter import paint_cell_lines
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix
from viz_app.pictures.plot_titles import paint_plot_titles

LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""

Ticks = tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuePicture:
    """Numbers ``[row, column]`` with their labels.

    Attributes:
        level: the map ends at −level and +level.
        square: whether cells stay nearly square.
        stretch: how much longer one side of a cell may be than the other, where ``square`` does
            not say enough.
    """

    title: str
    subtitle: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    level: float
    square: bool
    stretch: float | None = None
    values: FloatArray = field(compare=False, repr=False)


def paint_values(
    painter: QPainter, rect: QRectF, picture: ValuePicture, theme: Theme, *, corner: float = 0.0
) -> MatrixLayout:
    """Paint numbers into ``rect`` and say where the cells are. Row 0 is at the top.

    The title leaves ``corner`` px free at its right.
    """
    painter.save()
    titles = paint_plot_titles(painter, rect, picture.title, picture.subtitle, theme, corner=corner)
    top = titles + 2 * theme.unit
    space = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    layout = _layout(space, picture, theme)
    lut = diverging_lut(theme)
    _paint_numbers(painter, layout.grid, picture, colour_table(lut, theme))
    paint_cell_lines(painter, layout.grid, theme, rows=layout.grid.rows)
    for label in (*layout.rows, *layout.columns):
        paint_label(painter, label, theme.text, theme)
    ticks = level_ticks(picture.level)
    paint_bar(painter, _bar_place(layout.grid, ticks, theme), lut, theme, ticks=ticks)
    painter.restore()
    return layout


def level_ticks(level: float) -> Ticks:
    """Both ends of the map and its middle, for the colour bar."""
    return ((0.0, f"−{level:.3g}"), (0.5, "0"), (1.0, f"{level:.3g}"))


def _layout(space: QRectF, picture: ValuePicture, theme: Theme) -> MatrixLayout:
    """The cells with their labels; room for the colour bar is kept at the right."""
    return layout_matrix(
        space,
        picture.rows,
        picture.columns,
        theme,
        largest=LARGEST_CELL,
        right=bar_width(theme, level_ticks(picture.level)) + 4 * theme.unit,
        stretch=picture.stretch or (1.6 if picture.square else 8.0),
    )


def _paint_numbers(painter: QPainter, grid: CellGrid, picture: ValuePicture, table: Argb) -> None:
    """The cells ``[row, column]``, coloured from −level to +level."""
    levels = (-picture.level, picture.level)
    indices = to_index(picture.values, levels=levels, size=len(table) - ZERO)
    codes: Codes = (indices + ZERO).astype("uint16")
    paint_cells(painter, grid, codes, table, peaks=False)


def _bar_place(grid: CellGrid, ticks: Ticks, theme: Theme) -> QRectF:
    """Right of the cells, as high as they are."""
    left = grid.rect.right() + 4 * theme.unit
    return QRectF(left, grid.rect.top(), bar_width(theme, ticks), grid.rect.height())
