"""What the top of the window asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class HeaderIntents(QObject):
    """Where its fields and choosers say what the user wants."""

    translate_requested = Signal(str)
    translation_cancelled = Signal()
    model_picked = Signal(object)  # the path of a checkpoint
    open_model_requested = Signal()
