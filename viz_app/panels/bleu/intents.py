"""What a user of the BLEU tab asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class BleuIntents(QObject):
    """Of the whole tab."""

    reference_changed = Signal(str)  # a right translation, while it is being typed
    order_picked = Signal(int)  # words of the n-grams to mark, 1 … 4
    case_ignored = Signal(bool)
