"""What the tab that walks through one head asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class OneHeadIntents(QObject):
    """Where each view of the tab says what its user wants."""

    head_picked = Signal(object, int, int)
    query_picked = Signal(int)
    stage_picked = Signal(str)
    projection_picked = Signal(str)
    share_picked = Signal(str)
    cell_picked = Signal(str, object)  # a matrix, and the cell of it to take apart
    zoom_ended = Signal()
