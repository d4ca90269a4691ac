"""A matrix of numbers on both sides of 0 as a picture: positional encodings, similarities."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.trace import FloatArray
from viz_app.ui.design.colour_map import diverging_lut, to_index
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.axis_labels import elided, paint_label
from viz_app.ui.painting.cell_image import ZERO, Codes, colour_table, paint_cells
from viz_app.ui.painting.colour_bar import bar_width, paint_bar
from viz_app.ui.painting.heatmap_painter import paint_cell_lines
from viz_app.ui.painting.matrix_layout import MatrixLayout, layout_matrix

LARGEST_CELL = 32
"""Side of a cell in px at 100 %."""


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
    unit = theme.unit
    painter.save()
    top = _paint_words(painter, rect, picture, theme) + 2 * unit
    ticks = level_ticks(picture.level)
    room = bar_width(theme, ticks)
    layout = layout_matrix(
        QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0)),
        picture.rows,
        picture.columns,
        theme,
        largest=LARGEST_CELL,
        right=room + 4 * unit,
        stretch=1.6 if picture.square else 8.0,
    )
    lut = diverging_lut(theme)
    levels = (-picture.level, picture.level)
    codes: Codes = (to_index(picture.values, levels=levels, size=len(lut)) + ZERO).astype("uint16")
    paint_cells(painter, layout.grid, codes, colour_table(lut, theme), peaks=False)
    paint_cell_lines(painter, layout.grid, theme, rows=layout.grid.rows)
    for label in (*layout.rows, *layout.columns):
        paint_label(painter, label, theme.text, theme)
    area = layout.grid.rect
    paint_bar(
        painter,
        QRectF(area.right() + 4 * unit, area.top(), room, area.height()),
        lut,
        theme,
        ticks=ticks,
    )
    painter.restore()
    return layout


def level_ticks(level: float) -> tuple[tuple[float, str], ...]:
    """Both ends of the map and its middle, for the colour bar."""
    return ((0.0, f"−{level:.3g}"), (0.5, "0"), (1.0, f"{level:.3g}"))


def _paint_words(painter: QPainter, rect: QRectF, picture: ValuePicture, theme: Theme) -> float:
    """Title and subtitle; says where they end."""
    title = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.5)
    subtitle = QRectF(rect.left(), title.bottom(), rect.width(), theme.small * 1.5)
    left = int(Qt.AlignmentFlag.AlignLeft)
    painter.setFont(theme.font(theme.body, "bold"))
    painter.setPen(QColor(theme.text))
    painter.drawText(title, left, elided(theme, theme.body, picture.title, rect.width(), "bold"))
    painter.setFont(theme.font(theme.small))
    painter.setPen(QColor(theme.soft_text))
    painter.drawText(subtitle, left, elided(theme, theme.small, picture.subtitle, rect.width()))
    return subtitle.bottom()
