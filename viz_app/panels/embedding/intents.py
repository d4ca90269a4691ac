"""What a user of the Embedding tab asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class EmbeddingIntents(QObject):
    """Of the whole tab; tokens and steps count from 0."""

    part_picked = Signal(str)
    side_picked = Signal(str)
    source_token_picked = Signal(int)
    step_picked = Signal(int)
    target_given = Signal(str)  # an empty one leaves the choice to us
    padding_counted = Signal(bool)
