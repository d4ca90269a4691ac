"""What the user has chosen for good: language, theme, size, colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

ThemeName = Literal["system", "light", "dark"]
Language = Literal["system", "en", "zh_CN"]
Size = Literal["normal", "presentation"]
TimelineSize = Literal["folded", "whole"]
ColourMap = Literal["kind", "viridis", "cividis", "grey"]
"""The kind's own colour, or one of three well-known maps that colour-blind people can read."""
COLOUR_MAPS: tuple[ColourMap, ...] = get_args(ColourMap)

MOST_RECENT = 8
"""Of models, and of sessions, that are kept: each is a line of a menu."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Kept between starts. ``presentation`` is the size for projectors.

    Attributes:
        colour_map, glosses: what the attention options begin with; from then on they say it.
        grid_tokens: whether all heads have their tokens on the axes in a file.
        recent_models, recent_sessions: files that were opened from anywhere, the newest first.
    """

    theme: ThemeName = "system"
    language: Language = "system"
    size: Size = "normal"
    timeline: TimelineSize = "folded"
    device: str = "auto"
    colour_map: ColourMap = "kind"
    recent_models: tuple[str, ...] = ()
    recent_sessions: tuple[str, ...] = ()
    glosses: bool = True
    grid_tokens: bool = True
