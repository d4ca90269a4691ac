"""Playing the steps like a film."""

from __future__ import annotations

from dataclasses import dataclass

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Steps a second that can be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playback:
    """Whether steps advance by themselves, and how many a second."""

    playing: bool = False
    speed: float = 1.0

    @property
    def interval_ms(self) -> int:
        """Milliseconds from one step to the next."""
        return round(1000 / self.speed)
