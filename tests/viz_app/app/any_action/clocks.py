"""How long this thread has taken, by three clocks."""

import time
from dataclasses import dataclass
from pathlib import Path

_SCHEDULED = Path("/proc/thread-self/schedstat")
"""Of Linux: ns that this thread has computed, and ns that it was ready to and had no core."""


@dataclass(frozen=True)
class Moment:
    """Three clocks, in ms; the difference of two moments is how long it was.

    Attributes:
        wall: the clock on the wall.
        own: without the time in which others had the core: work, and waits for locks and files.
        busy: in which this thread has computed.
    """

    wall: float
    own: float
    busy: float

    def __sub__(self, other: "Moment") -> "Moment":
        return Moment(self.wall - other.wall, self.own - other.own, self.busy - other.busy)

    def __str__(self) -> str:
        return f"{self.own:.0f} ms, busy {self.busy:.0f} ms, by the clock {self.wall:.0f} ms"


def now() -> Moment:
    """Of the thread that asks."""
    wall = 1000 * time.perf_counter()
    return Moment(wall, wall - _without_core(), 1000 * time.thread_time())


def _without_core() -> float:
    """Ms; 0 where the system does not tell."""
    try:
        return int(_SCHEDULED.read_text().split()[1]) / 1e6
    except (OSError, IndexError):
        return 0.0
