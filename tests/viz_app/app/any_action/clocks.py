"""How long this thread has taken, by three clocks."""

import threading
import time
from dataclasses import dataclass
from pathlib import Path

_SCHEDULED = "/proc/self/task/{thread}/schedstat"
"""Of Linux: ns that a thread has computed, and ns that it was ready to and had no core."""


@dataclass(frozen=True)
class Moment:
    """Three clocks, in ms; the difference of two moments is how long it was.

    Attributes:
        wall: the clock on the wall.
        without: in which a core was what this thread lacked, or the worker, whom it may wait for.
        busy: in which this thread has computed.
    """

    wall: float
    without: float
    busy: float

    @property
    def own(self) -> float:
        """What others on the machine have not taken: work, and waits for locks and files."""
        return max(self.busy, self.wall - self.without)

    def __sub__(self, other: "Moment") -> "Moment":
        return Moment(self.wall - other.wall, self.without - other.without, self.busy - other.busy)

    def __str__(self) -> str:
        return f"{self.own:.0f} ms, busy {self.busy:.0f} ms, by the clock {self.wall:.0f} ms"


def now(worker: int | None = None) -> Moment:
    """Of the thread that asks, and of a worker by the system's number."""
    wall, busy = 1000 * time.perf_counter(), 1000 * time.thread_time()
    threads = [threading.get_native_id()] + [worker] * (worker is not None)
    return Moment(wall, sum(map(_without_core, threads)), busy)


def _without_core(thread: int) -> float:
    """Ms; 0 where the system does not tell, or the thread has ended."""
    try:
        return int(Path(_SCHEDULED.format(thread=thread)).read_text().split()[1]) / 1e6
    except (OSError, IndexError):
        return 0.0
