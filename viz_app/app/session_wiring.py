"""Everything behind sessions: opened, saved, kept and brought back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.app.app_state import AppState, bench_slot, whole_slot
from viz_app.app.frame.window_size import place_of, put_back
from viz_app.app.sessions.keeping import KeepingController
from viz_app.app.sessions.opening import OpeningController
from viz_app.app.sessions.shown import resolve_session
from viz_app.app.window_options import WindowOptions
from viz_app.engine.desk import JobDesk
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.library import Library
from viz_app.storage.window_place import read_place
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.panels.training.runs.controller import RunsController


class Sessions(QObject):
    """Makes the controllers of sessions, and introduces them to the window."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        models: ModelController,
        parent: QObject | None = None,
    ) -> None:
        """Sessions that nobody has saved lie beside the models and runs."""
        super().__init__(parent)
        whole, bench = whole_slot(store), bench_slot(store)
        self._whole = whole
        self._runs: RunsController | None = None
        self._run: Path | None = None
        self.autosaves = Autosaves(library.folder.parent / "sessions")
        self.keeping = KeepingController(
            whole, bench, desk, shelf=shelf, autosaves=self.autosaves, parent=self
        )
        self.opening = OpeningController(
            whole,
            bench,
            desk,
            library=library,
            models=models,
            autosaves=self.autosaves,
            keeping=self.keeping,
            parent=self,
        )
        self.opening.run_opened.connect(self._on_run)

    def put_back(self, window: MainWindow) -> None:
        """Give the window the place that it had the last time."""
        place = read_place(self.autosaves.folder)
        if place is not None:
            put_back(window, place)

    def begin(self, options: WindowOptions, window: MainWindow) -> None:
        """Bring back what was there, or open what is asked for; keep it from now on.

        What is only measured takes no session's place, and shows heads, whatever was in front.
        """
        if not options.quit_after_first_picture:
            self.keeping.look(partial(place_of, window))
            self.opening.tab_wanted.connect(window.show_tab)
        self.opening.begin(options)

    def join(self, window: MainWindow, presenter: Presenter) -> None:
        """Open and save what the window asks for, and show there what there is."""
        files = window.files
        for asked in (window.file_dropped, files.open_requested):
            asked.connect(self.opening.open)
        files.session_save_requested.connect(self.keeping.save)
        for view in (files, window.menus):
            presenter.show(self._whole, resolve_session, view.set_session)

    def join_runs(self, runs: RunsController) -> None:
        """There is a list of runs: those that were opened, also before, are for it."""
        self._runs = runs
        if self._run is not None:
            runs.take_in(self._run)

    @Slot(object)
    def _on_run(self, path: Path) -> None:
        self._run = path
        if self._runs is not None:
            self._runs.take_in(path)
