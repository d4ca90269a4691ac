"""Opening dialogs: each is imported and made at its first use."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget

from viz_app.app.app_state import AppState, checks_slot, training_room, whole_slot
from viz_app.app.menus.menu_bar import TAKE_ALONG
from viz_app.engine.jobs import JobClient
from viz_app.engine.store import Store

if TYPE_CHECKING:
    from viz_app.app.dialogs.animation import AnimationDialog, AnimationSnapshot
    from viz_app.app.dialogs.checking import CheckDialog
    from viz_app.app.dialogs.import_state import ImportController, ImportSnapshot
    from viz_app.app.dialogs.importing import ImportDialog
    from viz_app.app.main_window import MainWindow
    from viz_app.app.picture_export import PictureExporter
    from viz_app.app.sessions import OpeningController
    from viz_app.engine.presenter import Presenter
    from viz_app.panels.training.view.panel import TrainingPanel
    from viz_app.storage.library import Library
    from viz_app.workbench.jobs import ModelCache

# -------------------------------------------------------------------------------------------- door
# Animations: the menu and the time-lapse open the dialog, which is created then.


class AnimationDoor(QObject):
    """Imports and creates the animation dialog at its first use."""

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        *,
        store: Store[AppState],
        desk: JobClient,
    ) -> None:
        super().__init__(window)
        self._store, self._desk, self._presenter = store, desk, presenter
        self._window = window
        self.dialog: AnimationDialog | None = None
        window.menus.action("save_animation").triggered.connect(self.open)
        window.replay.intents.animation_requested.connect(self.open)
        window.late["training"].for_each(self._listen)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self.dialog = self._made()
        self.dialog.open_on(_resolved(self._store.state))

    @Slot(object)
    def _listen(self, panel: TrainingPanel) -> None:
        panel.intents.animation_requested.connect(self.open)

    def _made(self) -> AnimationDialog:
        from viz_app.app.dialogs.animation import AnimationController, AnimationDialog

        dialog = AnimationDialog(self._window.theme, self._window)
        controller = AnimationController(self._store, self._desk, self)
        dialog.save_requested.connect(controller.save)
        dialog.cancelled.connect(controller.cancel)
        controller.saved.connect(dialog.finish)
        self._presenter.show(whole_slot(self._store), _resolved, dialog.set_snapshot)
        return dialog


def _resolved(state: AppState) -> AnimationSnapshot:
    from viz_app.app.dialogs.animation import resolve_animation

    return resolve_animation(training_room(state), state.animation)


# -------------------------------------------------------------------------------------------- door
# Checks of the model: the menu opens the page, which is created then.


class CheckDoor(QObject):
    """Imports and creates the page of checks at its first use."""

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        *,
        store: Store[AppState],
        desk: JobClient,
        model_cache: ModelCache,
        taking: TakeAlong,
    ) -> None:
        super().__init__(window)
        self._window, self._presenter = window, presenter
        self._store, self._desk, self._model_cache = store, desk, model_cache
        self._taking = taking
        self.dialog: CheckDialog | None = None
        window.menus.action("check_model").triggered.connect(self.open)

    @Slot()
    def open(self) -> None:
        # The page is shown in another turn of the event loop than it is created in.
        if self.dialog is not None:
            self.dialog.open_again()
            return
        self.dialog = self._made()
        QTimer.singleShot(0, self.dialog, self.dialog.open_again)

    def _made(self) -> CheckDialog:
        from viz_app.app.dialogs.checking import CheckController, CheckDialog, resolve_checks

        dialog = CheckDialog(self._window.theme, self._window)
        controller = CheckController(self._store, self._desk, self._model_cache, parent=self)
        dialog.check_requested.connect(controller.begin)
        dialog.stopped.connect(controller.stop)
        dialog.check_picked.connect(controller.pick)
        self._taking.join(dialog)
        self._presenter.show(checks_slot(self._store), resolve_checks, dialog.set_snapshot)
        return dialog


# -------------------------------------------------------------------------------------------- door
# Imports: the page is opened from the menu, by a drop, or by opening a foreign file.


class ImportDoor(QObject):
    """Imports and creates the import page at its first use."""

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        *,
        store: Store[AppState],
        desk: JobClient,
        library: Library,
        opening: OpeningController,
    ) -> None:
        super().__init__(window)
        self._store, self._desk, self._presenter = store, desk, presenter
        self._window, self._library, self._opening = window, library, opening
        self._controller: ImportController | None = None
        self.dialog: ImportDialog | None = None
        window.menus.action("import_model").triggered.connect(self.open)
        opening.foreign_found.connect(self.look_at)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self.dialog = self._made()
        self.dialog.open_page()

    @Slot(object)
    def look_at(self, path: Path) -> None:
        self.open()
        if self._controller is not None:
            self._controller.choose(path)

    def _made(self) -> ImportDialog:
        from viz_app.app.dialogs.import_state import ImportController
        from viz_app.app.dialogs.importing import ImportDialog

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
        self._presenter.show(whole_slot(self._store), _resolved_import, dialog.set_snapshot)
        return dialog


def _resolved_import(state: AppState) -> ImportSnapshot:
    from viz_app.app.dialogs.import_state import resolve_import

    return resolve_import(state.importing, state.bench.models)


# -------------------------------------------------------------------------------------------- door
# Copying and saving pictures: menu entries and the context menu.


class TakeAlong(QObject):
    """Imports and creates the export of pictures at its first use: not needed at the start."""

    def __init__(self, window: MainWindow, desk: JobClient, *, store: Store[AppState]) -> None:
        super().__init__(window)
        self._window, self._desk, self._store = window, desk, store
        self._made: PictureExporter | None = None
        for name in TAKE_ALONG:
            window.menus.edit.action(name).triggered.connect(partial(self._take, name))
        window.installEventFilter(self)

    def join(self, page: QWidget) -> None:
        """Offer the same keys and menu for the pictures of a separate page."""
        for name in TAKE_ALONG:
            page.addAction(self._window.menus.edit.action(name))
        page.installEventFilter(self)

    @property
    def exporter(self) -> PictureExporter:
        from viz_app.app.picture_export import PictureExporter

        if self._made is None:
            self._made = PictureExporter(self._window, self._desk, store=self._store)
        return self._made

    def _take(self, name: str) -> None:
        # The action has the name of the method.
        getattr(self.exporter, name)()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A view without a menu of its own passes the event up to the window.
        if isinstance(event, QContextMenuEvent) and isinstance(watched, QWidget):
            by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
            meant = watched.focusWidget() if by_keys else watched.childAt(event.pos())
            return self.exporter.offer(meant, event.globalPos())
        return super().eventFilter(watched, event)
