"""Choosing what to look at: kind, layer, head, cell."""

from __future__ import annotations

import dataclasses
from typing import Any

from PySide6.QtCore import QObject, Slot

from model.traces.trace import Kind
from viz_app.engine.store import Store
from viz_app.panels.attention.snapshot.panel import token_cell
from viz_app.workbench.state.selection import Cell, RowLabels, with_head, within


class SelectionController(QObject):
    """Moves the selection."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        """Begin where the state is."""
        super().__init__(parent)
        self._store = store

    @Slot(str)
    def pick_kind(self, kind: Kind) -> None:
        """Look at another kind, same layer and head."""
        selection = self._store.state.selection
        self.pick_head(kind, selection.layer, selection.head)

    @Slot(object, int, int)
    def pick_head(self, kind: Kind, layer: int, head: int) -> None:
        """Look at one head."""
        state = self._store.state
        selection = with_head(state.selection, kind, layer, head)
        if state.trace is not None:
            selection = within(selection, state.trace)
        self._store.apply(lambda state: dataclasses.replace(state, selection=selection))

    @Slot(object, object)
    def pick_cell(self, kind: Kind, cell: Cell | None) -> None:
        """Put the cursor on a cell of a kind's picture, or nowhere."""
        tokens = token_cell(self._store.state, kind, cell)
        self._change(kind=kind, cell=tokens)

    @Slot(str)
    def pick_row_labels(self, labels: RowLabels) -> None:
        """Name decoder and cross rows another way."""
        self._change(row_labels=labels)

    def _change(self, **values: Any) -> None:
        selection = dataclasses.replace(self._store.state.selection, **values)
        if selection != self._store.state.selection:
            self._store.apply(lambda state: dataclasses.replace(state, selection=selection))
