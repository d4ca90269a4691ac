"""Ending at Ctrl-C when it suits the work, instead of at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_STOPPING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stopping_on_signals(stop: Callable[[], None], *, once: bool = False) -> Iterator[None]:
    """While inside, the first Ctrl-C (or SIGTERM) calls ``stop``; the next one interrupts at once.

    ``once``: no further one interrupts. A launcher of several processes sends its own after the
    terminal's, and the processes must come to the same place.
    """
    asked = False

    def on_signal(number: int, frame: FrameType | None) -> None:
        """Ask the first time, interrupt the next."""
        nonlocal asked
        if asked and not once:
            signal.signal(number, before[signal.Signals(number)])
            signal.raise_signal(number)
        asked = True
        stop()

    before = {number: signal.signal(number, on_signal) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
