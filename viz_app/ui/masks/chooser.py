"""Entries of a chooser, replaced without a signal."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker

from viz_app.ui.widgets.calm_combo import CalmCombo


def fill(combo: CalmCombo, texts: Sequence[str], current: int) -> None:
    """Show these entries, one of them chosen; an open list stays open while they are the same."""
    with QSignalBlocker(combo):
        if [combo.itemText(index) for index in range(combo.count())] != list(texts):
            combo.clear()
            combo.addItems(list(texts))
        combo.setCurrentIndex(current)
