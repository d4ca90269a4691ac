"""The colours of several heads in one picture, and the dashes of those after the first dozen.

Chosen by search in OKLab: any two are far apart for people with usual sight, deuteranopia and
protanopia (Machado et al., 2009), none is near a kind's colour, each has a contrast of 3 to the
panel, and the first few are farther from each other than the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.design.theme import Theme

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
    """A dozen colours, ``#RRGGBB``."""
    return _ON_DARK if theme.is_dark else _ON_LIGHT


def head_stroke(theme: Theme, head: int) -> Stroke:
    """The stroke of a head, from 0; those after the dozen have the same colours, but dashes."""
    colours = head_colours(theme)
    turn, index = divmod(head, len(colours))
    return Stroke(colours[index], _DASHES[turn % len(_DASHES)])
