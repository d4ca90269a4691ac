"""The explaining tabs: each gets its controller and its snapshots when it is first shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Slot

from viz_app.app.app_state import tab_opened
from viz_app.app.tabs import Tab
from viz_app.engine.desk import JobDesk
from viz_app.engine.presenter import Presenter, Resolve
from viz_app.engine.store import Store
from viz_app.workbench.controllers.selection import SelectionController
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.app.frame.pages import Pages
    from viz_app.widgets.late_page import LatePage


class Attachable(Protocol):
    """A controller of one tab."""

    def attach(self, panel: Any) -> None:
        """Connect the intents of a panel."""


class Lessons(QObject):
    """Makes what stands behind an explaining tab as late as the tab itself.

    Imports are inside of the functions: the window has no time for them when it starts.
    """

    def __init__(
        self,
        store: Store,
        desk: JobDesk,
        shelf: Shelf,
        *,
        selection: SelectionController,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is made before a tab is shown."""
        super().__init__(parent)
        self._store, self._desk, self._shelf = store, desk, shelf
        self._selection = selection

    def join(self, pages: Pages, presenter: Presenter) -> None:
        """Wait for the pages to be shown."""
        for page, make in (
            (pages.one_head, self._one_head),
            (pages.scaling, self._scaling),
            (pages.masks, self._masks),
            (pages.positions, self._positions),
            (pages.embedding, self._embedding),
            (pages.architecture, self._architecture),
            (pages.bleu, self._bleu),
        ):
            page.made.connect(partial(self._on_made, page, make, presenter))

    @Slot(str)
    def open_tab(self, tab: Tab) -> None:
        """Another tab is in front."""
        self._store.apply(lambda state: tab_opened(state, tab))

    def _on_made(
        self,
        page: LatePage,
        make: Callable[[], tuple[Attachable, Resolve]],
        presenter: Presenter,
        panel: object,
    ) -> None:
        controller, resolve = make()
        controller.attach(panel)
        presenter.show(resolve, page.set_snapshot)

    def _one_head(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.one_head.controller import OneHeadController
        from viz_app.panels.one_head.snapshot import resolve_one_head

        return OneHeadController(
            self._store, self._desk, self._shelf, selection=self._selection, parent=self
        ), resolve_one_head

    def _scaling(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.scaling.controller import ScalingController
        from viz_app.panels.scaling.snapshot import resolve_scaling

        return ScalingController(
            self._store, self._desk, self._shelf, selection=self._selection, parent=self
        ), resolve_scaling

    def _masks(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.masks.controller import MasksController
        from viz_app.panels.masks.snapshot import resolve_masks

        return MasksController(self._store, self._desk, self._shelf, parent=self), resolve_masks

    def _positions(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.positions.controller import PositionsController
        from viz_app.panels.positions.snapshot import resolve_positions

        controller = PositionsController(self._store, self._desk, self._shelf, parent=self)
        return controller, resolve_positions

    def _embedding(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.embedding.controller import EmbeddingController
        from viz_app.panels.embedding.snapshot import resolve_embedding

        controller = EmbeddingController(self._store, self._desk, self._shelf, parent=self)
        return controller, resolve_embedding

    def _architecture(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.architecture.controller import ArchitectureController
        from viz_app.panels.architecture.snapshot import resolve_architecture

        controller = ArchitectureController(self._store, self._desk, self._shelf, parent=self)
        return controller, resolve_architecture

    def _bleu(self) -> tuple[Attachable, Resolve]:
        from viz_app.panels.bleu.controller import BleuController
        from viz_app.panels.bleu.snapshot import resolve_bleu

        return BleuController(self._store, self._desk, parent=self), resolve_bleu
