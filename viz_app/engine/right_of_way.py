"""The window's thread goes first, for two that share Python's lock hinder each other."""

from __future__ import annotations

import threading
from types import TracebackType

MOST_SECONDS = 0.1
"""How long the worker waits at most: it comes to its end also beside a window that is stuck."""


class RightOfWay:
    """``with`` it, the window works; the worker, which asks between two steps, waits meanwhile.

    Without it a picture would take twice as long to paint beside a sentence that is decoded: each
    call of Qt lets go of the lock, and has to wait for it then.
    """

    def __init__(self) -> None:
        """The way is free."""
        self._depth = 0  # of the window's thread alone
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Take it, in the window's thread; again inside of itself, too."""
        self._depth += 1
        self._free.clear()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Give it back, with the last one that took it."""
        self._depth -= 1
        if not self._depth:
            self._free.set()

    def wait(self) -> None:
        """In the worker: until the way is free, or for :data:`MOST_SECONDS`."""
        self._free.wait(MOST_SECONDS)
