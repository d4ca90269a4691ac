"""What the GUI thread works in one round of the event loop."""

import time
from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from tests.bench.measuring import Figures, Measuring


class Rounds:
    """What the GUI thread works in one round of the event loop.

    Its own time is judged, so that others' work on the same cores does not count; the clock's is
    printed beside it.
    """

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}

    def settle(self, name: str, change: Callable[[], object]) -> None:
        """Make a change and let the window show it."""
        left = iter([True, True, False])
        self.until(name, lambda: not next(left), change)

    def until(
        self, name: str, done: Callable[[], bool], change: Callable[[], object] = lambda: None
    ) -> None:
        """Make a change and run the loop until ``done``."""
        work, clock, rounds = 0.0, 0.0, 0
        act: Callable[[], object] = change
        while not rounds or not done():
            started, now = time.thread_time(), time.perf_counter()
            act()
            QApplication.processEvents()
            work = max(work, (time.thread_time() - started) * 1000)
            clock = max(clock, (time.perf_counter() - now) * 1000)
            act, rounds = (lambda: None), rounds + 1
        self.longest[name] = max(work, self.longest.get(name, 0.0))
        if rounds > 1:
            print(f"\n{name}: at most {work:.0f} ms of work, {clock:.0f} ms by the clock", end="")

    def judge(self, measured: Measuring, what: str, *, budget: float, of: str = "") -> None:
        """Hold the longest round against ``budget``, in ms; ``of`` those so named."""
        longest = {name: work for name, work in self.longest.items() if of in name}
        name = max(longest, key=longest.__getitem__)
        found = Figures(longest[name], f"longest: {name}")
        measured(what, lambda: found, budget=budget, unit="ms")
