"""The explaining tabs: each gets its controller and its snapshots when it is first shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Slot

from viz_app.controllers.desk import JobDesk
from viz_app.controllers.presenter import Presenter, Resolve
from viz_app.controllers.selection import SelectionController
from viz_app.controllers.store import Store
from viz_app.jobs.shelf import Shelf
from viz_app.state.app_state import tab_opened
from viz_app.state.tabs import Tab

if TYPE_CHECKING:
    from viz_app.ui.frame.pages import Pages
    from viz_app.ui.widgets.late_page import LatePage


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
        from viz_app.controllers.one_head import OneHeadController
        from viz_app.state.one_head_view import resolve_one_head

        return OneHeadController(
            self._store, self._desk, self._shelf, selection=self._selection, parent=self
        ), resolve_one_head

    def _scaling(self) -> tuple[Attachable, Resolve]:
        from viz_app.controllers.scaling import ScalingController
        from viz_app.state.scaling_view import resolve_scaling

        return ScalingController(
            self._store, self._desk, self._shelf, selection=self._selection, parent=self
        ), resolve_scaling

    def _masks(self) -> tuple[Attachable, Resolve]:
        from viz_app.controllers.masks import MasksController
        from viz_app.state.masks_snapshot import resolve_masks

        return MasksController(self._store, self._desk, self._shelf, parent=self), resolve_masks

    def _positions(self) -> tuple[Attachable, Resolve]:
        from viz_app.controllers.positions import PositionsController
        from viz_app.state.positions_view import resolve_positions

        controller = PositionsController(self._store, self._desk, self._shelf, parent=self)
        return controller, resolve_positions

    def _embedding(self) -> tuple[Attachable, Resolve]:
        from viz_app.controllers.embedding import EmbeddingController
        from viz_app.state.embedding_view import resolve_embedding

        controller = EmbeddingController(self._store, self._desk, self._shelf, parent=self)
        return controller, resolve_embedding

    def _architecture(self) -> tuple[Attachable, Resolve]:
        from viz_app.controllers.architecture import ArchitectureController
        from viz_app.state.architecture_view import resolve_architecture

        controller = ArchitectureController(self._store, self._desk, self._shelf, parent=self)
        return controller, resolve_architecture

    def _bleu(self) -> tuple[Attachable, Resolve]:
        from viz_app.controllers.bleu import BleuController
        from viz_app.state.bleu_view import resolve_bleu

        return BleuController(self._store, self._desk, parent=self), resolve_bleu
