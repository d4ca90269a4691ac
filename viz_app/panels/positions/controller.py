"""The positions tab's intents, and what it asks the worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.lessons.positions.altered_record import AlteredSide
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.positions.changes import (
    altered_arrived,
    d_model_chosen,
    exchange_drawn,
    learned_arrived,
    length_chosen,
    measure_picked,
    page_picked,
    rotation_chosen,
    side_picked,
    size_picked,
)
from viz_app.panels.positions.jobs import altered_positions_steps, learned_models_steps
from viz_app.panels.positions.snapshot import altered_question, learned_question
from viz_app.panels.positions.state import Page, Similarity
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.panels.positions.views.panel import PositionsPanel


class PositionsController(QObject):
    """Looks after what is chosen in the tab."""

    def __init__(
        self, store: Store, desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """Nothing is computed until a page asks for it."""
        super().__init__(parent)
        self._store = store
        self._altered = Inquiry(
            store,
            desk,
            question=altered_question,
            steps=lambda question: altered_positions_steps(shelf, question),
            arrived=altered_arrived,
            parent=self,
        )
        self._learned = Inquiry(
            store,
            desk,
            question=learned_question,
            steps=learned_models_steps,
            arrived=learned_arrived,
            parent=self,
        )

    def attach(self, panel: PositionsPanel) -> None:
        """Listen to a panel."""
        panel.page_picked.connect(self.pick_page)
        panel.size_picked.connect(self.pick_size)
        panel.d_model_chosen.connect(self.choose_d_model)
        panel.length_chosen.connect(self.choose_length)
        panel.measure_picked.connect(self.pick_measure)
        panel.rotation_chosen.connect(self.choose_rotation)
        panel.side_picked.connect(self.pick_side)
        panel.exchange_requested.connect(self.draw_exchange)

    @Slot(str)
    def pick_page(self, page: Page) -> None:
        """Look at another page."""
        self._store.apply(lambda state: page_picked(state, page))

    @Slot(bool)
    def pick_size(self, any_size: bool) -> None:
        """Look at the model's own table, or at one of any size."""
        self._store.apply(lambda state: size_picked(state, any_size=any_size))

    @Slot(int)
    def choose_d_model(self, d_model: int) -> None:
        """A table with so many dimensions."""
        self._store.apply(lambda state: d_model_chosen(state, d_model))

    @Slot(int)
    def choose_length(self, length: int) -> None:
        """So many positions."""
        self._store.apply(lambda state: length_chosen(state, length))

    @Slot(str)
    def pick_measure(self, measure: Similarity) -> None:
        """Compare positions another way."""
        self._store.apply(lambda state: measure_picked(state, measure))

    @Slot(int, int)
    def choose_rotation(self, position: int, offset: int) -> None:
        """Turn PE(position) by ``offset`` positions."""
        self._store.apply(lambda state: rotation_chosen(state, position, offset))

    @Slot(str)
    def pick_side(self, side: AlteredSide) -> None:
        """Alter the positions of another side."""
        self._store.apply(lambda state: side_picked(state, side))

    @Slot()
    def draw_exchange(self) -> None:
        """Exchange positions another way."""
        self._store.apply(exchange_drawn)
