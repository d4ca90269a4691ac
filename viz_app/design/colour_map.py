"""Colour maps: a theme's panel colour to a kind's, well-known ones, a diverging one. Numpy, OKLab.

OKLab (Björn Ottosson, 2020) is a space in which equal distances look equally far apart. A map is
a line through a few colours in it, walked in equal steps, and rounded to 8 bits in such a way that
every colour's lightness lies between those of its neighbours: plain rounding repeats colours where
the line is short, and so do the published tables.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from model.arrays import DoubleArray
from model.traces.trace import Kind
from viz_app.design.theme import Theme
from viz_app.storage.settings import ColourMap

Rgba = npt.NDArray[np.uint8]

SIZE = 256
"""Colours of a map."""

VIRIDIS = (
    *("#440154", "#482878", "#3E4989", "#31688E", "#26828E"),
    *("#1F9E89", "#35B779", "#6ECE58", "#B5DE2B", "#FDE725"),
)
"""Ten colours of the map by Nathaniel Smith and Stéfan van der Walt (CC0), dark to light."""

CIVIDIS = (
    *("#00224E", "#123570", "#3B496C", "#575D6D", "#707173"),
    *("#8A8678", "#A59C74", "#C3B369", "#E1CC55", "#FEE838"),
)
"""Ten colours of the map by Nuñez, Anderton and Renslow (PLOS ONE, 2018), dark to light."""

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


@lru_cache(maxsize=32)
def lut_for(theme: Theme, kind: Kind, colour_map: ColourMap) -> Rgba:
    """The map that the user chose. ``uint8 [256, 4]``, RGBA, read-only.

    Lightness is strictly monotonic. Weights of 0 have the end that is nearer to the panel's
    lightness: they recede, and what is attended to stands out.
    """
    if colour_map == "kind":
        return kind_lut(theme, kind)
    if colour_map == "grey":
        return _ramp(theme.panel, theme.text, size=SIZE)
    colours = VIRIDIS if colour_map == "viridis" else CIVIDIS
    return _ramp(*(colours if theme.is_dark else colours[::-1]), size=SIZE)


@lru_cache(maxsize=16)
def kind_lut(theme: Theme, kind: Kind) -> Rgba:
    """The panel's colour to the kind's. ``uint8 [256, 4]``, RGBA, read-only.

    Lightness is strictly monotonic: falling in a light theme, rising in a dark one.
    """
    return _ramp(theme.panel, theme.kind_colour(kind), size=SIZE)


@lru_cache(maxsize=4)
def diverging_lut(theme: Theme) -> Rgba:
    """Negative through the panel's colour at 0 to positive. ``uint8 [255, 4]``, read-only.

    255 colours, so that 0 has one of its own.
    """
    half = 128
    negative = _ramp(theme.panel, theme.negative, size=half)[::-1]
    positive = _ramp(theme.panel, theme.positive, size=half)
    return _read_only(np.concatenate([negative, positive[1:]]))


def to_rgba(values: npt.ArrayLike, *, lut: Rgba) -> Rgba:
    """Colours of values. ``[...]`` → ``uint8 [..., 4]``.

    Args:
        values: numbers; those outside 0 … 1 get the end's colour.
        lut: ``[colours, 4]``, of 0 first and of 1 last.
    """
    numbers = np.asarray(values, dtype=np.float32)
    return lut.take(to_index(numbers, levels=(0.0, 1.0), size=len(lut)), axis=0)


def to_index(
    values: npt.NDArray[np.float32], *, levels: tuple[float, float], size: int
) -> npt.NDArray[np.intp]:
    """The nearest of ``size`` colours for each value; half a step goes up.

    What is not a number has the first; who paints it says so.
    """
    low, high = levels
    share = np.nan_to_num((values - low) / ((high - low) or 1.0), nan=0.0)
    return np.floor(np.clip(share, 0.0, 1.0) * (size - 1) + 0.5).astype(np.intp)


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


def readable_on(colour: Rgba, theme: Theme) -> str:
    """The text colour that stands out more from a colour. ``uint8 [3 or 4]`` → ``#RRGGBB``."""
    red, green, blue = colour[:3].tolist()
    return _readable((red, green, blue), theme)


@lru_cache(maxsize=2048)
def _readable(colour: tuple[int, int, int], theme: Theme) -> str:
    lightness = oklab(colour)[0]
    text, panel = (oklab(_rgb(name))[0] for name in (theme.text, theme.panel))
    return theme.text if abs(text - lightness) >= abs(panel - lightness) else theme.panel


def _ramp(*through: str, size: int) -> Rgba:
    """A line in OKLab through some colours, both ends exact. ``uint8 [size, 4]``, read-only."""
    points = oklab([_rgb(colour) for colour in through])
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    walked = np.concatenate([[0.0], np.cumsum(lengths)])
    steps = np.linspace(0.0, walked[-1], size)
    line = np.stack([np.interp(steps, walked, values) for values in points.T], axis=1)
    colours = np.full((size, 4), 255, dtype=np.uint8)
    colours[:, :3] = _rounded(line)
    colours[0, :3], colours[-1, :3] = _rgb(through[0]), _rgb(through[-1])
    return _read_only(colours)


def _rounded(line: DoubleArray) -> DoubleArray:
    """The nearest 8-bit colour whose lightness is less than half a step off. ``[n, 3]``."""
    moves = np.array(list(product((-1, 0, 1), repeat=3)))
    near = np.clip(np.rint(from_oklab(line))[:, None] + moves, 0, 255)  # [n, 27, 3]
    off = oklab(near) - line[:, None]
    steps = abs(np.diff(line[:, 0]))
    step = np.minimum(np.append(steps, steps[-1]), np.insert(steps, 0, steps[0]))  # [n]
    distance = np.linalg.norm(off, axis=2) + 10.0 * (abs(off[:, :, 0]) >= step[:, None] / 2)
    return near[np.arange(len(line)), distance.argmin(axis=1)]


def _rgb(colour: str) -> tuple[int, int, int]:
    named = QColor(colour)
    return named.red(), named.green(), named.blue()


def _read_only(colours: Rgba) -> Rgba:
    colours.setflags(write=False)
    return colours
