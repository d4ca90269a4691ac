"""Connects the parts of the window to their controllers, from the start to the shutdown."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viz_app.app.app_state import AppState, bench_slot, room_slot, whole_slot
from viz_app.app.frame.map_strip import resolve_map
from viz_app.app.frame.window_modes import fit_to_screen, place_of, put_back
from viz_app.app.header_snapshot import (
    HeaderSnapshot,
    next_sentence,
    resolve_header,
    resolve_translated,
)
from viz_app.app.lazy_dialogs import AnimationDoor, CheckDoor, ImportDoor, TakeAlong
from viz_app.app.menus.entry_menu import resolve_branch_menu
from viz_app.app.panels import ARCHITECTURE, EMBEDDING, TRAINING
from viz_app.app.report import ReportFile
from viz_app.app.session_state import resolve_session
from viz_app.app.sessions import KeepingController, OpeningController
from viz_app.app.undo import UndoController
from viz_app.app.window_options import WindowOptions
from viz_app.engine.jobs import JobClient
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Slot as StateSlot
from viz_app.engine.store import Store
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.panel import AttentionPanel
from viz_app.panels.embedding.room import looked_at_from_map
from viz_app.panels.timeline.room import TimelineHandle, TimelineSnapshot, resolve_timeline
from viz_app.panels.training.replay.room import replay_closed
from viz_app.pictures.matrix import Zoom
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.library import Library
from viz_app.storage.settings import read_place
from viz_app.workbench.changes.selection import stopped_playing
from viz_app.workbench.controllers import (
    BranchingController,
    ModelController,
    TranslationController,
)
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.header import HeaderIntents
    from viz_app.app.main_window import MainWindow
    from viz_app.panels.architecture.room import BlockPlace
    from viz_app.panels.training.controller import RunsController

# ---------------------------------------------------------------------------------- session wiring
# Sessions: opened, saved, autosaved and restored.


class Sessions(QObject):
    """Creates the controllers of sessions, and connects them to the window."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        library: Library,
        models: ModelController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        whole, bench = whole_slot(store), bench_slot(store)
        self._whole = whole
        self._runs: RunsController | None = None
        self._run: Path | None = None
        self.autosaves = Autosaves(library.folder.parent / "sessions")
        self.keeping = KeepingController(
            whole, bench, desk, model_cache=model_cache, autosaves=self.autosaves, parent=self
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
        place = read_place(self.autosaves.folder)
        if place is None:
            fit_to_screen(window)
        else:
            put_back(window, place)

    def begin(self, options: WindowOptions, window: MainWindow) -> None:
        # A window that is only measured keeps no session, and shows heads whatever tab was in
        # front.
        if not options.quit_after_first_picture:
            self.keeping.look(partial(place_of, window))
            self.opening.tab_wanted.connect(window.show_tab)
        self.opening.begin(options)

    def join(self, window: MainWindow, presenter: Presenter) -> None:
        files = window.files
        for asked in (window.file_dropped, files.open_requested):
            asked.connect(self.opening.open)
        files.session_save_requested.connect(self.keeping.save)
        for view in (files, window.menus):
            presenter.show(self._whole, resolve_session, view.set_session)

    def join_runs(self, runs: RunsController) -> None:
        self._runs = runs
        if self._run is not None:
            runs.take_in(self._run)

    @Slot(object)
    def _on_run(self, path: Path) -> None:
        self._run = path
        if self._runs is not None:
            self._runs.take_in(path)


# ----------------------------------------------------------------------------------- window wiring
# Parts of the window that exist from the start: their intents and snapshots.


def connect_header(
    header: HeaderIntents,
    *,
    translation: TranslationController,
    branching: BranchingController,
    opening: OpeningController,
) -> None:
    # Stopping a translation stops its branches, too.
    header.translate_requested.connect(translation.translate)
    header.translation_cancelled.connect(branching.drop)
    header.translation_cancelled.connect(translation.cancel)
    header.model_picked.connect(opening.open_model)


def timeline_room(
    screen: StateSlot[Workbench],
    *,
    translation: TranslationController,
    branching: BranchingController,
    fold: Callable[[bool], None],
) -> TimelineHandle:
    return TimelineHandle(
        screen.apply,
        branch=branching.branch,
        type_token=branching.type_token,
        give_target=branching.give_target,
        delete_branch=branching.delete,
        mask=translation.mask,
        fold=fold,
    )


def show_state(
    window: MainWindow,
    presenter: Presenter,
    *,
    bench: StateSlot[Workbench],
    screen: StateSlot[Workbench],
    zooms: StateSlot[Mapping[str, Zoom]],
) -> None:
    """``bench`` has the user's own translation, ``screen`` perhaps a recorded moment."""
    own, seen = partial(presenter.show, bench), partial(presenter.show, screen)
    seen(attrgetter("selection"), window.menus.set_selection)
    own(attrgetter("attention"), window.menus.attention.set_options)
    seen(resolve_header, partial(_show_header, window))
    attention = window.attention_page
    seen(resolve_attention, attention.set_snapshot)
    presenter.show(
        zooms,
        lambda parts: parts,
        lambda parts: attention.always(AttentionPanel.show_zooms, parts),
    )
    seen(resolve_timeline, partial(_show_timeline, window))
    own(attrgetter("notice"), window.notices.set_notice)
    seen(next_sentence, window.hint.set_hint)
    seen(resolve_translated, window.centre.translated.setText)
    seen(resolve_map, window.tabs.strip.set_stacks)


def connect_map(window: MainWindow, store: Store[AppState]) -> None:
    def opened(place: BlockPlace, tab: str) -> None:
        if tab == EMBEDDING.name:
            output = place.kind != "embedding"
            room_slot(store, EMBEDDING).apply(looked_at_from_map, place.side, output=output)
        window.tabs.pick_tab(tab)

    window.late[ARCHITECTURE.name].made.connect(
        lambda panel: panel.intents.block_opened.connect(opened)
    )


def _show_header(window: MainWindow, snapshot: HeaderSnapshot) -> None:
    for view in (window.header, window.menus, window.files):
        view.set_snapshot(snapshot)


def _show_timeline(window: MainWindow, snapshot: TimelineSnapshot) -> None:
    window.timeline_page.set_snapshot(snapshot)
    window.menus.branches.set_snapshot(resolve_branch_menu(snapshot))
    window.menus.action("mask_token").setEnabled(snapshot.can_mask)


# --------------------------------------------------------------------------------------- user work
# The user's work: undo, sessions, exported files.


class UserWork(QObject):
    """Creates undo, sessions, imports, pictures, reports, animations; ends what they replace."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        library: Library,
        models: ModelController,
        translation: TranslationController,
        branching: BranchingController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store, self._desk, self._model_cache, self._library = (
            store,
            desk,
            model_cache,
            library,
        )
        self.undo = UndoController(
            store, desk, model_cache, translation=translation, branching=branching, parent=self
        )
        self.sessions = Sessions(
            store, desk, model_cache, library=library, models=models, parent=self
        )
        for end in (branching.forget, translation.cancel, self._close_replay):
            self.sessions.opening.replaced.connect(end)
        for end in (branching.forget, self._close_replay):
            translation.begun.connect(end)

    def join(self, window: MainWindow, presenter: Presenter) -> None:
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
            model_cache=self._model_cache,
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
        self.undo.ask_for_runs(runs)
        self.sessions.join_runs(runs)

    @Slot()
    def _close_replay(self) -> None:
        # A translation is shown in place of a recorded moment.
        room_slot(self._store, TRAINING).apply(replay_closed)


# ---------------------------------------------------------------------------------------- shutdown
# Shutdown in stages: no work is lost, and the process always ends.


PATIENCE_SECONDS = 1.5
"""Seconds for a worker that reads or computes; what it would lose is saved twice a minute."""
SAVING_SECONDS = 30.0
"""Seconds for one that writes what is nowhere else: a file the user saves, a run under way."""


class ShutdownController(QObject):
    """Close every job at its next ``yield``, which cuts no checkpoint; end without blocking.

    Signals:
        finished: all jobs are closed.
        overdue: they are not closed in time: the worker is stuck, or slow.
    """

    finished = Signal()
    overdue = Signal()

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        *,
        last: Callable[[], Callable[[], None]] = lambda: _nothing,
        parent: QObject | None = None,
    ) -> None:
        """``last`` is called by :meth:`begin`, and returns the worker's last action."""
        super().__init__(parent)
        self._bench = bench
        self._desk, self._last = desk, last
        self._begun: float | None = None
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self._look)
        desk.stopped.connect(self._timer.stop)
        desk.stopped.connect(self.finished)

    @Slot()
    def begin(self) -> None:
        if self._begun is None:
            self._begun = time.monotonic()
            self._bench.apply(stopped_playing)
            self._timer.start()
            self._desk.close(self._last())

    @Slot()
    def _look(self) -> None:
        # The worker is given up when its time is over.
        patience = SAVING_SECONDS if self._desk.saving else PATIENCE_SECONDS
        if self._begun is not None and time.monotonic() - self._begun >= patience:
            self._timer.stop()
            self.overdue.emit()


def _nothing() -> None:
    """Nothing is left to do."""
