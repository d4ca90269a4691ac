"""Pixels of weights whose cells are smaller than those: no peak is lost. Numpy only.

The raw weights are pooled before they are scaled and rounded. Both never turn an order around, so
the codes are those of pooled codes, and nothing but pixels is left to work on.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from model.arrays import BoolArray, FloatArray
from viz_app.pictures.cell_image import Codes, cell_codes, resampled
from viz_app.workbench.state.attention_options import Scale

_NOTHING = np.float32(np.nan)
"""What a masked cell counts as: less than any weight."""


def peaks(weights: FloatArray, mask: BoolArray, *, height: int, width: int) -> FloatArray:
    """The largest weight of the cells that share a pixel; NaN where none may be attended to.

    ``[..., query, key]`` → ``[..., min(height, query), min(width, key)]``. ``mask`` is
    ``[query, key]``. No temporary is larger than the weights of one index of the first axis.
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
        """The rows from ``first`` up to but without ``last`` of a mask ``[query, key]``."""
        allowed = mask[first:last]
        every, some = allowed.all(axis=0), np.flatnonzero(allowed.any(axis=0))
        free = every.size if every.all() else int(every.argmin())
        end = int(some[-1]) + 1 if some.size else 0
        return cls(rows=slice(first, last), free=free, end=end, allowed=allowed[:, free:end])

    def pool(self, matrices: FloatArray, *, out: FloatArray) -> None:
        """The largest of each column. ``[..., query, key]`` → ``[..., key]``."""
        cells, free, end = matrices[..., self.rows, :], self.free, self.end
        np.fmax.reduce(cells[..., :free], axis=-2, out=out[..., :free])
        if free < end:
            seen = np.where(self.allowed, cells[..., free:end], _NOTHING)
            np.fmax.reduce(seen, axis=-2, out=out[..., free:end])
        out[..., end:] = _NOTHING


def _across(strips: FloatArray, columns: npt.NDArray[np.intp]) -> FloatArray:
    """The largest of each pixel's columns. ``[..., row, key]`` → ``[..., row, width]``.

    The largest of 2, 4, 8 … neighbours first, everywhere at once; two such runs make up a pixel,
    for none is twice as wide as another. ``reduceat`` takes ten times as long.
    """
    run, narrowest = 1, strips.shape[-1] // max(len(columns) - 1, 1)
    while 2 * run <= narrowest:
        strips = np.fmax(strips[..., :-run], strips[..., run:])
        run *= 2
    first, last = columns[:-1], columns[1:] - run
    return np.fmax(strips.take(first, axis=-1), strips.take(last, axis=-1))


class PeakPixels:
    """The pixels of one mosaic. The peaks of the last weights are kept: stepping pools no more."""

    def __init__(self) -> None:
        """Nothing is kept yet."""
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
    ) -> Codes:
        """What each pixel shows. ``[layers, heads, query, key]`` → ``[…, height, width]``.

        The same as pooling :func:`.cell_codes`: a pixel is masked when all its decoded cells are,
        and blank when none of its cells is decoded.
        """
        if weights.shape[-2] <= height and weights.shape[-1] <= width:
            cells = cell_codes(weights, mask, decoded_rows=decoded_rows, scale=scale)
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
        """Whether they are of these weights and mask, in ``size`` = (height, width) pixels."""
        return weights is self.weights and size == self.size and np.array_equal(mask, self.mask)
