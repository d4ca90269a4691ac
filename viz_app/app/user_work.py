"""What becomes of the user's work: taken back, kept as a session, taken along as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.app.animation.door import AnimationDoor
from viz_app.app.app_state import AppState, room_slot
from viz_app.app.checking.door import CheckDoor
from viz_app.app.importing.door import ImportDoor
from viz_app.app.panels import TRAINING
from viz_app.app.report import ReportFile
from viz_app.app.session_wiring import Sessions
from viz_app.app.take_along.door import TakeAlong
from viz_app.app.undo.controller import UndoController
from viz_app.engine.desk import JobDesk
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.panels.training.replay.changes import replay_closed
from viz_app.storage.library import Library
from viz_app.workbench.controllers.branching import BranchingController
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.controllers.translation import TranslationController
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.panels.training.runs.controller import RunsController


class UserWork(QObject):
    """Makes undo, sessions, imports, pictures, reports, animations; ends what they replace."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        models: ModelController,
        translation: TranslationController,
        branching: BranchingController,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is decoded or replayed any more where other work takes the place."""
        super().__init__(parent)
        self._store, self._desk, self._shelf, self._library = store, desk, shelf, library
        self.undo = UndoController(
            store, desk, shelf, translation=translation, branching=branching, parent=self
        )
        self.sessions = Sessions(store, desk, shelf, library=library, models=models, parent=self)
        for end in (branching.forget, translation.cancel, self._close_replay):
            self.sessions.opening.replaced.connect(end)
        for end in (branching.forget, self._close_replay):
            translation.begun.connect(end)

    def join(self, window: MainWindow, presenter: Presenter) -> None:
        """Listen to the window's menus; what leaves it as a file is made when it is asked for."""
        self.undo.join(window, presenter)
        self.sessions.join(window, presenter)
        self.taking = TakeAlong(window, self._desk, store=self._store)
        self.report = ReportFile(window, self._desk, store=self._store)
        self.animations = AnimationDoor(window, presenter, store=self._store, desk=self._desk)
        self.checks = CheckDoor(
            window,
            presenter,
            store=self._store,
            desk=self._desk,
            shelf=self._shelf,
            taking=self.taking,
        )
        self.imports = ImportDoor(
            window,
            presenter,
            store=self._store,
            desk=self._desk,
            library=self._library,
            opening=self.sessions.opening,
        )

    def join_runs(self, runs: RunsController) -> None:
        """There is a list of runs now."""
        self.undo.ask_for_runs(runs)
        self.sessions.join_runs(runs)

    @Slot()
    def _close_replay(self) -> None:
        """Who translates wants to see that, not a recorded moment."""
        room_slot(self._store, TRAINING).apply(replay_closed)
