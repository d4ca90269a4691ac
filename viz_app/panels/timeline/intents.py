"""What the timeline asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class TimelineIntents(QObject):
    """Where each view of the timeline says what its user wants; steps count from 0."""

    step_picked = Signal(int)
    first_requested = Signal()
    back_requested = Signal()
    forward_requested = Signal()
    last_requested = Signal()
    play_toggled = Signal()
    speed_picked = Signal(float)
    branch_requested = Signal(int, int)  # a step, and the id of the token to go on with
    token_typed = Signal(int, str)
    target_given = Signal(str)
    mask_requested = Signal(int)  # a place of an encoder's sentence
    branch_picked = Signal(int)
    branch_renamed = Signal(int, str)
    branch_deleted = Signal(int)
    compare_picked = Signal(object)  # a branch, or None
    fold_picked = Signal(bool)  # whether only the line of the steps is wanted
