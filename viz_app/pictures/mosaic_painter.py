"""All heads of a kind as one picture: layers are rows of tiles, heads are columns."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme
from viz_app.pictures import cell_image
from viz_app.pictures.matrix_cells import paint_frame, paint_outline, paint_undecoded
from viz_app.pictures.measure_marks import paint_caption, paint_card, paint_measure_bar, share_of
from viz_app.pictures.mosaic_header import paint_header
from viz_app.pictures.mosaic_layout import MosaicLayout, head_order, layout_mosaic
from viz_app.pictures.mosaic_names import paint_names, tile_name
from viz_app.pictures.mosaic_tokens import paint_hatching, paint_tokens
from viz_app.pictures.pooling import PeakPixels
from viz_app.texts.measure_names import measure_number
from viz_app.texts.mosaic_sentences import measure_ends
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
    labelled: bool = False,
    pixels: PeakPixels | None = None,
) -> MosaicLayout:
    """Paint all heads as one image, and say where.

    Args:
        painter: on what.
        rect: the place.
        snapshot: the heads.
        theme: colours and sizes.
        titled: name the kind above the tiles.
        labelled: do that, and name the tokens of both axes: the picture is to stand for itself,
            and no head and no step of it is marked.
        pixels: what is kept from one painting to the next.
    """
    layout = layout_mosaic(rect, snapshot, theme, titled=titled, labelled=labelled)
    painter.save()
    paint_header(painter, layout.header, snapshot, theme, titled=titled, labelled=labelled)
    if not layout.order:
        paint_names(painter, layout.slots, theme, width=rect.width(), tokens=layout.tokens)
    if snapshot.weights.size:
        mosaic = _Mosaic(painter, layout, snapshot, theme)
        mosaic.paint_measures()
        mosaic.paint_weights(pixels or PeakPixels())
        if labelled:
            paint_hatching(painter, layout, snapshot, theme)
            paint_tokens(painter, layout, snapshot, theme)
        mosaic.paint_outlines()
        if not labelled:
            mosaic.paint_marks()
    painter.restore()
    return layout


def as_rectangles(painter: QPainter, cells: int) -> bool:
    """Whether so many cells go into the painter's file one by one."""
    return cell_image.is_vector(painter) and cells <= cell_image.MOST_RECTANGLES


def tile_pixels(painter: QPainter, layout: MosaicLayout) -> tuple[int, int]:
    """Height and width of a tile in pixels of the device."""
    ratio, tile = cell_image.pixel_ratio(painter), layout.tile(0, 0).rect
    return max(1, round(tile.height() * ratio)), max(1, round(tile.width() * ratio))


def paint_tiles(
    painter: QPainter, layout: MosaicLayout, codes: cell_image.Codes, table: cell_image.Argb
) -> None:
    """Paint cells ``[layers, heads, query, key]``: one image, or rectangles in files."""
    if as_rectangles(painter, codes.size):
        for layer, head in np.ndindex(codes.shape[:2]):
            cell_image.paint_cells(painter, layout.tile(layer, head), codes[layer, head], table)
        return
    height, width = tile_pixels(painter, layout)
    paint_pixels(painter, layout, cell_image.resampled(codes, height=height, width=width), table)


def paint_pixels(
    painter: QPainter, layout: MosaicLayout, pixels: cell_image.Codes, table: cell_image.Argb
) -> None:
    """Paint pixels ``[layers, heads, height, width]``, as many as :func:`tile_pixels` says."""
    ratio = cell_image.pixel_ratio(painter)
    area = layout.slots.rect.toAlignedRect()
    image = QImage(
        math.ceil(area.width() * ratio), math.ceil(area.height() * ratio), cell_image.PIXEL_FORMAT
    )
    image.fill(0)
    canvas = cell_image.image_pixels(image)
    height, width = pixels.shape[2:]
    for layer, head in np.ndindex(pixels.shape[:2]):
        place = layout.tile(layer, head)
        x, y = round((place.left - area.left()) * ratio), round((place.top - area.top()) * ratio)
        room = canvas[y : y + height, x : x + width]
        room[:] = table[pixels[layer, head, : room.shape[0], : room.shape[1]]]
    image.setDevicePixelRatio(ratio)
    cell_image.paint_image(
        painter, QRectF(QPointF(area.topLeft()), image.deviceIndependentSize()), image
    )


@dataclass(frozen=True, slots=True)
class _Mosaic:
    """What is painted where."""

    painter: QPainter
    layout: MosaicLayout
    snapshot: MosaicSnapshot
    theme: Theme

    def paint_weights(self, pixels: PeakPixels) -> None:
        """All cells, as one image or one by one."""
        painter, snapshot, theme = self.painter, self.snapshot, self.theme
        if snapshot.compared is not None:
            self._paint_differences()
            return
        table = cell_image.colour_table(lut_for(theme, snapshot.kind, snapshot.colour_map), theme)
        weights, mask, rows = snapshot.weights, snapshot.mask, snapshot.decoded_rows
        if as_rectangles(painter, weights.size):
            codes = cell_image.cell_codes(weights, mask, decoded_rows=rows, scale=snapshot.scale)
            paint_tiles(painter, self.layout, codes, table)
            return
        height, width = tile_pixels(painter, self.layout)
        codes = pixels.codes(
            weights, mask, decoded_rows=rows, scale=snapshot.scale, height=height, width=width
        )
        paint_pixels(painter, self.layout, codes, table)

    def _paint_differences(self) -> None:
        """In the colours of less and more."""
        snapshot = self.snapshot
        codes = cell_image.difference_codes(
            snapshot.weights,
            snapshot.mask,
            decoded_rows=snapshot.decoded_rows,
            scale=snapshot.scale,
        )
        paint_tiles(self.painter, self.layout, codes, cell_image.difference_table(self.theme))

    def paint_measures(self) -> None:
        """A card behind every tile, and its caption. NaN is a dash on no card."""
        painter, layout, snapshot, theme = self.painter, self.layout, self.snapshot, self.theme
        if snapshot.measure is None or snapshot.measures is None:
            return
        ends = measure_ends(snapshot, snapshot.measure)
        for at in head_order(snapshot):
            value, tile = float(snapshot.measures[at]), layout.tile(*at).rect
            if not math.isnan(value):
                paint_card(painter, layout.card(*at), theme, share=share_of(value, ends))
                painter.fillRect(tile, QColor(theme.panel))
                paint_measure_bar(painter, tile, theme, value=value, ends=ends)
            place, name, number = layout.caption_place(*at), tile_name(*at), measure_number(value)
            paint_caption(painter, place, layout.caption, theme, name=name, number=number)

    def paint_outlines(self) -> None:
        """Around the tiles, and what is not decoded yet."""
        painter, snapshot, theme = self.painter, self.snapshot, self.theme
        decoded = snapshot.decoded_rows
        for at in head_order(snapshot):
            tile = self.layout.tile(*at)
            if decoded < tile.rows:
                paint_undecoded(painter, tile.rows_rect(decoded, tile.rows), theme)
            paint_outline(painter, tile.rows_rect(0, decoded), theme.line)

    def paint_marks(self) -> None:
        """The step's row in each tile, and a frame around the chosen head."""
        layout, snapshot, theme = self.layout, self.snapshot, self.theme
        colour, row = theme.kind_colour(snapshot.kind), snapshot.marked_row
        if row is not None:
            for at in head_order(snapshot):
                self._paint_row_mark(layout.tile(*at).rows_rect(row, row + 1), colour)
        paint_frame(self.painter, layout.card(snapshot.layer, snapshot.head), colour, theme)

    def _paint_row_mark(self, row: QRectF, colour: str) -> None:
        """A box around the step's row, or ticks beside it as far as there is room."""
        if row.height() >= OUTLINED_ROW:
            paint_outline(self.painter, row, colour)
            return
        height, width = max(row.height(), 3.0), max(1.0, 0.6 * self.layout.margin)
        top = row.center().y() - height / 2
        for left in (row.left() - width - 1, row.right() + 1):
            self.painter.fillRect(QRectF(left, top, width, height), QColor(colour))
