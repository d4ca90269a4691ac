"""The embedding tab: its choices, and its questions to the worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.app.app_state import step_chosen
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.embedding.jobs import embedding_steps, forcing_steps
from viz_app.panels.embedding.snapshot import (
    embedding_question,
    forced_arrived,
    forcing_question,
    padding_counted,
    part_picked,
    reading_arrived,
    side_picked,
    source_token_picked,
    target_given,
)
from viz_app.panels.embedding.state import EmbeddingPart, Side
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.panels.embedding.views.panel import EmbeddingPanel


class EmbeddingController(QObject):
    """Asks for what the embedding tab shows while it is in front."""

    def __init__(
        self, store: Store, desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """Nothing is asked until the tab is in front."""
        super().__init__(parent)
        self._store = store
        self._inquiries = (
            Inquiry(
                store,
                desk,
                question=embedding_question,
                steps=lambda question: embedding_steps(shelf, question),
                arrived=reading_arrived,
                parent=self,
            ),
            Inquiry(
                store,
                desk,
                question=forcing_question,
                steps=lambda question: forcing_steps(shelf, question),
                arrived=forced_arrived,
                parent=self,
            ),
        )

    def attach(self, panel: EmbeddingPanel) -> None:
        """Listen to the panel."""
        panel.part_picked.connect(self.pick_part)
        panel.side_picked.connect(self.pick_side)
        panel.source_token_picked.connect(self.pick_source_token)
        panel.step_picked.connect(self.pick_step)
        panel.target_given.connect(self.give_target)
        panel.padding_counted.connect(self.count_padding)

    @Slot(str)
    def pick_part(self, part: EmbeddingPart) -> None:
        """Show another part."""
        self._store.apply(lambda state: part_picked(state, part))

    @Slot(str)
    def pick_side(self, side: Side) -> None:
        """Show the tokens of source or target."""
        self._store.apply(lambda state: side_picked(state, side))

    @Slot(int)
    def pick_source_token(self, token: int) -> None:
        """Look at a token of the source."""
        self._store.apply(lambda state: source_token_picked(state, token))

    @Slot(int)
    def pick_step(self, step: int) -> None:
        """Look at a step, in the whole window."""
        self._store.apply(lambda state: step_chosen(state, step))

    @Slot(str)
    def give_target(self, target: str) -> None:
        """Expect another target."""
        self._store.apply(lambda state: target_given(state, target))

    @Slot(bool)
    def count_padding(self, counts: bool) -> None:
        """Show what the loss would be if padding counted, or what it is."""
        self._store.apply(lambda state: padding_counted(state, counts))
