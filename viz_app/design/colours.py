"""The one file with the design's colours. No Qt: pages in a browser have them too."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from model.arrays import DoubleArray, frozen
from model.traces.trace import Kind

# ------------------------------------------------------------------------------------------- oklab
# OKLab (Björn Ottosson, 2020), in which equal distances look equally far apart. Numpy only.


Rgba = npt.NDArray[np.uint8]

SIZE = 256
"""Colours of a map."""

READABLE = 4.5
"""The least contrast of a text to its ground (WCAG 2, AA)."""

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
    return np.cbrt(_linear(rgb) @ _TO_LMS.T) @ _TO_LAB.T


def _linear(rgb: npt.ArrayLike) -> DoubleArray:
    share = np.asarray(rgb, dtype=np.float64) / 255.0
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def contrast(one: npt.ArrayLike, other: npt.ArrayLike) -> float:
    """Contrast ratio of WCAG 2 of two sRGB colours 0 … 255: 1 … 21."""
    light = np.sort(_linear(np.array([one, other])) @ (0.2126, 0.7152, 0.0722)) + 0.05
    return float(light[1] / light[0])


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
    """The nearest 8-bit colours with a lightness within half a step. ``[n, 3]``."""
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
    """Index of the nearest of ``size`` colours for each value; half a step goes up.

    NaN has index 0; the caller draws it differently.
    """
    low, high = levels
    share = np.nan_to_num((values - low) / ((high - low) or 1.0), nan=0.0)
    return np.floor(np.clip(share, 0.0, 1.0) * (size - 1) + 0.5).astype(np.intp)


# ----------------------------------------------------------------------------------------- colours


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """Every colour (``#RRGGBB``), in light or in dark.

    Attributes:
        background, panel, line: the window, the sheets on it, and hairlines.
        text, soft_text: what is read, and what explains it.
        encoder, decoder, cross: the colour of each kind of attention, in every view.
        query, key, value: the colour of Q, K and V, in every view.
        masked, masked_line: ground and hatching of cells that may not be attended to.
        negative, positive: the two ends of the diverging map.
        curves: of lines in one plot; none is the colour of a kind or of Q, K and V.
        danger, warning: of notices.
    """

    is_dark: bool
    background: str
    panel: str
    line: str
    text: str
    soft_text: str
    encoder: str
    decoder: str
    cross: str
    query: str
    key: str
    value: str
    masked: str
    masked_line: str
    negative: str
    positive: str
    curves: tuple[str, ...]
    danger: str
    warning: str

    @property
    def accent(self) -> str:
        return self.cross

    @property
    def on_accent(self) -> str:
        return self.background if self.is_dark else self.panel

    def kind_colour(self, kind: Kind) -> str:
        return {"encoder": self.encoder, "decoder": self.decoder, "cross": self.cross}[kind]


LIGHT = Colours(
    is_dark=False,
    background="#F6F6F3",
    panel="#FFFFFF",
    line="#E2E2DC",
    text="#1E2227",
    soft_text="#626871",
    encoder="#0B5FA5",
    decoder="#B34700",
    cross="#0B6E4F",
    query="#7B3FA0",
    key="#8A6600",
    value="#007786",
    masked="#E7E7E2",
    masked_line="#C6C6BF",
    negative="#96611B",
    positive="#5B4B9E",
    curves=("#5B4B9E", "#96611B", "#A23B72", "#4A5568"),
    danger="#B3261E",
    warning="#8A5A00",
)
"""Dark text on white panels."""

DARK = Colours(
    is_dark=True,
    background="#16181B",
    panel="#1E2125",
    line="#30343A",
    text="#E8EAED",
    soft_text="#9AA1AB",
    encoder="#5AA9F0",
    decoder="#FF9A57",
    cross="#3FC493",
    query="#CDA4F5",
    key="#E0BC45",
    value="#2FB5BD",
    masked="#2D3137",
    masked_line="#4C525A",
    negative="#E0B070",
    positive="#B0A2F5",
    curves=("#B0A2F5", "#E0B070", "#F08CB8", "#B6BECA"),
    danger="#FF8A80",
    warning="#F2B84B",
)
"""Light text on dark panels."""
