"""How much room the screen has."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget


def room_on_screen(window: QWidget) -> QSize:
    """The largest size for a window, or a dialog over it, that its screen has room for."""
    return window.screen().availableSize() - (window.frameSize() - window.size())
