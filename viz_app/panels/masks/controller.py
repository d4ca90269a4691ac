"""The mask tab's intents, and what it asks the worker."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.lessons.masks.building import MaskName, PaddedQueries
from model.lessons.masks.edits import MaskCell
from model.traces.trace import Kind
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.masks import changes
from viz_app.panels.masks.jobs import (
    altered_translation_steps,
    batch_masks_steps,
    masked_head_steps,
)
from viz_app.panels.masks.questions import (
    altered_question,
    asked,
    batch_question,
    changed_head_question,
    padded_head_question,
)
from viz_app.panels.masks.state import View
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.state.selection import Cell

if TYPE_CHECKING:
    from viz_app.panels.masks.views.panel import MasksTab


class MasksController(QObject):
    """Keeps batch, heads and translation of the mask tab up to date."""

    def __init__(
        self, store: Store, desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """Nothing is asked until the tab is in front."""
        super().__init__(parent)
        self._store = store
        heads = partial(masked_head_steps, shelf)
        self._inquiries = tuple(
            Inquiry(
                store, desk, question=asked(question), steps=steps, arrived=arrived, parent=self
            )
            for question, steps, arrived in (
                (batch_question, partial(batch_masks_steps, shelf), changes.batch_arrived),
                (padded_head_question, heads, changes.padded_head_arrived),
                (changed_head_question, heads, changes.changed_head_arrived),
                (
                    altered_question,
                    partial(altered_translation_steps, shelf),
                    changes.altered_arrived,
                ),
            )
        )

    def attach(self, panel: MasksTab) -> None:
        """Do what the user asks for in the tab."""
        panel.view_picked.connect(self.pick_view)
        panel.sentences_changed.connect(self.change_sentences)
        panel.sentence_picked.connect(self.pick_sentence)
        panel.mask_picked.connect(self.pick_mask)
        panel.stage_picked.connect(self.pick_stage)
        panel.padded_queries_picked.connect(self.pick_padded_queries)
        panel.cell_flipped.connect(self.flip_cell)
        panel.edits_dropped.connect(self.drop_edits)
        panel.row_picked.connect(self.pick_row)
        panel.key_flipped.connect(self.flip_key)
        panel.keys_masked.connect(self.mask_keys)
        panel.head_picked.connect(self.pick_head)

    @Slot(str)
    def pick_view(self, view: View) -> None:
        """Show another part of the tab."""
        self._store.apply(lambda state: changes.view_picked(state, view))

    @Slot(object)
    def change_sentences(self, others: tuple[str, ...]) -> None:
        """Read other sentences beside the one on screen."""
        self._store.apply(lambda state: changes.sentences_given(state, others))

    @Slot(int)
    def pick_sentence(self, sentence: int) -> None:
        """Look at another sentence of the batch."""
        self._store.apply(lambda state: changes.sentence_picked(state, sentence))

    @Slot(str)
    def pick_mask(self, mask: MaskName) -> None:
        """Build another mask."""
        self._store.apply(lambda state: changes.mask_picked(state, mask))

    @Slot(int)
    def pick_stage(self, stage: int) -> None:
        """Build it as far as this."""
        self._store.apply(lambda state: changes.stage_picked(state, stage))

    @Slot(str)
    def pick_padded_queries(self, padded_queries: PaddedQueries) -> None:
        """Leave padded queries their keys, or not."""
        self._store.apply(lambda state: changes.padded_queries_picked(state, padded_queries))

    @Slot(object, object)
    def flip_cell(self, kind: Kind, cell: Cell) -> None:
        """Flip one cell of a mask."""
        flipped = MaskCell(kind, cell.row, cell.column)
        self._store.apply(lambda state: changes.cell_flipped(state, flipped))

    @Slot()
    def drop_edits(self) -> None:
        """Back to the model's own masks."""
        self._store.apply(changes.edits_dropped)

    @Slot(int)
    def pick_row(self, row: int) -> None:
        """Mask the keys of another query."""
        self._store.apply(lambda state: changes.row_picked(state, row))

    @Slot(int)
    def flip_key(self, key: int) -> None:
        """Give the query without keys one, or take it away again."""
        self._store.apply(lambda state: changes.key_flipped(state, key))

    @Slot()
    def mask_keys(self) -> None:
        """Take the query all its keys again."""
        self._store.apply(changes.keys_masked)

    @Slot(object, int, int)
    def pick_head(self, kind: Kind, layer: int, head: int) -> None:
        """Look at another head."""
        self._store.apply(lambda state: changes.head_picked(state, kind, layer, head))
