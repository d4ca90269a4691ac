"""How one comes to the page that imports: menu, drop, or a file that Headlight has not made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.app.app_state import AppState, whole_slot

if TYPE_CHECKING:
    from viz_app.app.importing.controller import ImportController
    from viz_app.app.importing.dialog import ImportDialog
    from viz_app.app.importing.snapshot import ImportSnapshot
    from viz_app.app.main_window import MainWindow
    from viz_app.app.sessions.opening import OpeningController
    from viz_app.engine.desk import JobDesk
    from viz_app.engine.presenter import Presenter
    from viz_app.engine.store import Store
    from viz_app.storage.library import Library


class ImportDoor(QObject):
    """Waits until somebody wants to import a model; imports and makes nothing before."""

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        *,
        store: Store[AppState],
        desk: JobDesk,
        library: Library,
        opening: OpeningController,
    ) -> None:
        """Listen to the menu, and to who has found a foreign model."""
        super().__init__(window)
        self._store, self._desk, self._presenter = store, desk, presenter
        self._window, self._library, self._opening = window, library, opening
        self._controller: ImportController | None = None
        self.dialog: ImportDialog | None = None
        window.menus.action("import_model").triggered.connect(self.open)
        opening.foreign_found.connect(self.look_at)

    @Slot()
    def open(self) -> None:
        """Bring the page up, as it was left."""
        if self.dialog is None:
            self.dialog = self._made()
        self.dialog.open_page()

    @Slot(object)
    def look_at(self, path: Path) -> None:
        """Bring the page up with this model."""
        self.open()
        if self._controller is not None:
            self._controller.choose(path)

    def _made(self) -> ImportDialog:
        from viz_app.app.importing.controller import ImportController
        from viz_app.app.importing.dialog import ImportDialog

        dialog = ImportDialog(self._window.theme, self._window)
        controller = self._controller = ImportController(
            self._store, self._desk, library=self._library, parent=self
        )
        dialog.path_chosen.connect(controller.choose)
        dialog.about.questions.answered.connect(controller.answer)
        dialog.name_typed.connect(controller.rename)
        dialog.import_requested.connect(controller.begin)
        dialog.cancelled.connect(controller.cancel)
        dialog.left.connect(controller.leave)
        controller.imported.connect(self._opening.open_model)
        controller.imported.connect(dialog.finish)
        self._presenter.show(whole_slot(self._store), _resolved, dialog.set_snapshot)
        return dialog


def _resolved(state: AppState) -> ImportSnapshot:
    from viz_app.app.importing.snapshot import resolve_import

    return resolve_import(state.importing, state.bench.models)
