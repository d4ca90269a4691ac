"""What the user has chosen for good: language, theme, size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Theme = Literal["system", "light", "dark"]
Language = Literal["system", "en", "zh_CN"]
Size = Literal["normal", "presentation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Kept between starts. ``presentation`` is the size for projectors."""

    theme: Theme = "system"
    language: Language = "system"
    size: Size = "normal"
    device: str = "auto"
