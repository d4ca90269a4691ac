"""The pages but the first, made when they are first shown, and what stands behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viz_app.app.app_state import AppState, bench_slot, room_slot
from viz_app.app.panels import ATTENTION, PANELS
from viz_app.design.theme import Theme
from viz_app.engine.desk import JobDesk
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.widgets.late_page import LatePage
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.panel import Panel


def late_pages(theme: Theme, panels: Sequence[Panel] = PANELS) -> dict[str, LatePage]:
    """By the names of their panels, in the order of the tabs; one for tabs that share a page."""
    return {
        panel.name: LatePage(partial(_made, panel), theme, waits=panel.waits)
        for panel in panels
        if panel is not ATTENTION and not panel.page
    }


class LatePanels(QObject):
    """Makes the controller of a panel, and shows it its snapshots, as late as the panel itself."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobDesk,
        shelf: Shelf,
        *,
        presenter: Presenter,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is made before a page is shown."""
        super().__init__(parent)
        self._store, self._desk, self._shelf = store, desk, shelf
        self._presenter = presenter

    def join(self, pages: dict[str, LatePage], panels: Sequence[Panel] = PANELS) -> None:
        """Wait for the pages of those panels to be shown that bring their own controller."""
        for panel in panels:
            if panel.name in pages:
                page = pages[panel.name]
                page.made.connect(partial(self._on_made, panel, page))

    def _on_made(self, panel: Panel, page: LatePage, view: object) -> None:
        parts, room = panel.parts(), room_slot(self._store, panel)
        if parts.controller is None:
            return
        parts.controller(room, self._desk, self._shelf, parent=self).attach(view)
        self._presenter.show(room, parts.resolve, page.set_snapshot)
        if panel.needs_model:
            bench = bench_slot(self._store)
            self._presenter.show(bench, uncomputable, page.set_absence)


def _made(panel: Panel, theme: Theme, page: QWidget) -> Any:
    return panel.parts().view(theme, page)
