"""The scaling tab's intents, and the head that it asks the worker for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.one_head.jobs import head_steps
from viz_app.panels.scaling.snapshot import (
    d_k_chosen,
    factor_chosen,
    head_arrived,
    scaling_question,
    vectors_drawn,
    vectors_picked,
)
from viz_app.panels.scaling.state import Vectors
from viz_app.workbench.controllers.selection import SelectionController
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.snapshots.chosen_head import query_chosen

if TYPE_CHECKING:
    from viz_app.panels.scaling.views.panel import ScalingPanel


class ScalingController(QObject):
    """Looks after what is chosen in the tab; the head and the query are the whole window's."""

    def __init__(
        self,
        store: Store,
        desk: JobDesk,
        shelf: Shelf,
        *,
        selection: SelectionController,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is computed until the tab asks for a head."""
        super().__init__(parent)
        self._store = store
        self._selection = selection
        self._inquiry = Inquiry(
            store,
            desk,
            question=scaling_question,
            steps=lambda question: head_steps(shelf, question),
            arrived=lambda state, answer: head_arrived(state, answer.anatomy),
            parent=self,
        )

    def attach(self, panel: ScalingPanel) -> None:
        """Listen to a panel."""
        panel.vectors_picked.connect(self.pick_vectors)
        panel.d_k_chosen.connect(self.choose_d_k)
        panel.factor_chosen.connect(self.choose_factor)
        panel.vectors_requested.connect(self.draw_vectors)
        panel.query_picked.connect(self.pick_query)
        panel.head_picked.connect(self._selection.pick_head)

    @Slot(str)
    def pick_vectors(self, vectors: Vectors) -> None:
        """Look at random vectors, or at a head."""
        self._store.apply(lambda state: vectors_picked(state, vectors))

    @Slot(int)
    def choose_d_k(self, d_k: int) -> None:
        """Random vectors with so many components."""
        self._store.apply(lambda state: d_k_chosen(state, d_k))

    @Slot(float)
    def choose_factor(self, factor: float) -> None:
        """Multiply the scores by something."""
        self._store.apply(lambda state: factor_chosen(state, factor))

    @Slot()
    def draw_vectors(self) -> None:
        """Draw other random vectors."""
        self._store.apply(vectors_drawn)

    @Slot(int)
    def pick_query(self, row: int) -> None:
        """Look at another query of the chosen kind."""
        self._store.apply(lambda state: query_chosen(state, row))
