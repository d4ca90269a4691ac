"""All heads of a kind as one picture: layers are rows of tiles, heads are columns."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

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
from viz_app.panels.attention.texts.mosaic_sentences import measure_ends
from viz_app.pictures.cell_image import (
    MOST_RECTANGLES,
    PIXEL_FORMAT,
    Argb,
    Codes,
    cell_codes,
    colour_table,
    image_pixels,
    is_vector,
    paint_cells,
    pixel_ratio,
    resampled,
)
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


def as_rectangles(painter: QPainter, cells: int) -> bool:
    """Whether so many cells go into the painter's file one by one."""
    return is_vector(painter) and cells <= MOST_RECTANGLES


def tile_pixels(painter: QPainter, layout: MosaicLayout) -> tuple[int, int]:
    """Height and width of a tile in pixels of the device."""
    ratio, tile = pixel_ratio(painter), layout.tile(0, 0).rect
    return max(1, round(tile.height() * ratio)), max(1, round(tile.width() * ratio))


def paint_tiles(painter: QPainter, layout: MosaicLayout, codes: Codes, table: Argb) -> None:
    """Paint cells ``[layers, heads, query, key]``: one image, or rectangles in files."""
    if as_rectangles(painter, codes.size):
        for layer, head in np.ndindex(codes.shape[:2]):
            paint_cells(painter, layout.tile(layer, head), codes[layer, head], table)
        return
    height, width = tile_pixels(painter, layout)
    paint_pixels(painter, layout, resampled(codes, height=height, width=width), table)


def paint_pixels(painter: QPainter, layout: MosaicLayout, pixels: Codes, table: Argb) -> None:
    """Paint pixels ``[layers, heads, height, width]``, as many as :func:`tile_pixels` says."""
    ratio = pixel_ratio(painter)
    area = layout.slots.rect.toAlignedRect()
    image = QImage(math.ceil(area.width() * ratio), math.ceil(area.height() * ratio), PIXEL_FORMAT)
    image.fill(0)
    canvas = image_pixels(image)
    height, width = pixels.shape[2:]
    for layer, head in np.ndindex(pixels.shape[:2]):
        place = layout.tile(layer, head)
        x, y = round((place.left - area.left()) * ratio), round((place.top - area.top()) * ratio)
        room = canvas[y : y + height, x : x + width]
        room[:] = table[pixels[layer, head, : room.shape[0], : room.shape[1]]]
    image.setDevicePixelRatio(ratio)
    painter.drawImage(area.topLeft(), image)


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
