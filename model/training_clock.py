"""Speed and time left of a training run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class TrainingClock:
    """Counts updates, tokens and seconds; time while paused, or before a resume, does not count."""

    updates: int
    update: int = 0
    tokens: int = 0
    seconds: float = 0.0
    _started: float = field(default_factory=time.perf_counter)

    def start(self) -> None:
        """An update begins; what passed since the last one was a pause."""
        self._started = time.perf_counter()

    def tick(self, tokens: int) -> None:
        """One update on so many tokens is done."""
        self.seconds += time.perf_counter() - self._started
        self.update += 1
        self.tokens += tokens

    @property
    def tokens_per_second(self) -> float:
        """Since the beginning."""
        return self.tokens / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float:
        """Estimated from the speed so far."""
        return self.seconds / max(1, self.update) * (self.updates - self.update)
