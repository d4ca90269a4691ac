"""The newest of several values that come faster than they can be shown."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

Offered = TypeVar("Offered")

PAUSE_SECONDS = 0.03
"""From one value to the next: the window paints the one, and the worker works on the other."""


class Latest(Generic[Offered]):
    """Passes values on when the event loop comes to it; of those that wait, only the newest.

    A worker that is faster than the window would otherwise fill the event queue, and nothing
    would be painted until it was empty.
    """

    def __init__(self, take: Callable[[Offered], None], parent: QObject) -> None:
        """``take`` gets the values, in the thread of ``parent``."""
        self._take = take
        self._waiting: list[Offered] = []
        self._next = 0.0
        self._timer = QTimer(parent)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)

    def offer(self, value: Offered) -> None:
        """A value that replaces the one that still waits."""
        self._waiting = [value]
        if not self._timer.isActive():
            self._timer.start(max(0, ceil(1000 * (self._next - monotonic()))))

    def flush(self) -> None:
        """Pass on what waits, now: what comes next builds on it."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, []
        for value in waiting:
            self._take(value)
            self._next = monotonic() + PAUSE_SECONDS

    def drop(self) -> None:
        """Forget what waits."""
        self._timer.stop()
        self._waiting = []

    def end(self) -> None:
        """Pass on what waits: nothing more comes, and nothing of this stays with its parent."""
        self.flush()
        self._timer.deleteLater()
