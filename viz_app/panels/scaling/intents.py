"""What the scaling tab asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class ScalingIntents(QObject):
    """Where each view of the tab says what its user wants."""

    vectors_picked = Signal(str)
    d_k_chosen = Signal(int)
    factor_chosen = Signal(float)
    vectors_requested = Signal()  # other random ones
    head_picked = Signal(object, int, int)
    query_picked = Signal(int)
