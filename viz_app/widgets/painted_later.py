"""Painting a page in a turn of its own: making one and painting it together take long."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget


class PaintLater:
    """Paints a place in the next turn of the event loop; until then it stays as it is on screen.

    The timer stays as long as the place: PySide may take one that deletes itself for alive.
    """

    def __init__(self, place: QWidget) -> None:
        """Nothing is put off before :meth:`begin`."""
        self._place = place
        # a timer of no time, for ``singleShot(0)`` is done before the turn is over
        self._turn = QTimer(place, singleShot=True, interval=0)
        self._turn.timeout.connect(self._paint)

    def begin(self) -> None:
        """Put off what would be painted in this turn."""
        self._place.setUpdatesEnabled(False)
        self._turn.start()

    def _paint(self) -> None:
        self._place.setUpdatesEnabled(True)
