"""Speed and time left of a training run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

Clock = Callable[[], float]
"""The time in seconds."""

LONG_SECONDS = 30.0
LONG_TIMES = 20.0
"""An update that takes longer than :data:`LONG_SECONDS`, and so many times as long as the slowest
before it, was not work: the machine slept, or the process was stopped."""


@dataclass(slots=True)
class TrainingClock:
    """Counts updates, tokens and seconds; time while paused, or before a resume, does not count.

    Nor does an update during which the machine slept; neither its time nor its tokens count.

    Attributes:
        updates: planned.
        update: done.
        tokens, seconds: of the updates that count.
        slept_seconds: how long the machine was away in the middle of updates; 0 = never.
        now: the time in seconds.
    """

    updates: int
    update: int = 0
    tokens: int = 0
    seconds: float = 0.0
    slept_seconds: float = 0.0
    now: Clock = time.perf_counter
    _started: float = field(init=False)
    _slowest: float = 0.0

    def __post_init__(self) -> None:
        """The first update could begin now."""
        self.start()

    def start(self) -> None:
        """An update begins; what passed since the last one was a pause."""
        self._started = self.now()

    def tick(self, tokens: int) -> None:
        """One update on so many tokens is done."""
        passed = self.now() - self._started
        if self._was_asleep(passed):
            self.slept_seconds += passed
        else:
            self.seconds += passed
            self.tokens += tokens
            self._slowest = max(self._slowest, passed)
        self.update += 1

    @property
    def tokens_per_second(self) -> float:
        """Since the beginning."""
        return self.tokens / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float:
        """Estimated from the speed so far."""
        return self._mean * (self.updates - self.update)

    @property
    def _mean(self) -> float:
        return self.seconds / max(1, self.update)

    def _was_asleep(self, passed: float) -> bool:
        """A run that goes on knows the mean of its updates only; at the first one nothing."""
        usual = max(self._slowest, self._mean)
        return usual > 0 and passed > LONG_SECONDS and passed > LONG_TIMES * usual
