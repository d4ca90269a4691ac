"""Weights as an image: numpy to ``QImage`` and onto a painter. No peak is lost when it is small.

Every cell has a code: 0 = not decoded yet, 1 = masked, 2 … 257 = a weight in 256 levels.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter

from model.arrays import BoolArray, FloatArray
from viz_app.design.colour_map import diverging_lut
from viz_app.design.oklab import SIZE, Rgba
from viz_app.design.theme import Theme
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.levels import shares, signed_shares
from viz_app.workbench.state.attention_options import Scale

Codes = npt.NDArray[np.uint16]
Argb = npt.NDArray[np.uint32]

BLANK, MASKED, ZERO = 0, 1, 2

MOST_RECTANGLES = 20_000
"""Above this many cells a vector file gets an image instead of rectangles."""

PIXEL_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
"""Of our images: four bytes a pixel, rows without gaps."""

STEPS = 127
"""Colours on each side of the diverging map."""

_VECTOR = {QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture}


def cell_codes(
    weights: FloatArray, mask: BoolArray, *, decoded_rows: int, scale: Scale = "linear"
) -> Codes:
    """What each cell shows. ``[..., query, key]`` → ``[..., query, key]``.

    ``mask`` is ``[query, key]``. A weight that is not a number counts as masked.
    """
    codes = np.full(weights.shape, BLANK, dtype=np.uint16)
    shown = mask[:decoded_rows]
    for layer in np.ndindex(weights.shape[:-3]):  # one by one: no large temporaries
        scaled = shares(weights[layer][..., :decoded_rows, :], scale) * np.float32(SIZE - 1)
        scaled += np.float32(ZERO + 0.5)
        np.copyto(scaled, MASKED, where=np.isnan(scaled) | ~shown)
        codes[layer][..., :decoded_rows, :] = scaled
    return codes


def difference_codes(
    differences: FloatArray, mask: BoolArray, *, decoded_rows: int, scale: Scale
) -> Codes:
    """What each cell shows. ``[..., row, column]``; the colours are :func:`difference_table`'s.

    Where several cells share a pixel, the greatest code is kept, and the largest difference shall
    be. So codes go by size, not by place on the map: 0, then +1/127, −1/127, +2/127, …
    """
    places = signed_shares(differences, scale)
    missing = np.isnan(places)
    steps = np.rint((np.where(missing, 0.5, places) - 0.5) * (2 * STEPS)).astype(np.intp)
    ranks = 2 * np.abs(steps) - (steps > 0)
    codes: Codes = np.where(mask & ~missing, ranks + ZERO, MASKED).astype(np.uint16)
    codes[..., decoded_rows:, :] = BLANK
    return codes


def difference_table(theme: Theme) -> Argb:
    """The colour of each code. ``[257]``."""
    ranks = np.arange(2 * STEPS + 1)
    sizes = (ranks + 1) // 2
    return colour_table(
        diverging_lut(theme)[STEPS + np.where(ranks % 2 == 1, sizes, -sizes)], theme
    )


def colour_table(lut: Rgba, theme: Theme) -> Argb:
    """The colour of each code, as Qt's 0xAARRGGBB; blank is transparent. ``[258]``."""
    return np.concatenate([[0, QColor(theme.masked).rgba()], packed(lut)]).astype(np.uint32)


def packed(lut: Rgba) -> Argb:
    """Opaque colours as Qt's 0xAARRGGBB. ``[..., 4]`` → ``[...]``."""
    red, green, blue, alpha = np.moveaxis(lut.astype(np.uint32), -1, 0)
    colours: Argb = alpha << 24 | red << 16 | green << 8 | blue
    return colours


def resampled(codes: Codes, *, height: int, width: int, peaks: bool = True) -> Codes:
    """Codes of pixels. ``[..., query, key]`` → ``[..., height, width]``.

    Where several cells share a pixel, the largest weight is kept; or, when ``peaks`` are not wanted
    (of values on both sides of 0), the mean of equally many cells for each.
    """
    for axis, pixels in ((codes.ndim - 2, height), (codes.ndim - 1, width)):
        codes = _along(codes, axis=axis, pixels=pixels, peaks=peaks)
    return codes


def to_image(pixels: Argb) -> QImage:
    """An image of its own from ``[height, width]`` colours."""
    height, width = pixels.shape
    image = QImage(width, height, PIXEL_FORMAT)
    image_pixels(image)[:] = pixels
    return image


def image_pixels(image: QImage) -> Argb:
    """The memory of an image in :data:`PIXEL_FORMAT`, to write into. ``[height, width]``."""
    return np.frombuffer(image.bits(), dtype=np.uint32).reshape(image.height(), image.width())


def is_vector(painter: QPainter) -> bool:
    """Whether what is painted goes into an SVG or PDF file."""
    return painter.paintEngine().type() in _VECTOR


def paint_image(painter: QPainter, rect: QRectF, image: QImage) -> None:
    """Paint an image; into an SVG file what stands in for it."""
    if is_vector(painter):
        from viz_app.pictures.svg_files import painted_for  # the screen needs no SVG

        image = painted_for(image, painter.device())
    painter.drawImage(rect, image)


def pixel_ratio(painter: QPainter) -> float:
    """Pixels of the device for one px of the painter."""
    return 2.0 if is_vector(painter) else painter.device().devicePixelRatioF()


def paint_cells(
    painter: QPainter, grid: CellGrid, codes: Codes, table: Argb, *, peaks: bool = True
) -> None:
    """Paint ``[query, key]`` codes into a grid: rectangles in vector files, else one image."""
    if not codes.size:
        return
    if is_vector(painter) and codes.size <= MOST_RECTANGLES:
        _paint_rectangles(painter, grid, codes, table)
        return
    ratio = pixel_ratio(painter)
    width = max(1, round(grid.rect.width() * ratio))
    height = max(1, round(grid.rect.height() * ratio))
    image = to_image(table[resampled(codes, height=height, width=width, peaks=peaks)])
    paint_image(painter, grid.rect, image)


def _along(codes: Codes, *, axis: int, pixels: int, peaks: bool = True) -> Codes:
    cells = codes.shape[axis]
    if pixels >= cells:
        return codes.take((2 * np.arange(pixels) + 1) * cells // (2 * pixels), axis=axis)
    if peaks:
        return np.maximum.reduceat(codes, np.arange(pixels) * cells // pixels, axis=axis)
    return _along(_means(codes, axis=axis, share=-(-cells // pixels)), axis=axis, pixels=pixels)


def _means(codes: Codes, *, axis: int, share: int) -> Codes:
    """The mean of every ``share`` cells in a row; the last one may be of fewer.

    Were some pixels of two cells and others of one, a table of alternating values would get
    stripes that are not in it.
    """
    starts = np.arange(0, codes.shape[axis], share)
    counts = np.diff(starts, append=codes.shape[axis])
    sums = np.add.reduceat(codes, starts, axis=axis, dtype=np.float32)
    return np.rint(sums / counts.reshape((-1,) + (1,) * (codes.ndim - 1 - axis))).astype(np.uint16)


def _paint_rectangles(painter: QPainter, grid: CellGrid, codes: Codes, table: Argb) -> None:
    for row, column in np.argwhere(codes != BLANK):
        colour = QColor.fromRgb(int(table[codes[row, column]]))
        painter.fillRect(grid.cell_rect(int(row), int(column)), colour)
