"""What the user has chosen for good: language, theme, size, colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viz_app.workbench.state.attention_options import ColourMap

Theme = Literal["system", "light", "dark"]
Language = Literal["system", "en", "zh_CN"]
Size = Literal["normal", "presentation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Kept between starts. ``presentation`` is the size for projectors.

    Attributes:
        colour_map: what the attention options begin with; from then on they say which it is.
    """

    theme: Theme = "system"
    language: Language = "system"
    size: Size = "normal"
    device: str = "auto"
    colour_map: ColourMap = "kind"
