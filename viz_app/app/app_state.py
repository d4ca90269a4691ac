"""The whole state: the workbench, and the slice of every panel."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from model.values import restored
from viz_app.app.panels import TRAINING
from viz_app.app.slices import (
    AnimationState,
    CheckState,
    History,
    ImportState,
    LessonState,
    Scenes,
    SessionPlace,
)
from viz_app.engine.jobs import JobClient
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Slot, Store
from viz_app.panels.training.replay.room import arranged, looked_at, looked_elsewhere
from viz_app.panels.training.state import TrainingRoom, TrainingState
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.storage.library import Library
from viz_app.workbench.covers import covered
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Panel, Room
from viz_app.workbench.state import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """Everything that views show.

    Attributes:
        bench: what all panels look at.
        slices: state of each panel by the panel's name, from its first change on; replaced, never
            changed. Training is there from the start: its moments can be on the workbench.
        history: the steps of undo and redo; see :mod:`viz_app.app.undo`.
        animation: progress of saving a GIF or MP4.
        checks: results of the model checks.
        importing: the import page.
        lesson: the open lesson.
        session: the session's file, and sessions that were not saved.
        scenes: bookmarks of the workbench; see :mod:`viz_app.app.scene_state`.
        waiting: saved values of panels that were not opened since the session was.
        zooms: the visible parts of heads that are zoomed; see
            :data:`viz_app.panels.attention.room.ONE_KIND`.
    """

    bench: Workbench = Workbench()
    slices: Mapping[str, Any] = field(default_factory=lambda: {TRAINING.name: TrainingState()})
    history: History = History()
    animation: AnimationState = AnimationState()
    checks: CheckState = CheckState()
    importing: ImportState = ImportState()
    lesson: LessonState = LessonState()
    session: SessionPlace = SessionPlace()
    scenes: Scenes = Scenes()
    waiting: Mapping[str, Any] = field(default_factory=dict)
    zooms: Mapping[str, Zoom] = field(default_factory=dict)

    @property
    def training(self) -> TrainingState:
        own: TrainingState = self.slices[TRAINING.name]
        return own


def room_of(state: AppState, panel: Panel) -> Room[Any]:
    own = state.slices.get(panel.name)
    if own is None:
        parts = panel.parts()
        own = restored(parts.first, state.waiting.get(panel.name))
    return Room(own, state.bench)


def with_room(state: AppState, panel: Panel, room: Room[Any]) -> AppState:
    slices = state.slices
    if slices.get(panel.name) is not room.own:
        slices = {**slices, panel.name: room.own}
    return dataclasses.replace(state, bench=room.bench, slices=slices)


def training_room(state: AppState) -> TrainingRoom:
    return Room(state.training, state.bench)


def tab_opened(state: AppState, tab: str) -> AppState:
    # Playback stops in a tab that is not visible.
    room = Room(state.training, dataclasses.replace(state.bench, tab=tab))
    return with_room(state, TRAINING, arranged(room))


def room_slot(store: Store[AppState], panel: Panel) -> Slot[Room[Any]]:
    return Slot(
        store,
        read=lambda state: room_of(state, panel),
        write=lambda state, room: with_room(state, panel, room),
    )


def field_slot(store: Store[AppState], name: str) -> Slot[Any]:
    """A field of the state."""
    return Slot(
        store,
        read=attrgetter(name),
        write=lambda state, value: dataclasses.replace(state, **{name: value}),
    )


def zoomed(zooms: Mapping[str, Zoom], where: str, before: Zoom, now: Zoom) -> Mapping[str, Zoom]:
    """Store the zoom of one view, unless it is not ``before``, as after a session was opened."""
    if zooms.get(where, FITTED) != before:
        return zooms
    others = {known: part for known, part in zooms.items() if known != where}
    return others if now.is_fitted else {**others, where: now}


def bench_slot(store: Store[AppState]) -> Slot[Workbench]:
    """The workbench with the user's own translation, even while a recorded moment is shown."""
    return field_slot(store, "bench")


def whole_slot(store: Store[AppState]) -> Slot[AppState]:
    return Slot(store, read=lambda state: state, write=lambda _, state: state)


def screen_slot(store: Store[AppState]) -> Slot[Workbench]:
    """The workbench as shown, which may contain a recorded moment."""
    return Slot(
        store,
        read=lambda state: looked_at(training_room(state)),
        write=lambda state, bench: with_room(
            state, TRAINING, looked_elsewhere(training_room(state), bench)
        ),
    )


def as_seen(part: Any) -> Any:
    """A workbench, or a room on it, as views may see it.

    The whole state is returned as it is: what is resolved from it calls ``covered`` where needed.
    """
    if isinstance(part, Workbench):
        return covered(part)
    if isinstance(part, Room) and part.bench.covers:
        return dataclasses.replace(part, bench=covered(part.bench))
    return part


class Services:
    """What controllers share: the store with its slots, the worker, the models, the presenter."""

    def __init__(
        self, store: Store[AppState], desk: JobClient, *, presenter: Presenter, library: Library
    ) -> None:
        self.store, self.desk, self.presenter = store, desk, presenter
        self.library, self.model_cache = library, ModelCache()
        self.whole, self.bench, self.screen = (
            whole_slot(store),
            bench_slot(store),
            screen_slot(store),
        )
