"""What a user of the Architecture tab asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class ArchitectureIntents(QObject):
    """Of the whole tab; layers count from 0."""

    view_picked = Signal(str)
    beside_picked = Signal(str)
    block_picked = Signal(object)  # its BlockPlace
    layer_picked = Signal(int)
    depth_picked = Signal(object)  # layers of the untrained networks; None: as many as the model's
    axis_picked = Signal(str)
    size_picked = Signal(str, int)  # a letter of the complexity table, and its size
    measuring_requested = Signal()
    measuring_cancelled = Signal()
