"""What the positions tab asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class PositionsIntents(QObject):
    """Where each page of the tab says what its user wants."""

    page_picked = Signal(str)
    size_picked = Signal(bool)  # whether a table of any size is wanted in place of the model's
    d_model_chosen = Signal(int)
    length_chosen = Signal(int)  # positions that are shown
    measure_picked = Signal(str)
    rotation_chosen = Signal(int, int)  # a position, and how far it is turned
    side_picked = Signal(str)
    stack_picked = Signal(str)  # whose biases for distances are shown as a matrix
    head_picked = Signal(int)  # whose of that stack
    training_requested = Signal()  # of a model whose positions are learned
    exchange_requested = Signal()  # positions are to be shuffled another way
