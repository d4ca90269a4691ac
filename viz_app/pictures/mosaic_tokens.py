"""A mosaic that is taken along: its tokens on both axes, and a size at which all can be read."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import labels_of_rows, paint_label
from viz_app.pictures.cell_image import MOST_RECTANGLES
from viz_app.pictures.column_labels import column_labels
from viz_app.pictures.legend import paint_masked
from viz_app.pictures.mosaic_layout import FRAME_SHARE, MosaicLayout, layout_mosaic
from viz_app.pictures.mosaic_names import LONGEST_ROW, key_names, key_style, row_names
from viz_app.workbench.snapshots.pictures import MosaicSnapshot

WIDEST, TALLEST = 2200, 1400
"""Cells get smaller rather than all tiles together wider or higher than this, in px at 100 %."""

NARROWEST = 600
"""No figure is narrower: its words have to stand above it."""

CELL, SMALLEST = (26.0, 20.0), 4.0
"""Width and height of a cell where there is room, and the least of both. In px at 100 %."""


def labelled_size(snapshot: MosaicSnapshot, theme: Theme) -> QSize:
    """Width and height in px of a mosaic with its tokens, at which these can be read."""
    layers, heads, rows, columns = snapshot.weights.shape
    fits = WIDEST / max(heads * columns, 1), TALLEST / max(layers * rows, 1)
    cell_width, cell_height = (
        theme.scale * max(SMALLEST, min(sides)) for sides in zip(CELL, fits, strict=True)
    )
    room = QRectF(0, 0, heads * (cell_width * columns + 1), layers * (cell_height * rows + 1))
    size = room.size().expandedTo(QSizeF(NARROWEST, 1))
    for _ in range(3):  # labels need room according to the cells, and the other way round
        layout = layout_mosaic(QRectF(QPointF(), size), snapshot, theme, labelled=True)
        start, gap = layout.slots.rect.topLeft(), layout.margin / FRAME_SHARE
        wide = start.x() + room.width() + heads * gap
        tall = start.y() + room.height() + layers * (gap + layout.caption.height)
        size = QSizeF(max(wide, NARROWEST), tall)
    return QSize(math.ceil(size.width()), math.ceil(size.height()))


def paint_tokens(
    painter: QPainter, layout: MosaicLayout, snapshot: MosaicSnapshot, theme: Theme
) -> None:
    """Keys above the heads of the first row, queries left of each row's first."""
    unit, rows, columns = theme.unit, row_names(snapshot), key_names(snapshot)
    style = key_style(columns, layout.cell_width, theme)
    card = layout.margin if snapshot.measure is not None else 0.0
    for column in range(layout.slots.columns):
        grid = layout.tile(*layout.head_in(0, column))
        for label in column_labels(columns, grid, theme, style=style, gap=unit + card):
            paint_label(painter, label, theme.text, theme)
    for row in range(layout.slots.rows):
        grid = layout.tile(*layout.head_in(row, 0))
        right, width = grid.left - 1.5 * unit - card, LONGEST_ROW
        for label in labels_of_rows(rows, grid, theme, right=right, width=width):
            paint_label(painter, label, theme.text, theme)


def paint_hatching(
    painter: QPainter, layout: MosaicLayout, snapshot: MosaicSnapshot, theme: Theme
) -> None:
    """Masked cells as in a head by itself, where there are not too many for a file."""
    hidden = ~snapshot.mask
    layers, heads = snapshot.weights.shape[:2]
    if hidden.size * layers * heads <= MOST_RECTANGLES:
        for at in np.ndindex(layers, heads):
            paint_masked(painter, layout.tile(*at), hidden, theme)
