"""A matrix of numbers on both sides of 0 as a picture: positional encodings, similarities."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.trace import FloatArray
from viz_app.ui.design.colour_map import diverging_lut, to_index
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import elided, paint_label
from viz_app.ui.painting.cell_image import ZERO, Argb, Codes, colour_table, paint_cells
from viz_app.ui.painting.colour_bar import bar_width, paint_bar
from viz_app.ui.painting.grid import CellGrid
from viz_app.ui.painting.heatmap_painter import paint_cell_lines
from viz_app.ui.painting.matrix_layout import MatrixLayout, layout_matrix

LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""

TALL = 140
"""A picture lower than this, in px at 100 %, has no subtitle."""

Ticks = tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuePicture:
    """Numbers ``[row, column]`` with their labels.

    Attributes:
        level: the map ends at −level and +level.
        square: whether cells stay nearly square.
    """

    title: str
    subtitle: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    level: float
    square: bool
    values: FloatArray = field(compare=False, repr=False)


def paint_values(
    painter: QPainter, rect: QRectF, picture: ValuePicture, theme: Theme
) -> MatrixLayout:
    """Paint numbers into ``rect`` and say where the cells are. Row 0 is at the top."""
    painter.save()
    top = _paint_words(painter, rect, picture, theme) + 2 * theme.unit
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
        stretch=1.6 if picture.square else 8.0,
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


def _paint_words(painter: QPainter, rect: QRectF, picture: ValuePicture, theme: Theme) -> float:
    """Title, and subtitle where there is room; says where they end."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    left = int(Qt.AlignmentFlag.AlignLeft)
    painter.setFont(theme.font(theme.body, "bold"))
    painter.setPen(QColor(theme.text))
    painter.drawText(
        title,
        left,
        elided(theme, picture.title, size=theme.body, width=rect.width(), weight="bold"),
    )
    if rect.height() < TALL * theme.scale:
        return title.bottom()
    subtitle = QRectF(rect.left(), title.bottom(), rect.width(), theme.small * 1.5)
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    painter.drawText(
        subtitle, left, elided(theme, picture.subtitle, size=theme.small, width=rect.width())
    )
    return subtitle.bottom()
