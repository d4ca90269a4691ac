"""How one comes to the doctor: the menu opens a page, which is made when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from viz_app.app.app_state import AppState, checks_slot

if TYPE_CHECKING:
    from viz_app.app.checking.dialog import CheckDialog
    from viz_app.app.main_window import MainWindow
    from viz_app.app.take_along.door import TakeAlong
    from viz_app.engine.desk import JobDesk
    from viz_app.engine.presenter import Presenter
    from viz_app.engine.store import Store
    from viz_app.workbench.jobs.shelf import Shelf


class CheckDoor(QObject):
    """Waits until somebody wants to check the model; imports and makes nothing before."""

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        *,
        store: Store[AppState],
        desk: JobDesk,
        shelf: Shelf,
        taking: TakeAlong,
    ) -> None:
        """Listen to the menu."""
        super().__init__(window)
        self._window, self._presenter = window, presenter
        self._store, self._desk, self._shelf = store, desk, shelf
        self._taking = taking
        self.dialog: CheckDialog | None = None
        window.menus.action("check_model").triggered.connect(self.open)

    @Slot()
    def open(self) -> None:
        """Bring the page up, and check; it is shown in another turn than it is made in."""
        if self.dialog is not None:
            self.dialog.open_again()
            return
        self.dialog = self._made()
        QTimer.singleShot(0, self.dialog, self.dialog.open_again)

    def _made(self) -> CheckDialog:
        from viz_app.app.checking.controller import CheckController
        from viz_app.app.checking.dialog import CheckDialog
        from viz_app.app.checking.snapshot import resolve_checks

        dialog = CheckDialog(self._window.theme, self._window)
        controller = CheckController(self._store, self._desk, self._shelf, parent=self)
        dialog.check_requested.connect(controller.begin)
        dialog.stopped.connect(controller.stop)
        dialog.check_picked.connect(controller.pick)
        self._taking.join(dialog)
        self._presenter.show(checks_slot(self._store), resolve_checks, dialog.set_snapshot)
        return dialog
