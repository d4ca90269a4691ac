"""A matrix of numbers on both sides of 0 as a picture: positional encodings, similarities."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from model.arrays import FloatArray
from viz_app.design.colour_map import diverging_lut
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import paint_label
from viz_app.pictures.colour_bar import bar_width, paint_bar_beside
from viz_app.pictures.levels import level_ticks
from viz_app.pictures.matrix_cells import number_cells, paint_ground
from viz_app.pictures.matrix_layout import MatrixLayout, layout_matrix
from viz_app.pictures.plot_titles import paint_plot_titles
from viz_app.storage.value_tables import ValueTable

LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""


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

    def table(self) -> ValueTable:
        """The numbers, whose names have lost the blanks that keep labels apart."""
        rows, columns = (
            tuple(" ".join(name.split()) for name in names) for names in (self.rows, self.columns)
        )
        return ValueTable(name=self.title, rows=rows, columns=columns, values=self.values)


def paint_value_picture(
    painter: QPainter, rect: QRectF, picture: ValuePicture, theme: Theme, *, corner: float = 0.0
) -> MatrixLayout:
    """Paint numbers, row 0 at the top; the cells. The title leaves ``corner`` px at its right."""
    painter.save()
    titles = paint_plot_titles(painter, rect, picture.title, picture.subtitle, theme, corner=corner)
    top = titles + 2 * theme.unit
    space = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    layout = _layout(space, picture, theme)
    lut, levels = diverging_lut(theme), (-picture.level, picture.level)
    cells = number_cells(picture.values, lut, theme, levels=levels)
    paint_ground(painter, layout.grid, cells, theme)
    for label in (*layout.rows, *layout.columns):
        paint_label(painter, label, theme.text, theme)
    paint_bar_beside(painter, layout.grid, lut, theme, ticks=level_ticks(picture.level))
    painter.restore()
    return layout


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
