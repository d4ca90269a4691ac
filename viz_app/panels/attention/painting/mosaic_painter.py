"""All heads of a kind as one picture: layers are rows of tiles, heads are columns."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme
from viz_app.panels.attention.painting.measure_marks import (
    paint_caption,
    paint_card,
    paint_measure_bar,
    share_of,
)
from viz_app.panels.attention.painting.mosaic_header import paint_header
from viz_app.panels.attention.painting.mosaic_layout import MosaicLayout, head_order, layout_mosaic
from viz_app.panels.attention.painting.pooling import PeakPixels
from viz_app.panels.attention.painting.tile_image import (
    as_rectangles,
    paint_pixels,
    paint_tiles,
    tile_pixels,
)
from viz_app.panels.attention.texts.mosaic_sentences import measure_ends
from viz_app.pictures.cell_image import cell_codes, colour_table
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.matrix_cells import paint_frame, paint_outline, paint_undecoded
from viz_app.pictures.mosaic_names import paint_names, tile_name
from viz_app.texts.measure_names import measure_number
from viz_app.workbench.snapshots.pictures import MosaicSnapshot

OUTLINED_ROW = 6
"""The step's row is outlined when it has this many px; else only ticks stand beside it."""


def paint_mosaic(
    painter: QPainter,
    rect: QRectF,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    titled: bool = False,
    pixels: PeakPixels | None = None,
) -> MosaicLayout:
    """Paint all heads into ``rect`` and say where they are. All tiles are one image.

    ``titled`` adds the kind's name; ``pixels`` keeps work for the next time.
    """
    layout = layout_mosaic(rect, snapshot, theme, titled=titled)
    painter.save()
    paint_header(painter, layout.header, snapshot, theme, titled=titled)
    if not layout.order:
        paint_names(painter, layout.slots, theme, width=rect.width())
    if snapshot.weights.size:
        _paint_measures(painter, layout, snapshot, theme)
        _paint_weights(painter, layout, snapshot, theme, pixels or PeakPixels())
        _paint_tile_marks(painter, layout, snapshot, theme)
    painter.restore()
    return layout


def _paint_weights(
    painter: QPainter,
    layout: MosaicLayout,
    snapshot: MosaicSnapshot,
    theme: Theme,
    pixels: PeakPixels,
) -> None:
    table = colour_table(lut_for(theme, snapshot.kind, snapshot.colour_map), theme)
    weights, mask, rows = snapshot.weights, snapshot.mask, snapshot.decoded_rows
    if as_rectangles(painter, weights.size):
        codes = cell_codes(weights, mask, decoded_rows=rows, scale=snapshot.scale)
        paint_tiles(painter, layout, codes, table)
        return
    height, width = tile_pixels(painter, layout)
    codes = pixels.codes(
        weights, mask, decoded_rows=rows, scale=snapshot.scale, height=height, width=width
    )
    paint_pixels(painter, layout, codes, table)


def _paint_measures(
    painter: QPainter, layout: MosaicLayout, snapshot: MosaicSnapshot, theme: Theme
) -> None:
    """A card behind every tile, and its caption. NaN is a dash on no card."""
    if snapshot.measure is None or snapshot.measures is None:
        return
    ends = measure_ends(snapshot, snapshot.measure)
    for layer, head in head_order(snapshot):
        value, tile = float(snapshot.measures[layer, head]), layout.tile(layer, head).rect
        if not math.isnan(value):
            card = layout.card(layer, head)
            paint_card(painter, card, theme, share=share_of(value, ends))
            painter.fillRect(tile, QColor(theme.panel))
            paint_measure_bar(painter, tile, theme, value=value, ends=ends)
        paint_caption(
            painter,
            layout.caption_place(layer, head),
            layout.caption,
            theme,
            name=tile_name(layer, head),
            number=measure_number(value),
        )


def _paint_tile_marks(
    painter: QPainter, layout: MosaicLayout, snapshot: MosaicSnapshot, theme: Theme
) -> None:
    colour = theme.kind_colour(snapshot.kind)
    for layer, head in head_order(snapshot):
        tile = layout.tile(layer, head)
        _paint_outline(painter, tile, snapshot.decoded_rows, theme)
        if snapshot.marked_row is not None:
            _paint_row_mark(
                painter, tile, row=snapshot.marked_row, room=layout.margin, colour=colour
            )
    paint_frame(painter, layout.card(snapshot.layer, snapshot.head), colour, theme)


def _paint_outline(painter: QPainter, tile: CellGrid, decoded_rows: int, theme: Theme) -> None:
    if decoded_rows < tile.rows:
        paint_undecoded(painter, tile.rows_rect(decoded_rows, tile.rows), theme)
    paint_outline(painter, tile.rows_rect(0, decoded_rows), theme.line)


def _paint_row_mark(
    painter: QPainter, tile: CellGrid, *, row: int, room: float, colour: str
) -> None:
    """A box around the step's row, or ticks beside it with ``room`` px for each."""
    place = tile.rows_rect(row, row + 1)
    if place.height() >= OUTLINED_ROW:
        paint_outline(painter, place, colour)
        return
    height, width = max(place.height(), 3.0), max(1.0, 0.6 * room)
    top = place.center().y() - height / 2
    for left in (place.left() - width - 1, place.right() + 1):
        painter.fillRect(QRectF(left, top, width, height), QColor(colour))
