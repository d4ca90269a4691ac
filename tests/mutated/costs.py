"""What a piece of work costs a process: seconds of its own, and memory at its highest (Linux)."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

SECONDS = 2.0
"""Of the process's own time, for one file."""
SPARE = 2**26
"""Bytes that reading may take beside twice those of the files."""


class Cost(NamedTuple):
    """Seconds of the processor, and bytes of memory more than before."""

    seconds: float
    taken: int

    def beyond(self, size: int) -> str:
        """What is too much for files of so many bytes, or nothing."""
        allowed = 2 * size + SPARE
        if self.taken > allowed:
            return f"took {self.taken / 2**20:.0f} MiB, {allowed / 2**20:.0f} allowed"
        return f"took {self.seconds:.1f} s" if self.seconds > SECONDS else ""


def measured(work: Callable[[], T]) -> tuple[T, Cost]:
    """What comes of some work, and its cost."""
    Path("/proc/self/clear_refs").write_text("5")
    before, start = status("VmRSS"), time.process_time()
    made = work()
    return made, Cost(time.process_time() - start, status("VmHWM") - before)


def status(name: str) -> int:
    """Of this process, in bytes, as Linux counts."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))
