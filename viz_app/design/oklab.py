"""OKLab (Björn Ottosson, 2020), in which equal distances look equally far apart. Numpy only.

A map of colours is a line through a few of them, walked in equal steps, and rounded to 8 bits in
such a way that every colour's lightness lies between those of its neighbours: plain rounding
repeats colours where the line is short, and so do the published tables.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from model.arrays import DoubleArray, frozen

Rgba = npt.NDArray[np.uint8]

SIZE = 256
"""Colours of a map."""

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_TO_LMS.setflags(write=False)
_TO_LAB.setflags(write=False)


def oklab(rgb: npt.ArrayLike) -> DoubleArray:
    """SRGB 0 … 255 to OKLab. ``[..., 3]`` → ``[..., 3]``; the first is lightness, 0 … 1."""
    share = np.asarray(rgb, dtype=np.float64) / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ _TO_LMS.T) @ _TO_LAB.T


def from_oklab(lab: npt.ArrayLike) -> DoubleArray:
    """OKLab to sRGB 0 … 255, not rounded: inverse of :func:`oklab` within the gamut."""
    lms = (np.asarray(lab, dtype=np.float64) @ np.linalg.inv(_TO_LAB).T) ** 3
    linear = np.clip(lms @ np.linalg.inv(_TO_LMS).T, 0.0, 1.0)
    curved = 1.055 * linear ** (1 / 2.4) - 0.055
    return np.where(linear <= 0.0031308, linear * 12.92, curved) * 255.0


def ramp(*through: str, size: int = SIZE) -> Rgba:
    """A line in OKLab through some colours, both ends exact. ``uint8 [size, 4]``, read-only."""
    points = oklab([rgb(colour) for colour in through])
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    walked = np.concatenate([[0.0], np.cumsum(lengths)])
    steps = np.linspace(0.0, walked[-1], size)
    line = np.stack([np.interp(steps, walked, values) for values in points.T], axis=1)
    colours = np.full((size, 4), 255, dtype=np.uint8)
    colours[:, :3] = _rounded(line)
    colours[0, :3], colours[-1, :3] = rgb(through[0]), rgb(through[-1])
    return frozen(colours)


def _rounded(line: DoubleArray) -> DoubleArray:
    """The nearest 8-bit colour whose lightness is less than half a step off. ``[n, 3]``."""
    moves = np.array(list(product((-1, 0, 1), repeat=3)))
    near = np.clip(np.rint(from_oklab(line))[:, None] + moves, 0, 255)  # [n, 27, 3]
    off = oklab(near) - line[:, None]
    steps = abs(np.diff(line[:, 0]))
    step = np.minimum(np.append(steps, steps[-1]), np.insert(steps, 0, steps[0]))  # [n]
    distance = np.linalg.norm(off, axis=2) + 10.0 * (abs(off[:, :, 0]) >= step[:, None] / 2)
    return near[np.arange(len(line)), distance.argmin(axis=1)]


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#RRGGBB``, 0 … 255."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def to_index(
    values: npt.NDArray[np.float32], *, levels: tuple[float, float], size: int
) -> npt.NDArray[np.intp]:
    """The nearest of ``size`` colours for each value; half a step goes up.

    What is not a number has the first; who paints it says so.
    """
    low, high = levels
    share = np.nan_to_num((values - low) / ((high - low) or 1.0), nan=0.0)
    return np.floor(np.clip(share, 0.0, 1.0) * (size - 1) + 0.5).astype(np.intp)
