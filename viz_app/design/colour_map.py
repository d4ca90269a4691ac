"""Colour maps: a theme's panel colour to a kind's, well-known ones, a diverging one. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.arrays import frozen
from model.traces.trace import Kind
from viz_app.design.colours import READABLE, Rgba, contrast, ramp, rgb, to_index
from viz_app.design.theme import Theme
from viz_app.storage.settings import ColourMap

# -------------------------------------------------------------------------------------- colour map


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


@lru_cache(maxsize=32)
def lut_for(theme: Theme, kind: Kind, colour_map: ColourMap) -> Rgba:
    """The selected map, lightness strictly monotonic. ``uint8 [256, 4]``, RGBA, read-only.

    Weight 0 has the end nearer to the panel's lightness, so large weights stand out.
    """
    if colour_map == "kind":
        return kind_lut(theme, kind)
    if colour_map == "grey":
        return ramp(theme.panel, theme.text)
    colours = VIRIDIS if colour_map == "viridis" else CIVIDIS
    return ramp(*(colours if theme.is_dark else colours[::-1]))


@lru_cache(maxsize=16)
def kind_lut(theme: Theme, kind: Kind) -> Rgba:
    """The panel's colour to the kind's. ``uint8 [256, 4]``, RGBA, read-only.

    Lightness is strictly monotonic: falling in a light theme, rising in a dark one.
    """
    return ramp(theme.panel, theme.kind_colour(kind))


@lru_cache(maxsize=4)
def diverging_lut(theme: Theme) -> Rgba:
    """Negative through the panel's colour at 0 to positive. ``uint8 [255, 4]``, read-only.

    An odd number of colours, so that 0 has one of its own.
    """
    half = 128
    negative = ramp(theme.panel, theme.negative, size=half)[::-1]
    positive = ramp(theme.panel, theme.positive, size=half)
    return frozen(np.concatenate([negative, positive[1:]]))


def to_rgba(values: npt.ArrayLike, *, lut: Rgba) -> Rgba:
    """Values, clipped to 0 … 1, ``[...]`` → ``uint8 [..., 4]``, by ``lut``, ``[colours, 4]``."""
    numbers = np.asarray(values, dtype=np.float32)
    return lut.take(to_index(numbers, levels=(0.0, 1.0), size=len(lut)), axis=0)


def readable_on(colour: Rgba, theme: Theme) -> str:
    """A text colour with a contrast of 4.5 or more. ``uint8 [3 or 4]`` → ``#RRGGBB``."""
    red, green, blue = colour[:3].tolist()
    return _readable((red, green, blue), theme)


@lru_cache(maxsize=2048)
def _readable(colour: tuple[int, int, int], theme: Theme) -> str:
    def on_it(ink: str) -> float:
        return contrast(colour, rgb(ink))

    inks = sorted((theme.text, theme.panel), key=on_it, reverse=True)
    # on a medium colour only black or white can be read
    return next(ink for ink in (*inks, "#000000", "#FFFFFF") if on_it(ink) >= READABLE)


# ------------------------------------------------------------------------------------ head colours
# The colours of several heads in one picture, and the dashes of those after the first dozen.


_ON_LIGHT = (
    *("#1299FC", "#B49000", "#5124A2", "#3F4800", "#CF63CF", "#900051"),
    *("#3F7E48", "#CF3F12", "#0063CF", "#7E6399", "#125175", "#CF7E7E"),
)
_ON_DARK = (
    *("#FCCF00", "#7E51CF", "#C63600", "#EAC6FC", "#007E5A", "#AB9900"),
    *("#BD87FC", "#5ABDC6", "#CF4890", "#EA9087", "#7EEA99", "#4887BD"),
)
_DASHES: tuple[tuple[float, ...], ...] = ((), (9.0, 5.0), (3.0, 4.0), (12.0, 4.0, 3.0, 4.0))


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a head's lines are drawn.

    Attributes:
        colour: ``#RRGGBB``.
        dashes: lengths of dashes and gaps by turns, in px at 100 %; none = unbroken.
    """

    colour: str
    dashes: tuple[float, ...] = ()


def head_colours(theme: Theme) -> tuple[str, ...]:
    return _ON_DARK if theme.is_dark else _ON_LIGHT


def head_stroke(theme: Theme, head: int) -> Stroke:
    """The stroke of a head, from 0; heads after the dozen repeat its colours with dashes."""
    colours = head_colours(theme)
    turn, index = divmod(head, len(colours))
    return Stroke(colours[index], _DASHES[turn % len(_DASHES)])
