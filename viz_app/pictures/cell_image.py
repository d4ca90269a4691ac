"""Cells of weights: their places, levels, pooling, and the image of a matrix."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter

from model.arrays import BoolArray, FloatArray
from viz_app.design.colour_map import diverging_lut
from viz_app.design.colours import SIZE, Rgba
from viz_app.design.theme import Theme, faded
from viz_app.workbench.state import Cell, Scale

# -------------------------------------------------------------------------------------------- grid
# Where the cells of a matrix are.


MOST_STRETCH, LONG_STRETCH = 2.5, 6.0
"""How much longer one side of a cell may be than the other, to use the space there is: of any
matrix, and of one that is as much longer one way than the other."""

SMALLEST_WHOLE = 6.0
"""Cells of at least this many px have whole sizes, so that all look the same."""

_TOUCHING = 1e-6
"""Cells that only touch an area, up to rounding, are not in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellGrid:
    """Rows × columns of equal cells, in the painter's px. Row 0 is at the top."""

    left: float
    top: float
    cell_width: float
    cell_height: float
    rows: int
    columns: int

    @property
    def rect(self) -> QRectF:
        return QRectF(
            self.left, self.top, self.cell_width * self.columns, self.cell_height * self.rows
        )

    def cell_rect(self, row: int, column: int) -> QRectF:
        return QRectF(
            self.left + column * self.cell_width,
            self.top + row * self.cell_height,
            self.cell_width,
            self.cell_height,
        )

    def middle(self, row: int, column: int) -> QPointF:
        return QPointF(
            self.left + (column + 0.5) * self.cell_width, self.top + (row + 0.5) * self.cell_height
        )

    def rows_rect(self, first: int, end: int) -> QRectF:
        height = (end - first) * self.cell_height
        return QRectF(self.left, self.top + first * self.cell_height, self.rect.width(), height)

    def part(self, rows: range, columns: range) -> CellGrid:
        first = self.cell_rect(rows.start, columns.start)
        return replace(
            self, left=first.left(), top=first.top(), rows=len(rows), columns=len(columns)
        )

    def lower(self, inset: float) -> CellGrid:
        return replace(self, top=self.top + inset, cell_height=self.cell_height - 2 * inset)

    def rows_in(self, area: QRectF) -> range:
        return _within(area.top() - self.top, area.height(), self.cell_height, count=self.rows)

    def columns_in(self, area: QRectF) -> range:
        return _within(area.left() - self.left, area.width(), self.cell_width, count=self.columns)

    def cell_at(self, point: QPointF) -> Cell | None:
        if not self.rect.contains(point):
            return None
        row = int((point.y() - self.top) / self.cell_height)
        column = int((point.x() - self.left) / self.cell_width)
        return Cell(min(row, self.rows - 1), min(column, self.columns - 1))


def cell_size(
    *,
    width: float,
    height: float,
    rows: int,
    columns: int,
    largest: float,
    stretch: float | None = None,
) -> tuple[float, float]:
    """Width and height of cells that fill a space, in px."""
    # ``stretch`` limits the ratio of the sides (default: by the shape of the matrix), because a few
    # long rows would otherwise form a thin strip.
    if stretch is None:
        shape = max(rows, 1) / max(columns, 1)
        stretch = min(LONG_STRETCH, MOST_STRETCH * max(1.0, shape, 1 / shape))
    across = min(largest, width / max(columns, 1))
    down = min(largest, height / max(rows, 1))
    across, down = min(across, down * stretch), min(down, across * stretch)
    return whole(across), whole(down)


def _within(start: float, length: float, cell: float, *, count: int) -> range:
    """The indices of ``count`` adjacent cells, from 0 px on, that intersect an interval."""
    first = math.floor(start / cell + _TOUCHING)
    end = math.ceil((start + length) / cell - _TOUCHING)
    return range(min(max(first, 0), count), min(max(end, 0), count))


def whole(size: float) -> float:
    """A cell's side in px, rounded down if it is large enough."""
    return float(int(size)) if size >= SMALLEST_WHOLE else max(size, 0.01)


# ------------------------------------------------------------------------------------------ levels
# How a weight becomes a place on the colour map: linear, square root, or logarithmic. Numpy only.


DECADES = 4
"""Powers of ten that the logarithmic scale covers; what is smaller has the colour of 0."""

Ticks = tuple[tuple[float, str], ...]
"""Shares of a colour bar's height, from the bottom, and what stands there."""

_MARKS: dict[Scale, tuple[str, ...]] = {
    "linear": ("0", "0.5", "1"),
    "sqrt": ("0", "0.1", "0.25", "0.5", "1"),
    "log": ("0.0001", "0.001", "0.01", "0.1", "1"),
}
_SIGNED_MARKS: dict[Scale, tuple[str, ...]] = {
    "linear": ("1",),
    "sqrt": ("0.1", "0.5", "1"),
    "log": ("0.01", "0.1", "1"),
}


def shares(values: FloatArray, scale: Scale) -> FloatArray:
    """Weights as map positions 0 … 1, clipped; ``log`` is 1 + log₁₀(w) / 4. float32 ``[...]``."""
    weights = np.asarray(np.clip(values, np.float32(0), np.float32(1), dtype=np.float32))
    if scale == "sqrt":
        return np.sqrt(weights, out=weights)
    if scale == "log":
        np.maximum(weights, np.float32(10.0**-DECADES), out=weights)
        np.log10(weights, out=weights)
        weights /= np.float32(DECADES)
        weights += np.float32(1)
    return weights


def signed_shares(values: FloatArray, scale: Scale) -> FloatArray:
    """Differences, −1 … 1, as positions on a diverging map: 0 is at ½. ``[...]`` → ``[...]``."""
    half = shares(np.abs(values), scale) / np.float32(2)
    return np.copysign(half, values).astype(np.float32) + np.float32(0.5)


def ticks(scale: Scale, *, top: float = 1.0) -> Ticks:
    marks = [(_share(mark, scale), _times(mark, top)) for mark in _MARKS[scale]]
    if scale == "log":
        marks[0] = (0.0, f"≤ {marks[0][1]}")
    if top < 1:
        marks[-1] = (1.0, f"≥ {marks[-1][1]}")
    return tuple(marks)


def signed_ticks(scale: Scale, *, top: float = 1.0) -> Ticks:
    marks = [(_share(mark, scale) / 2, _times(mark, top)) for mark in _SIGNED_MARKS[scale]]
    below = [(0.5 - half, f"−{mark}") for half, mark in reversed(marks)]
    return (*below, (0.5, "0"), *((0.5 + half, mark) for half, mark in marks))


def level_ticks(level: float) -> Ticks:
    return ((0.0, f"−{level:.3g}"), (0.5, "0"), (1.0, f"{level:.3g}"))


def _times(mark: str, top: float) -> str:
    """A tick label scaled to the end of the bar: ``0.25`` of 0.2 is ``0.05``."""
    return (
        mark if top == 1 else np.format_float_positional(float(mark) * top, precision=6, trim="-")
    )


def _share(mark: str, scale: Scale) -> float:
    return round(float(shares(np.array(float(mark), dtype=np.float32), scale)), 4)


# -------------------------------------------------------------------------------------- cell image
# Weights as an image: numpy to ``QImage`` and onto a painter. No peak is lost when it is small.


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
    weights: FloatArray,
    mask: BoolArray,
    *,
    decoded_rows: int,
    scale: Scale = "linear",
    covered: bool = False,
) -> Codes:
    """``[..., query, key]`` → codes of the same shape; ``mask`` is ``[query, key]``.

    NaN is masked; with ``covered`` it has the last code of the table.
    """
    codes = np.full(weights.shape, BLANK, dtype=np.uint16)
    shown = mask[:decoded_rows]
    for layer in np.ndindex(weights.shape[:-3]):  # one by one: no large temporaries
        scaled = shares(weights[layer][..., :decoded_rows, :], scale) * np.float32(SIZE - 1)
        scaled += np.float32(ZERO + 0.5)
        np.copyto(scaled, ZERO + SIZE if covered else MASKED, where=np.isnan(scaled))
        np.copyto(scaled, MASKED, where=~shown)
        codes[layer][..., :decoded_rows, :] = scaled
    return codes


def difference_codes(
    differences: FloatArray,
    mask: BoolArray,
    *,
    decoded_rows: int,
    scale: Scale,
    covered: bool = False,
) -> Codes:
    """The colour code of each cell, ``[..., row, column]``, for :func:`difference_table`."""
    # Where several cells share a pixel the greatest code is kept. So codes are ordered by
    # magnitude, not by position on the map: 0, then +1/127, −1/127, +2/127, …
    places = signed_shares(differences, scale)
    missing = np.isnan(places)
    steps = np.rint((np.where(missing, 0.5, places) - 0.5) * (2 * STEPS)).astype(np.intp)
    ranks = 2 * np.abs(steps) - (steps > 0)
    codes: Codes = np.where(mask & ~missing, ranks + ZERO, MASKED).astype(np.uint16)
    if covered:
        codes[missing & mask] = ZERO + 2 * STEPS + 1
    codes[..., decoded_rows:, :] = BLANK
    return codes


def difference_table(theme: Theme) -> Argb:
    """The colour of each code. ``[258]``."""
    ranks = np.arange(2 * STEPS + 1)
    sizes = (ranks + 1) // 2
    return colour_table(
        diverging_lut(theme)[STEPS + np.where(ranks % 2 == 1, sizes, -sizes)], theme
    )


def colour_table(lut: Rgba, theme: Theme) -> Argb:
    """The colour of each code as Qt's 0xAARRGGBB: blank, masked, the map, covered. ``[259]``."""
    ends = [0, QColor(theme.masked).rgba()], [QColor(faded(theme)).rgba()]
    return np.concatenate([ends[0], packed(lut), ends[1]]).astype(np.uint32)


def packed(lut: Rgba) -> Argb:
    """Opaque colours as Qt's 0xAARRGGBB. ``[..., 4]`` → ``[...]``."""
    red, green, blue, alpha = np.moveaxis(lut.astype(np.uint32), -1, 0)
    colours: Argb = alpha << 24 | red << 16 | green << 8 | blue
    return colours


def resampled(codes: Codes, *, height: int, width: int, peaks: bool = True) -> Codes:
    """Codes of pixels. ``[..., query, key]`` → ``[..., height, width]``.

    Where several cells share a pixel, the largest weight is kept; without ``peaks`` (values on both
    sides of 0) the mean of equally many cells.
    """
    for axis, pixels in ((codes.ndim - 2, height), (codes.ndim - 1, width)):
        codes = _along(codes, axis=axis, pixels=pixels, peaks=peaks)
    return codes


def to_image(pixels: Argb) -> QImage:
    """An image with its own memory from ``[height, width]`` colours."""
    height, width = pixels.shape
    image = QImage(width, height, PIXEL_FORMAT)
    image_pixels(image)[:] = pixels
    return image


def image_pixels(image: QImage) -> Argb:
    """The memory of an image in :data:`PIXEL_FORMAT`, writable. ``[height, width]``."""
    return np.frombuffer(image.bits(), dtype=np.uint32).reshape(image.height(), image.width())


def is_vector(painter: QPainter) -> bool:
    return painter.paintEngine().type() in _VECTOR


def paint_image(painter: QPainter, rect: QRectF, image: QImage) -> None:
    if is_vector(painter):
        from viz_app.pictures.svg_files import painted_for  # the screen needs no SVG

        image = painted_for(image, painter.device())
    painter.drawImage(rect, image)


def pixel_ratio(painter: QPainter) -> float:
    """Device pixels per px of the painter."""
    return 2.0 if is_vector(painter) else painter.device().devicePixelRatioF()


def paint_cells(
    painter: QPainter, grid: CellGrid, codes: Codes, table: Argb, *, peaks: bool = True
) -> None:
    """Paint ``[query, key]`` codes into a grid: rectangles in vector files, else one image."""
    if not codes.size:
        return
    if is_vector(painter) and codes.size <= MOST_RECTANGLES:
        for row, column in np.argwhere(codes != BLANK):
            colour = QColor.fromRgb(int(table[codes[row, column]]))
            painter.fillRect(grid.cell_rect(int(row), int(column)), colour)
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
    """The mean of every ``share`` adjacent cells; the last group may be smaller."""
    # Groups of alternating sizes would add stripes to a table of alternating values.
    starts = np.arange(0, codes.shape[axis], share)
    counts = np.diff(starts, append=codes.shape[axis])
    sums = np.add.reduceat(codes, starts, axis=axis, dtype=np.float32)
    return np.rint(sums / counts.reshape((-1,) + (1,) * (codes.ndim - 1 - axis))).astype(np.uint16)


# ----------------------------------------------------------------------------------------- pooling
# Pixels of weights whose cells are smaller than those: no peak is lost. Numpy only.


_NOTHING = np.float32(np.nan)
"""What a masked cell counts as: less than any weight."""


def peaks(weights: FloatArray, mask: BoolArray, *, height: int, width: int) -> FloatArray:
    """The largest weight of the cells that share a pixel; NaN where all of them are masked.

    ``[..., query, key]`` → ``[..., min(height, query), min(width, key)]``. ``mask`` is ``[query,
    key]``. No temporary is larger than the weights of one index of the first axis.
    """
    rows, columns = edges(weights.shape[-2], height), edges(weights.shape[-1], width)
    strips = [_Strip.of(mask, int(first), int(end)) for first, end in pairwise(rows)]
    result = np.empty((*weights.shape[:-2], len(strips), len(columns) - 1), dtype=np.float32)
    for matrices, pixels in zip(weights, result, strict=True):
        tall = np.empty((*matrices.shape[:-2], len(strips), matrices.shape[-1]), np.float32)
        for row, strip in enumerate(strips):
            strip.pool(matrices, out=tall[..., row, :])
        pixels[:] = _across(tall, columns)
    return result


def edges(cells: int, pixels: int) -> npt.NDArray[np.intp]:
    """Bounds of each pixel's cells, at least one each. ``[min(pixels, cells) + 1]``."""
    pixels = min(pixels, cells)
    return np.arange(pixels + 1) * cells // max(pixels, 1)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Strip:
    """The rows that share a pixel, and what of them may be attended to.

    Of a causal mask only the diagonal is left to look at cell by cell.

    Attributes:
        rows: their indices.
        free: columns before this one have no masked cell.
        end: columns from this one on have no other.
        allowed: ``[row, key]``, the mask between the two.
    """

    rows: slice
    free: int
    end: int
    allowed: BoolArray

    @classmethod
    def of(cls, mask: BoolArray, first: int, last: int) -> _Strip:
        """Rows ``first`` to ``last`` (exclusive) of a mask ``[query, key]``."""
        allowed = mask[first:last]
        every, some = allowed.all(axis=0), np.flatnonzero(allowed.any(axis=0))
        free = every.size if every.all() else int(every.argmin())
        end = int(some[-1]) + 1 if some.size else 0
        return cls(rows=slice(first, last), free=free, end=end, allowed=allowed[:, free:end])

    def pool(self, matrices: FloatArray, *, out: FloatArray) -> None:
        """The maximum of each column. ``[..., query, key]`` → ``[..., key]``."""
        cells, free, end = matrices[..., self.rows, :], self.free, self.end
        np.fmax.reduce(cells[..., :free], axis=-2, out=out[..., :free])
        if free < end:
            seen = np.where(self.allowed, cells[..., free:end], _NOTHING)
            np.fmax.reduce(seen, axis=-2, out=out[..., free:end])
        out[..., end:] = _NOTHING


def _across(strips: FloatArray, columns: npt.NDArray[np.intp]) -> FloatArray:
    """The maximum of each pixel's columns. ``[..., row, key]`` → ``[..., row, width]``."""
    # Maxima of 2, 4, 8 … neighbours are computed first; two such runs cover a pixel, since no pixel
    # is twice as wide as another. ``reduceat`` is ten times slower.
    run, narrowest = 1, strips.shape[-1] // max(len(columns) - 1, 1)
    while 2 * run <= narrowest:
        strips = np.fmax(strips[..., :-run], strips[..., run:])
        run *= 2
    first, last = columns[:-1], columns[1:] - run
    return np.fmax(strips.take(first, axis=-1), strips.take(last, axis=-1))


class PeakPixels:
    """The pixels of one mosaic. The peaks of the last weights are kept: stepping pools no more."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def codes(
        self,
        weights: FloatArray,
        mask: BoolArray,
        *,
        decoded_rows: int,
        scale: Scale,
        height: int,
        width: int,
        covered: bool = False,
    ) -> Codes:
        """The code of each pixel. ``[layers, heads, query, key]`` → ``[…, height, width]``.

        Equal to pooling :func:`.cell_codes`: a pixel is masked if all its decoded cells are, and
        blank if none of its cells is decoded.
        """
        if covered or (weights.shape[-2] <= height and weights.shape[-1] <= width):
            cells = cell_codes(
                weights, mask, decoded_rows=decoded_rows, scale=scale, covered=covered
            )
            return resampled(cells, height=height, width=width)
        values = self._peaks(weights, mask, height=height, width=width)
        rows = edges(weights.shape[-2], height)
        shown = int(np.searchsorted(rows[:-1], decoded_rows))
        if shown and rows[shown] > decoded_rows:
            values = values.copy()
            part = slice(rows[shown - 1], decoded_rows)
            cut = peaks(weights[..., part, :], mask[part], height=1, width=width)
            values[..., shown - 1, :] = cut[..., 0, :]
        everything = np.ones(values.shape[-2:], dtype=np.bool_)
        codes = cell_codes(values, everything, decoded_rows=shown, scale=scale)
        return resampled(codes, height=height, width=width)

    def _peaks(
        self, weights: FloatArray, mask: BoolArray, *, height: int, width: int
    ) -> FloatArray:
        kept = self._kept
        if kept is None or not kept.fits(weights, mask, size=(height, width)):
            values = peaks(weights, mask, height=height, width=width)
            kept = _Kept(weights=weights, mask=mask, size=(height, width), values=values)
            self._kept = kept
        return kept.values


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Kept:
    """Peaks ``[layers, heads, row, column]`` and what they were made of; weights never change."""

    weights: FloatArray
    mask: BoolArray
    size: tuple[int, int]
    values: FloatArray

    def fits(self, weights: FloatArray, mask: BoolArray, *, size: tuple[int, int]) -> bool:
        """True if they were computed for these weights, mask and (height, width) in pixels."""
        return weights is self.weights and size == self.size and np.array_equal(mask, self.mask)
