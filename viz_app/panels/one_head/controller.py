"""The intents of the tab that walks through one head, and the numbers that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.lessons.one_head.matrices import Matrix
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.one_head.jobs import head_steps
from viz_app.panels.one_head.snapshot import (
    cell_chosen,
    head_answered,
    one_head_question,
    projection_chosen,
    share_chosen,
    stage_chosen,
    zoom_ended,
)
from viz_app.panels.one_head.state import Projection, Share, Stage
from viz_app.workbench.controllers.selection import SelectionController
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.snapshots.chosen_head import query_chosen
from viz_app.workbench.state.selection import Cell

if TYPE_CHECKING:
    from viz_app.panels.one_head.views.panel import OneHeadPanel


class OneHeadController(QObject):
    """Moves the walk; head, query and key are the whole window's."""

    def __init__(
        self,
        store: Store,
        desk: JobDesk,
        shelf: Shelf,
        *,
        selection: SelectionController,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is computed until the tab is in front."""
        super().__init__(parent)
        self._store = store
        self._selection = selection
        self._inquiry = Inquiry(
            store,
            desk,
            question=one_head_question,
            steps=lambda question: head_steps(shelf, question),
            arrived=head_answered,
            parent=self,
        )

    def attach(self, panel: OneHeadPanel) -> None:
        """Listen to a panel."""
        panel.head_picked.connect(self._selection.pick_head)
        panel.query_picked.connect(self.pick_query)
        panel.stage_picked.connect(self.pick_stage)
        panel.projection_picked.connect(self.pick_projection)
        panel.share_picked.connect(self.pick_share)
        panel.cell_picked.connect(self.pick_cell)
        panel.zoom_ended.connect(self.end_zoom)

    @Slot(int)
    def pick_query(self, query: int) -> None:
        """Walk through another query of the chosen kind."""
        self._store.apply(lambda state: query_chosen(state, query))

    @Slot(str)
    def pick_stage(self, stage: Stage) -> None:
        """Walk to a stage."""
        self._store.apply(lambda state: stage_chosen(state, stage))

    @Slot(str)
    def pick_projection(self, projection: Projection) -> None:
        """Look at queries, keys or values."""
        self._store.apply(lambda state: projection_chosen(state, projection))

    @Slot(str)
    def pick_share(self, share: Share) -> None:
        """Look at what this head adds, or all heads."""
        self._store.apply(lambda state: share_chosen(state, share))

    @Slot(str, object)
    def pick_cell(self, matrix: Matrix, cell: Cell) -> None:
        """Take a cell of a matrix apart."""
        self._store.apply(lambda state: cell_chosen(state, matrix, cell))

    @Slot()
    def end_zoom(self) -> None:
        """Look at whole matrices again."""
        self._store.apply(zoom_ended)
