"""Weights as numbers in their cells, where these are large enough."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from viz_app.design.colour_map import readable_on
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.cell_image import MASKED, Argb, Codes
from viz_app.pictures.grid import CellGrid
from viz_app.texts.key_sentences import HARDLY, key_weight
from viz_app.workbench.snapshots.pictures import FocusSnapshot


def has_room(grid: CellGrid, theme: Theme, *, is_signed: bool) -> bool:
    """Whether cells are large enough for a number."""
    widest = text_width(theme, "+0.00" if is_signed else "0.00", size=theme.small)
    return (
        grid.cell_width >= widest + 2 * theme.unit and grid.cell_height >= theme.small + theme.unit
    )


def paint_values(
    painter: QPainter,
    part: CellGrid,
    snapshot: FocusSnapshot,
    theme: Theme,
    *,
    codes: Codes,
    table: Argb,
    first: tuple[int, int],
) -> None:
    """A number in every cell that has a weight worth one; 0.00 everywhere would hide the others.

    Args:
        painter: where to.
        part: the cells in view.
        snapshot: whose weights.
        theme: sizes and colours.
        codes: what ``part`` shows, ``[row, column]``.
        table: the colour of each code.
        first: row and column of the first cell of ``part``.
    """
    rows, columns = codes.shape
    weights = snapshot.weights[first[0] : first[0] + rows, first[1] : first[1] + columns]
    painter.setFont(theme.font(theme.small))
    for row, column in np.argwhere((codes > MASKED) & (np.abs(weights) >= HARDLY)).tolist():
        colour = QColor.fromRgb(int(table[codes[row, column]]))
        ground = np.array([colour.red(), colour.green(), colour.blue()], dtype=np.uint8)
        painter.setPen(QColor(readable_on(ground, theme)))
        text = key_weight(snapshot, first[0] + row, first[1] + column)
        painter.drawText(part.cell_rect(row, column), int(Qt.AlignmentFlag.AlignCenter), text)
