"""Painting a page in a turn of its own: making one and painting it together take long."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QWidget


def paint_later(place: QWidget) -> None:
    """Paint it in the next turn of the event loop; what is on the screen there stays until then."""
    place.setUpdatesEnabled(False)
    _Turn(place).start()


class _Turn(QTimer):
    """Of no time, but a timer: ``singleShot(0)`` is done before the turn is over."""

    def __init__(self, place: QWidget) -> None:
        super().__init__(place, singleShot=True, interval=0)
        self.timeout.connect(self._paint)

    @Slot()
    def _paint(self) -> None:
        place = self.parent()
        if isinstance(place, QWidget):
            place.setUpdatesEnabled(True)
        self.deleteLater()
