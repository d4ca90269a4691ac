"""The BLEU tab: its choices, and its questions to the worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.bleu.jobs import bleu_steps, reference_steps
from viz_app.panels.bleu.snapshot import (
    bleu_question,
    ignoring_case,
    order_picked,
    reference_found,
    reference_question,
    reference_typed,
    score_arrived,
)

if TYPE_CHECKING:
    from viz_app.panels.bleu.views.panel import BleuPanel


class BleuController(QObject):
    """Asks for what the BLEU tab shows while it is in front."""

    def __init__(self, store: Store, desk: JobDesk, *, parent: QObject | None = None) -> None:
        """Nothing is asked until the tab is in front."""
        super().__init__(parent)
        self._store = store
        self._inquiries = (
            Inquiry(
                store,
                desk,
                question=reference_question,
                steps=reference_steps,
                arrived=reference_found,
                parent=self,
            ),
            Inquiry(
                store,
                desk,
                question=bleu_question,
                steps=bleu_steps,
                arrived=score_arrived,
                parent=self,
            ),
        )

    def attach(self, panel: BleuPanel) -> None:
        """Listen to the panel."""
        panel.order_picked.connect(self.pick_order)
        panel.case_ignored.connect(self.ignore_case)
        panel.reference_changed.connect(self.type_reference)

    @Slot(int)
    def pick_order(self, order: int) -> None:
        """Mark n-grams of so many words."""
        self._store.apply(lambda state: order_picked(state, order))

    @Slot(bool)
    def ignore_case(self, ignores: bool) -> None:
        """Let upper and lower case count as the same, or not."""
        self._store.apply(lambda state: ignoring_case(state, ignores))

    @Slot(str)
    def type_reference(self, reference: str) -> None:
        """Compare with another reference."""
        self._store.apply(lambda state: reference_typed(state, reference))
