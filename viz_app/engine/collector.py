"""Garbage is collected in the window's thread, and in no other.

A circle of Python's may hold what is Qt's. Where a worker happens to collect it, Qt takes a lock to
disconnect what is deleted and then waits for Python's, while the window, which has Python's, waits
for that lock: for ever. And a widget that another thread deletes can end the process.
"""

from __future__ import annotations

import gc
from itertools import cycle

from PySide6.QtCore import QObject, QTimer

TICK_MS = 200
"""How often it looks; what is collected then is some ms of work at most."""

FEWEST = 700
"""New objects from which on it does, as Python does by itself."""

_GENERATIONS = (*[1] * 9, 2)
"""Old objects are walked every tenth time; most of them never (:mod:`.collection`)."""


class Collector(QTimer):
    """Takes over from Python's automatic collection from :meth:`take_over` to :meth:`hand_back`.

    While somebody has switched collection off, for objects that pass or last, none is done.
    """

    def __init__(self, parent: QObject) -> None:
        """Nothing changes before :meth:`take_over`."""
        super().__init__(parent, interval=TICK_MS)
        self._thresholds = gc.get_threshold()
        self._generations = cycle(_GENERATIONS)
        self.timeout.connect(self._look)

    def take_over(self) -> None:
        """No thread collects by itself from now on, whatever it makes.

        Imports that follow set aside for ever whatever there is then, so young garbage goes now.
        """
        gc.collect(1)
        self._thresholds = gc.get_threshold()
        gc.set_threshold(0)
        self.start()

    def hand_back(self) -> None:
        """As it was before, unless another window had taken over already."""
        self.stop()
        if self._thresholds[0]:
            gc.set_threshold(*self._thresholds)

    def _look(self) -> None:
        if gc.isenabled() and gc.get_count()[0] >= FEWEST:
            gc.collect(next(self._generations))
