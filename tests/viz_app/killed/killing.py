"""Children of a process that has imported all before, ended by SIGKILL at a random moment."""

import os
import random
import select
import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from model.files import is_leftover

SLOW_DISK = 0.01
"""Seconds more that each file takes to be on the disk: moments of writing are hit more often."""


def slow_disk() -> None:
    """Let every file of this process, and of its children, take its time."""
    sync = os.fsync

    def fsync(descriptor: int) -> None:
        time.sleep(SLOW_DISK)
        sync(descriptor)

    os.fsync = fsync


def begun(work: Callable[[], object]) -> int:
    """A child that does the work; its status is 0 where that came to its end, else 1."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        status = int(work() or 0)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def ended_well(work: Callable[[], object]) -> float:
    """Let a child come to its end; the seconds that it took."""
    start = time.monotonic()
    _, status = os.waitpid(begun(work), 0)
    assert status == 0, "a child that nobody has killed failed"
    return time.monotonic() - start


def killed(child: int, source: random.Random, *, seconds: float, folders: Iterable[Path]) -> bool:
    """End a child at any moment of so many seconds, or when it next writes a file after that.

    One that has come to its end before must have done so well; then it is False.
    """
    before = leftovers(folders)
    _pause(source.uniform(0, seconds))
    if source.random() < 0.5:
        while leftovers(folders) <= before and not _over(child):
            _pause(0.001)
        _pause(source.uniform(0, 2 * SLOW_DISK))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert status in {0, signal.SIGKILL}, "a child failed before it was killed"
    return status != 0


def leftovers(folders: Iterable[Path]) -> set[Path]:
    """Half-written files, of the living and of the dead."""
    walks = (found for folder in folders for found in os.walk(folder))  # folders may go meanwhile
    return {Path(place, name) for place, _, names in walks for name in names if is_leftover(name)}


def _over(child: int) -> bool:
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _pause(seconds: float) -> None:
    select.select([], [], [], seconds)
