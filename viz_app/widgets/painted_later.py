"""Painting a page in a turn of its own: making one and painting it together take long."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

PAUSE_MS = 1
"""More than none: Qt would go on before it looks at keys and mouse."""


def paint_later(place: QWidget) -> None:
    """Paint it in the next turn of the event loop; what is on the screen there stays until then."""
    place.setUpdatesEnabled(False)
    QTimer.singleShot(PAUSE_MS, place, partial(place.setUpdatesEnabled, True))
