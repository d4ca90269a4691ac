"""The architecture tab: what it shows, and the three kinds of work behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.lessons.architecture.complexity import LayerTime
from model.messages import Message
from viz_app.app.app_state import failed
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.architecture.jobs import architecture_steps, comparison_steps, measuring_steps
from viz_app.panels.architecture.snapshot import (
    changed,
    comparison_question,
    layer_unfolded,
    measuring_begun,
    measuring_ended,
    record_question,
    size_chosen,
    time_arrived,
)
from viz_app.panels.architecture.state import (
    ArchitectureView,
    Axis,
    BesideBlocks,
    BlockPlace,
    Machine,
    line_extents,
)
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.panels.architecture.views.panel import ArchitecturePanel


class ArchitectureController(QObject):
    """Keeps record and comparison up to date while somebody looks, and times layers on demand."""

    def __init__(
        self, store: Store, desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """Nothing is computed before the tab is in front."""
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._shelf = shelf
        self._measuring: int | None = None
        self._record = Inquiry(
            store,
            desk,
            question=record_question,
            steps=lambda question: architecture_steps(shelf, question),
            arrived=lambda state, record: changed(state, record=record),
            parent=self,
        )
        self._comparison = Inquiry(
            store,
            desk,
            question=comparison_question,
            steps=lambda question: comparison_steps(shelf, question),
            arrived=lambda state, comparison: changed(state, comparison=comparison),
            parent=self,
        )

    def attach(self, panel: ArchitecturePanel) -> None:
        """Listen to a panel."""
        panel.view_picked.connect(self.pick_view)
        panel.beside_picked.connect(self.pick_beside)
        panel.block_picked.connect(self.pick_block)
        panel.layer_picked.connect(self.pick_layer)
        panel.depth_picked.connect(self.pick_depth)
        panel.axis_picked.connect(self.pick_axis)
        panel.size_picked.connect(self.pick_size)
        panel.measuring_requested.connect(self.measure)
        panel.measuring_cancelled.connect(self.cancel)

    @Slot(str)
    def pick_view(self, view: ArchitectureView) -> None:
        """Show another page."""
        self._store.apply(lambda state: changed(state, view=view))

    @Slot(str)
    def pick_beside(self, beside: BesideBlocks) -> None:
        """Say something else beside the blocks."""
        self._store.apply(lambda state: changed(state, beside=beside))

    @Slot(object)
    def pick_block(self, block: BlockPlace) -> None:
        """Show the facts of a block."""
        self._store.apply(lambda state: changed(state, block=block))

    @Slot(int)
    def pick_layer(self, layer: int) -> None:
        """Unfold a layer."""
        self._store.apply(lambda state: layer_unfolded(state, layer))

    @Slot(object)
    def pick_depth(self, depth: int | None) -> None:
        """Compare networks of so many layers; None: as many as the model has."""
        self._store.apply(lambda state: changed(state, depth=depth))

    @Slot(str)
    def pick_axis(self, axis: Axis) -> None:
        """Draw the curves over another size."""
        self.cancel()
        self._store.apply(lambda state: changed(state, axis=axis))

    @Slot(str, int)
    def pick_size(self, letter: str, size: int) -> None:
        """Fix another size."""
        self.cancel()
        self._store.apply(lambda state: size_chosen(state, letter, size))

    @Slot()
    def measure(self) -> None:
        """Time the layers along the curve on screen."""
        self.cancel()
        self._store.apply(measuring_begun)
        state = self._store.state
        extents = line_extents(state.architecture.axis, state.architecture.extent)
        self._measuring = self._desk.submit(
            lambda: measuring_steps(self._shelf, state.model_key, extents),
            on_item=self._on_item,
            on_failed=self._on_failed,
            on_finished=self._on_finished,
        )

    @Slot()
    def cancel(self) -> None:
        """Measure no more; what is there stays."""
        self._desk.drop(self._measuring)
        self._on_finished()

    def _on_item(self, item: Machine | LayerTime) -> None:
        if isinstance(item, Machine):
            self._store.apply(lambda state: changed(state, machine=item))
        else:
            self._store.apply(lambda state: time_arrived(state, item))

    def _on_failed(self, message: Message, details: str) -> None:
        self._on_finished()
        self._store.apply(lambda state: failed(state, message, details=details))

    def _on_finished(self) -> None:
        self._measuring = None
        self._store.apply(measuring_ended)
