"""What the mask tab asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class MasksIntents(QObject):
    """Where each part of the tab says what its user wants; all counts are from 0."""

    view_picked = Signal(str)
    sentences_changed = Signal(object)  # texts of the batch beside the one on screen, a tuple
    sentence_picked = Signal(int)
    mask_picked = Signal(str)
    stage_picked = Signal(int)
    padded_queries_picked = Signal(str)  # "kept" or "masked"
    cell_flipped = Signal(object, object)  # kind and cell
    edits_dropped = Signal()
    row_picked = Signal(int)  # the query whose keys are masked
    key_flipped = Signal(int)
    keys_masked = Signal()
    head_picked = Signal(object, int, int)
