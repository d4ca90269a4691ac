"""What the attention panel asks for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

ONE_KIND = "one"
"""Where a head is zoomed that stands beside none of other kinds; those are zoomed by kind."""


class AttentionIntents(QObject):
    """Where each view of the tab says what its user wants; layers and heads count from 0."""

    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)  # kind, layer and head
    cell_picked = Signal(object, object)  # a kind, and a Cell of its picture, or None for no cell
    row_labels_picked = Signal(str)
    option_picked = Signal(str, object)  # a field of AttentionOptions, and its value
    head_toggled = Signal(int)
    all_heads_chosen = Signal(bool)  # or none
    zoomed = Signal(str, object, object)  # a kind or ONE_KIND, the Zoom before and that of now
