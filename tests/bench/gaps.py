"""How long a window's event loop stays away, without what other processes take of the cores."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

_LINE = Path("/proc/thread-self/schedstat")
"""Where Linux says how many ns a thread has run, and how many it has stood in line for a core."""


class Found(NamedTuple):
    """Of the gaps of a situation, in ms."""

    p99: float
    longest: float
    clock: float
    """The longest with what other processes took."""


class _Moment(NamedTuple):
    """What has passed until now, in ms: for all, in this thread, in others, standing in line."""

    clock: float
    own: float
    others: float
    line: float


class Gaps:
    """Milliseconds between two rounds of the event loop that this process is to answer for.

    They are what its thread has worked, and what it has waited while other threads of the process
    did: for Python's lock. That it stood in line for a core does not count, where the system says
    how long that was.
    """

    def __init__(self) -> None:
        """In the thread of the loop."""
        self._line = os.open(_LINE, os.O_RDONLY) if _LINE.exists() else None
        self._rounds: list[tuple[float, float]] = []
        self._last = self._now()
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=1)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def until(
        self, done: Callable[[], bool], name: str = "", begin: Callable[[], object] = lambda: None
    ) -> Found:
        """Begin something and run the loop until it is ``done``."""
        self._rounds, self._last = [], self._now()
        begin()
        # asleep between two events, as a window is: one that polls has used up its share of a core
        while not done() or not self._rounds:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        ours = sorted(ours for ours, _ in self._rounds)
        clock = max(clock for _, clock in self._rounds)
        found = Found(ours[int(len(ours) * 0.99)], ours[-1], clock)
        if name:
            told = (
                f"p99 {found.p99:.0f} ms, max {found.longest:.0f} ms, by the clock {clock:.0f} ms"
            )
            print(f"{name}: {told}, {len(ours)} rounds")
        return found

    def stop(self) -> None:
        """No more rounds are counted."""
        self._timer.stop()
        if self._line is not None:
            os.close(self._line)

    def _tick(self) -> None:
        now, last = self._now(), self._last
        passed = _Moment(*(after - before for after, before in zip(now, last, strict=True)))
        self._rounds.append((answered_for(*passed), passed.clock))
        self._last = now

    def _now(self) -> _Moment:
        own = time.thread_time()
        line = 0.0 if self._line is None else int(os.pread(self._line, 99, 0).split()[1]) / 1e6
        clock, others = time.perf_counter(), time.process_time() - own
        return _Moment(clock * 1000, own * 1000, others * 1000, line)


def answered_for(clock: float, own: float, others: float, line: float) -> float:
    """Of a gap what its process is to answer for, all in ms."""
    waited = max(0.0, clock - own - line)
    return own + min(waited, others)
