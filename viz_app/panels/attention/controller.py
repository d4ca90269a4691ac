"""Choosing how attention is looked at: view, scale, colours, what is merged, hidden or marked."""

from __future__ import annotations

import dataclasses
from typing import Any

from PySide6.QtCore import QObject, Slot

from viz_app.engine.store import Store
from viz_app.workbench.snapshots.combined_heads import with_head_toggled


class AttentionController(QObject):
    """Changes the options of the attention tab."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        """Begin where the state is."""
        super().__init__(parent)
        self._store = store

    @Slot(str, object)
    def pick_option(self, name: str, value: Any) -> None:
        """Set one field of :class:`AttentionOptions`."""
        options = self._store.state.attention
        changed = dataclasses.replace(options, **{name: value})
        if changed != options:
            self._store.apply(lambda state: dataclasses.replace(state, attention=changed))

    @Slot(int)
    def toggle_head(self, head: int) -> None:
        """Take a head of the layer in, or out."""
        state = self._store.state
        if state.trace is not None:
            heads = with_head_toggled(
                state.attention, head, n_heads=state.trace.n_heads, head=state.selection.head
            )
            self.pick_option("heads", heads)

    @Slot(bool)
    def choose_all_heads(self, chosen: bool) -> None:
        """Take all heads of the layer in, or none."""
        trace = self._store.state.trace
        every = tuple(range(trace.n_heads)) if trace is not None and chosen else ()
        self.pick_option("heads", every)
