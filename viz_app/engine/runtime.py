"""The process: garbage collection, memory, signals, and work in turns of the event loop."""

from __future__ import annotations

import ctypes
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from itertools import cycle

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal, Slot


def give_memory_back() -> None:
    """Return free memory from glibc to the system; called in the worker, releases the GIL."""
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other libraries have none
        if trim is not None:
            trim(ctypes.c_size_t(0))


TICK_MS = 200
"""Interval of the timer; a collection takes some ms at most."""

FEWEST = 700
"""Number of new objects that triggers a collection, as in Python."""

_GENERATIONS = (*[1] * 9, 2)
"""Old objects are collected every tenth time; most are frozen (:mod:`.collection`)."""


class Collector(QTimer):
    """Replaces Python's automatic collection from :meth:`take_over` to :meth:`hand_back`.

    It pauses while collection is disabled by :mod:`.collection`.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=TICK_MS)
        self._thresholds = gc.get_threshold()
        self._generations = cycle(_GENERATIONS)
        self.timeout.connect(self._look)

    def take_over(self) -> None:
        """Disable automatic collection in all threads."""
        # Later imports freeze all existing objects, so young garbage is collected first.
        gc.collect(1)
        self._thresholds = gc.get_threshold()
        gc.set_threshold(0)
        self.start()

    def hand_back(self) -> None:
        self.stop()
        if self._thresholds[0]:
            gc.set_threshold(*self._thresholds)

    def _look(self) -> None:
        if gc.isenabled() and gc.get_count()[0] >= FEWEST:
            gc.collect(next(self._generations))


class Turns(QTimer):
    """Calls functions one after the other, each in its own turn of the event loop."""

    def __init__(self, pieces: Iterable[Callable[[], object]], parent: QObject) -> None:
        # without the pause Qt runs two in one turn of its loop
        super().__init__(parent, interval=2)
        self._pieces = iter(pieces)
        self.timeout.connect(self._call_next)

    def _call_next(self) -> None:
        next(self._pieces, self.stop)()


SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ProcessSignals(QObject):
    """Emits ``asked_to_end`` in the GUI thread when the process is asked to end.

    Python runs signal handlers only between bytecode instructions, which Qt's event loop does not
    execute: so the system's handler writes a byte into a socket, which wakes the loop.
    """

    asked_to_end = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._old_descriptor = signal.set_wakeup_fd(
            self._writing.fileno(), warn_on_full_buffer=False
        )
        self._old_handlers = {number: signal.signal(number, _woken) for number in SIGNALS}
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._reading.fileno(), read, self)
        self._notifier.activated.connect(self._on_byte)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._old_descriptor)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        self._reading.close()
        self._writing.close()

    @Slot()
    def _on_byte(self) -> None:
        self._reading.recv(64)
        self.asked_to_end.emit()


def _woken(number: int, frame: object) -> None:
    # Nothing to do: the signal's byte wakes the event loop.
    ...
