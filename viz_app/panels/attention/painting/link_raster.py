"""Many curves as one image, by numpy: Qt takes some tenths of a millisecond for each wide curve.

Every pixel gets the optical density of what lies over it. Densities add up whatever the order, so
that thousands of faint lines make an even haze, and no head covers another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.arrays import FloatArray

Pixels = npt.NDArray[np.uint32]
Rgb = tuple[int, int, int]

AT_ONCE = 24_000
"""Pixels, or crossings of a curve with a pixel column, worked on at a time: they stay in caches."""

COARSE = 2_000_000
"""With more to do than this, fine pixels are computed two by two across."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curves:
    """Curves of one colour from the left edge of an image to its right edge, level at both.

    Attributes:
        starts, ends: heights of the ends in px from the top, ``[curve]``; they may be outside.
        widths: in px, across the curve, ``[curve]``.
        opacities: 0 … 1, without 1, ``[curve]``.
        colour: red, green and blue, 0 … 255.
        dashes: lengths of dashes and gaps by turns, in px across; none = unbroken.
    """

    starts: FloatArray
    ends: FloatArray
    widths: FloatArray
    opacities: FloatArray
    colour: Rgb = (0, 0, 0)
    dashes: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.starts)


def painted_curves(
    layers: Sequence[Curves], *, width: int, height: int, coarse: bool = False
) -> Pixels:
    """Premultiplied 0xAARRGGBB. ``[height, width]``.

    Args:
        layers: curves of one colour each.
        width: of the image in px.
        height: of the image in px.
        coarse: whether pairs of px across may share a value where there is much to draw.
    """
    shown = [curves for curves in layers if len(curves)]
    pixels = np.zeros((height, width), dtype=np.uint32)
    if not shown:
        return pixels
    step = 2 if coarse and _work(shown, width, height) > COARSE else 1
    middles = np.arange(0, width, step, dtype=np.float32) + np.float32(step / 2)
    colours = np.array([curves.colour for curves in shown], dtype=np.float32)
    at_once = max(1, AT_ONCE // max(height, *(len(curves) for curves in shown)))
    for first in range(0, len(middles), at_once):
        columns = middles[first : first + at_once]
        densities = np.stack([density(curves, columns, width, height) for curves in shown])
        place = slice(first * step, (first + len(columns)) * step)
        part = blended(densities, colours)
        pixels[:, place] = part.repeat(step, axis=1)[:, : width - first * step]
    return pixels


def density(curves: Curves, columns: FloatArray, width: int, height: int) -> FloatArray:
    """Optical density of curves in some columns of an image, 0 = nothing. ``[height, column]``.

    Args:
        curves: as they are in the whole image.
        columns: middles of the columns in px from the left.
        width: of the image in px.
        height: of the image in px.
    """
    share = columns / np.float32(width)
    starts, rise = curves.starts[:, None], (curves.ends - curves.starts)[:, None]
    middle = starts + rise * (share * share * (3 - 2 * share))
    slope = rise * (share * (1 - share) * np.float32(6 / width))
    half = curves.widths[:, None] / 2 * np.sqrt(1 + slope * slope)
    ink = -np.log1p(-curves.opacities[:, None]) * inked(columns, curves.dashes)
    sides = np.concatenate([middle - half, middle + half])
    edges = _edges(sides, np.concatenate([ink, -ink]), height)
    return edges.cumsum(axis=0)[:height].astype(np.float32)


def blended(densities: FloatArray, colours: FloatArray) -> Pixels:
    """Premultiplied 0xAARRGGBB of layers that mix by their densities. ``[row, column]``.

    ``densities`` are ``[layer, row, column]``, ``colours`` ``[layer, 3]``, 0 … 255.
    """
    total = np.maximum(densities.sum(axis=0), np.float32(1e-6))
    alpha = 1 - np.exp(-total)
    share = alpha / total
    pixels: Pixels = _bytes(alpha * 255) << np.uint32(24)
    for channel, shift in enumerate((16, 8, 0)):
        light = np.einsum("l,lrc->rc", colours[:, channel], densities)
        pixels |= _bytes(light * share) << np.uint32(shift)
    return pixels


def _work(layers: Sequence[Curves], width: int, height: int) -> int:
    """How much there is to compute: four times each crossing, once each pixel of a layer."""
    return width * (4 * sum(len(curves) for curves in layers) + height * len(layers))


def inked(columns: FloatArray, dashes: tuple[float, ...]) -> FloatArray:
    """1 where a dash is, 0 in the gaps. ``[column]``."""
    if not dashes:
        return np.ones(len(columns), dtype=np.float32)
    ends = np.cumsum(dashes)
    inside = np.searchsorted(ends, columns % math.fsum(dashes), side="right") % 2 == 0
    return inside.astype(np.float32)


def _edges(places: FloatArray, ink: FloatArray, height: int) -> npt.NDArray[np.float64]:
    """Where ink begins, so that the sum from the top is what there is. ``[height + 2, column]``.

    ``places`` and ``ink`` are ``[curve, column]``. A pixel that a place is inside of gets the share
    of it that is covered, and the next one the rest.
    """
    columns = places.shape[1]
    places = places.clip(0, height)
    whole = places.astype(np.intp)
    rest = (places - whole) * ink
    at = whole * columns + np.arange(columns)
    edges = np.bincount(
        np.concatenate([at, at + columns]).ravel(),
        weights=np.concatenate([ink - rest, rest]).ravel(),
        minlength=(height + 2) * columns,
    )
    return edges.reshape(height + 2, columns).astype(np.float64, copy=False)


def _bytes(values: FloatArray) -> Pixels:
    return (values.clip(0, 255) + np.float32(0.5)).astype(np.uint32)
