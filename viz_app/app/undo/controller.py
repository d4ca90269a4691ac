"""Takes steps back and does them again, and sees to the jobs that this ends or begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from viz_app.app.app_state import AppState, bench_slot, room_slot, whole_slot
from viz_app.app.panels import ATTENTION, TRAINING, tabs_of
from viz_app.app.state.history import Kept
from viz_app.app.undo.steps import cleared, next_steps, redone, undone
from viz_app.engine.desk import JobDesk
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.training.panel import RUNS
from viz_app.panels.training.replay.changes import replay_closed
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.controllers.branching import BranchingController
from viz_app.workbench.controllers.translation import TranslationController
from viz_app.workbench.jobs.models import keep_steps
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.panels.training.runs.controller import RunsController


class UndoController(QObject):
    """The state says what the next step is; here is done what the state alone cannot.

    Signals:
        tab_wanted: what was put back is seen there.
        run_wanted, run_unwanted: a run is to be brought back, or deleted once more: by its id.
    """

    tab_wanted = Signal(str)
    run_wanted = Signal(str)
    run_unwanted = Signal(str)

    def __init__(
        self,
        store: Store[AppState],
        desk: JobDesk,
        shelf: Shelf,
        *,
        translation: TranslationController,
        branching: BranchingController,
        parent: QObject | None = None,
    ) -> None:
        """Nothing was done yet; from now on the shelf keeps the models that steps lead back to."""
        super().__init__(parent)
        self._store, self._desk, self._shelf = store, desk, shelf
        self._bench = bench_slot(store)
        self._translation, self._branching = translation, branching
        self._models: frozenset[int] = frozenset()
        self._heard = 0
        store.changed.connect(self._on_changed)

    def join(self, window: MainWindow, presenter: Presenter) -> None:
        """Let the menu name the next steps, and take them."""
        menu = window.menus.edit
        presenter.show(
            whole_slot(self._store),
            next_steps,
            lambda steps: menu.set_steps(undo=steps[0], redo=steps[1]),
        )
        menu.action("undo").triggered.connect(self.undo)
        menu.action("redo").triggered.connect(self.redo)
        self.tab_wanted.connect(window.show_tab)

    def ask_for_runs(self, runs: RunsController) -> None:
        """Who deletes runs also brings them back."""
        self.run_wanted.connect(runs.restore)
        self.run_unwanted.connect(runs.delete)

    @Slot()
    def undo(self) -> None:
        """Take the last step back."""
        past = cleared(self._store.state).history.past
        if past:
            self._take(past[-1], undone, self.run_wanted)

    @Slot()
    def redo(self) -> None:
        """Do the step again that was taken back last."""
        future = cleared(self._store.state).history.future
        if future:
            self._take(future[0], redone, self.run_unwanted)

    def _take(
        self,
        kept: Kept,
        change: Callable[[AppState], AppState],
        asked_of_run: SignalInstance,
    ) -> None:
        match kept.step.part:
            case "run":
                self._store.apply(change)
                asked_of_run.emit(kept.what.run_id)
                self.tab_wanted.emit(RUNS.name)
            case "masks":
                self._store.apply(change)
                self.tab_wanted.emit(MASKS.name)
            case part:
                self._take_work(change, whole=part == "work")

    def _take_work(self, change: Callable[[AppState], AppState], *, whole: bool) -> None:
        """Of a ``whole`` other work nothing is decoded any more; of other branches the rest is."""
        room_slot(self._store, TRAINING).apply(replay_closed)
        if whole:
            self._translation.drop()
            self._branching.forget()
        tree = self._bench.now.branches
        there = {branch.id for branch in tree.branches} if tree is not None and not whole else set()
        self._store.apply(change)
        self._branching.drop_gone()
        self._decode_on(there)
        if self._bench.now.tab in {panel.name for panel in tabs_of("train")}:
            self.tab_wanted.emit(ATTENTION.name)

    def _decode_on(self, there: set[int]) -> None:
        """What was not at its end when it went away, but for what was ``there`` all the time."""
        bench = self._bench.now
        growing = bench.branches.growing if bench.branches is not None else frozenset()
        if bench.translating and not growing:
            self._translation.translate_again()
        for branch in sorted(growing - there):
            self._branching.go_on(branch)

    @Slot(object, object)
    def _on_changed(self, old: AppState, new: AppState) -> None:
        """Tell the shelf which models there is a way back to."""
        if old.history is new.history and old.bench.model_key == new.bench.model_key:
            return
        known = {new.bench.model_key, *new.history.models}
        models = frozenset(key for key in known if key is not None)
        if models != self._models:
            self._models, self._heard = models, max((self._heard, *models))
            self._desk.submit(
                partial(keep_steps, self._shelf, models, heard=self._heard),
                on_item=lambda _: None,
                on_failed=self._bench.applying(failed),
            )
