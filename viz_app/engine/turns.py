"""Work of the window's own thread, a piece at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

PAUSE_MS = 2
"""From one piece to the next: without a pause Qt makes two of them in one turn of its loop.

Longer than that of any other timer, which then has its turn between them."""


class Turns(QTimer):
    """Calls one after the other, each in a turn of the event loop of its own."""

    def __init__(self, pieces: Iterable[Callable[[], object]], parent: QObject) -> None:
        """Nothing is called before :meth:`start`."""
        super().__init__(parent, interval=PAUSE_MS)
        self._pieces = iter(pieces)
        self.timeout.connect(self._call_next)

    def _call_next(self) -> None:
        next(self._pieces, self.stop)()
