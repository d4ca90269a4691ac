"""Undo and redo: the steps of the user, and restoring the state before them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from model.traces.summary import ModelSummary
from viz_app.app.app_state import AppState, Services, room_slot
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.app.slices import History, Kept, rekeyed, with_step, without_idle
from viz_app.engine.step import Step, quoted
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.training.panel import RUNS
from viz_app.panels.training.replay.room import replay_closed
from viz_app.workbench.changes import sessions
from viz_app.workbench.changes.models import failed, is_awaited
from viz_app.workbench.controllers import BranchingController, TranslationController
from viz_app.workbench.jobs import keep_steps
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.panels.training.controller import RunsController


MASK_EDITS = ("edits", "edits_of", "allowed", "others", "others_task")
"""Fields of the masks' slice that are changed by steps."""

MASK_PLACE = ("view", "sentence", "row", "picked_in")
"""Fields of the masks' slice for the place in view."""

HAND_EDITS = ("hand", "hand_start", "puzzle")
"""Fields of one head's slice that are changed by steps on the head by hand."""

_EDITED = {
    "masks": (MASKS, MASK_EDITS, MASK_PLACE),
    "hand": (ONE_HEAD, HAND_EDITS, ("page",)),
}
"""Panels whose slice has steps: fields that they change, and those of the place in view."""


def remembered(old: AppState, new: AppState, step: Step | None) -> AppState:
    """The state after a transition, with a step added if it can be undone.

    Another model always is a step, and so is other work that no intent has announced.
    """
    if new.history is not old.history:
        return new  # a step was taken back, or done again
    if _found(old.bench, new.bench):
        # Steps made without the model refer to it from now on.
        found = {name: getattr(new.bench, name) for name in ("model", "model_key", "model_file")}
        history = rekeyed(new.history, None, absent=None, **found)
        return dataclasses.replace(new, history=history)
    step = step or _unannounced(old.bench, new.bench)
    if step is None or (step.part == "work" and old.bench.branches is None):
        return new
    kept = Kept(step, new.training.runs.deleted if step.part == "run" else _taken(step.part, old))
    history = _with(new.history, kept, now=sessions.work_of(new.bench))
    if _copied(old.bench, new.bench):
        key, model = new.bench.model_key, new.bench.model
        history = rekeyed(history, old.bench.model_key, model_key=key, model=model)
    return dataclasses.replace(new, history=history)


def undone(state: AppState) -> AppState:
    history = cleared(state).history
    if not history.past:
        return state
    *past, last = history.past
    state, after = _exchanged(state, last)
    return dataclasses.replace(state, history=History(tuple(past), (after, *history.future)))


def redone(state: AppState) -> AppState:
    history = cleared(state).history
    if not history.future:
        return state
    first, *future = history.future
    state, before = _exchanged(state, first)
    return dataclasses.replace(state, history=History((*history.past, before), tuple(future)))


def cleared(state: AppState) -> AppState:
    """Without steps of undo and redo that would change nothing."""
    history = without_idle(state.history, partial(_idle, state))
    return dataclasses.replace(state, history=history)


def next_steps(state: AppState) -> tuple[Message | None, Message | None]:
    history = cleared(state).history
    back = history.past[-1].step.name if history.past else None
    return back, history.future[0].step.name if history.future else None


def _taken(part: str, state: AppState) -> Any:
    if part in _EDITED:
        panel, edits, place = _EDITED[part]
        own = state.slices.get(panel.name, panel.parts().first)
        return {name: getattr(own, name) for name in (*edits, *place)}
    return sessions.work_of(state.bench)


def _exchanged(state: AppState, kept: Kept) -> tuple[AppState, Kept]:
    """The state with what was kept, and the step that leads back; runs are left to the worker."""
    part, what = kept.step.part, kept.what
    if part == "run":
        return state, kept
    back = Kept(kept.step, _taken(part, state))
    if part in _EDITED:
        name = _EDITED[part][0].name
        own = dataclasses.replace(state.slices[name], **what)
        return dataclasses.replace(state, slices={**state.slices, name: own}), back
    put_back = sessions.work_put_back if part == "work" else sessions.branches_put_back
    return dataclasses.replace(state, bench=put_back(state.bench, what)), back


def _idle(state: AppState, kept: Kept, done: bool) -> bool:
    """True if undoing this step (or redoing it, where it is not ``done``) changes nothing."""
    match kept.step.part:
        case "work":
            return sessions.same_work(kept.what, sessions.work_of(state.bench))
        case "branches":
            return sessions.same_branches(kept.what.branches, state.bench.branches)
        case "masks" | "hand" as part:
            edits, now = _EDITED[part][1], _taken(part, state)
            return all(kept.what[name] == now[name] for name in edits)
    return (state.training.runs.card(kept.what.run_id) is not None) is done


def _with(history: History, kept: Kept, *, now: sessions.Work) -> History:
    """Add a step; a step on the same run, or one that began nothing, is replaced."""
    past = history.past
    if kept.step.part == "run" and any(_same_run(kept, known) for known in past):
        others = tuple(known for known in past if not _same_run(kept, known))
        return History((*others, kept), history.future)
    if past and _began_nothing(past[-1], kept):
        past, kept = past[:-1], Kept(kept.step, past[-1].what)
    return with_step(History(past), kept, now=now)


def _same_run(one: Kept, other: Kept) -> bool:
    return other.step.part == "run" and one.what.run_id == other.what.run_id


def _began_nothing(last: Kept, kept: Kept) -> bool:
    """Whether the last step was cancelled before anything was decoded."""
    return last.step.part == kept.step.part == "work" and sessions.same_trees(last.what, kept.what)


def _copied(old: Workbench, new: Workbench) -> bool:
    """Whether the new model is a copy: moved to a device, or read again from its file."""
    one, other = old.model, new.model
    if one is None or other is None or old.model_key == new.model_key:
        return False
    if old.model_file is None and one.device == other.device:
        return False
    return (old.model_file, one.name, one.config, one.record) == (
        new.model_file,
        other.name,
        other.config,
        other.record,
    )


def _found(old: Workbench, new: Workbench) -> bool:
    # The model of the session on screen was loaded: this is no step.
    came = new.model_key != old.model_key and new.model is not None
    return came and new.model is not None and is_awaited(old, new.model, new.model_file)


def _unannounced(old: Workbench, new: Workbench) -> Step | None:
    if new.model_key != old.model_key and new.model is not None:
        return _model_step(old, new, new.model)
    before, after = old.branches, new.branches
    if before is None or after is None or sessions.work_of(old).waiting:
        return None
    text = after.original.trace.source_text
    if text == before.original.trace.source_text:
        return None
    return Step("work", Message("sentence “{text}”", {"text": quoted(text)}))


def _model_step(old: Workbench, new: Workbench, model: ModelSummary) -> Step:
    if not _copied(old, new):
        return Step("work", Message("change to model “{model}”", {"model": quoted(model.name)}))
    if old.model is not None and old.model.device != model.device:
        return Step("work", Message("move to {device}", {"device": model.device.upper()}))
    return Step("work", Message("sentence “{text}”", {"text": quoted(new.source_text)}))


class UndoController(QObject):
    """Undoes and redoes steps, with the jobs that the state alone cannot run."""

    def __init__(
        self,
        services: Services,
        translation: TranslationController,
        branching: BranchingController,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services, self._store, self._bench = services, services.store, services.bench
        self._translation, self._branching = translation, branching
        self._models: frozenset[int] = frozenset()
        self._heard = 0
        self._window: MainWindow | None = None
        self._runs: RunsController | None = None
        self._store.changed.connect(self._on_changed)

    def join(self, window: MainWindow) -> None:
        self._window, menu = window, window.menus.edit
        self._services.presenter.show(
            self._services.whole,
            next_steps,
            lambda steps: menu.set_steps(undo=steps[0], redo=steps[1]),
        )
        menu.action("undo").triggered.connect(self.undo)
        menu.action("redo").triggered.connect(self.redo)

    def ask_for_runs(self, runs: RunsController) -> None:
        self._runs = runs

    @Slot()
    def undo(self) -> None:
        past = cleared(self._store.state).history.past
        if past:
            self._take(past[-1], undone)

    @Slot()
    def redo(self) -> None:
        future = cleared(self._store.state).history.future
        if future:
            self._take(future[0], redone)

    def _take(self, kept: Kept, change: Callable[[AppState], AppState]) -> None:
        part = kept.step.part
        if part in {"work", "branches"}:
            self._take_work(change, whole=part == "work")
            return
        self._store.apply(change)
        if part == "run" and self._runs is not None:
            ask = self._runs.restore if change is undone else self._runs.delete
            ask(kept.what.run_id)
        self._show_tab(RUNS.name if part == "run" else _EDITED[part][0].name)

    def _show_tab(self, name: str) -> None:
        if self._window is not None:
            self._window.show_tab(name)

    def _take_work(self, change: Callable[[AppState], AppState], *, whole: bool) -> None:
        """Apply a change; ``whole``: cancel all decoding first, else only that of lost branches."""
        room_slot(self._store, TRAINING).apply(replay_closed)
        if whole:
            self._translation.drop()
            self._branching.forget()
        tree = self._bench.now.branches
        there = {branch.id for branch in tree.branches} if tree is not None and not whole else set()
        self._store.apply(change)
        self._branching.drop_gone()
        self._decode_on(there)
        if self._bench.now.tab in {tab.name for tab in PANELS if tab.page_name == TRAINING.name}:
            self._show_tab(ATTENTION.name)

    def _decode_on(self, there: set[int]) -> None:
        """Resume decoding of unfinished branches, except those ``there`` before."""
        bench = self._bench.now
        growing = bench.branches.growing if bench.branches is not None else frozenset()
        if bench.translating and not growing:
            self._translation.translate_again()
        for branch in sorted(growing - there):
            self._branching.go_on(branch)

    @Slot(object, object)
    def _on_changed(self, old: AppState, new: AppState) -> None:
        if old.history is new.history and old.bench.model_key == new.bench.model_key:
            return
        known = {new.bench.model_key, *new.history.models}
        models = frozenset(key for key in known if key is not None)
        if models != self._models:
            self._models, self._heard = models, max((self._heard, *models))
            self._services.desk.submit(
                partial(keep_steps, self._services.model_cache, models, heard=self._heard),
                on_item=lambda _: None,
                on_failed=self._bench.applying(failed),
            )
