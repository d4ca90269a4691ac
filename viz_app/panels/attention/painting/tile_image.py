"""All tiles of a mosaic as one image."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtGui import QImage, QPainter

from viz_app.panels.attention.painting.mosaic_layout import MosaicLayout
from viz_app.pictures.cell_image import (
    MOST_RECTANGLES,
    PIXEL_FORMAT,
    Argb,
    Codes,
    image_pixels,
    is_vector,
    paint_cells,
    pixel_ratio,
    resampled,
)


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
