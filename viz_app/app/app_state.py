"""The whole state: the workbench, and the slice of every panel."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from viz_app.app.panels import TRAINING
from viz_app.app.slices import AnimationState, CheckState, History, ImportState, SessionPlace
from viz_app.engine.store import Slot, Store
from viz_app.panels.training.replay.room import arranged, looked_at, looked_elsewhere
from viz_app.panels.training.state import TrainingRoom, TrainingState
from viz_app.pictures.matrix import Zoom
from viz_app.workbench.room import Panel, Room, restored
from viz_app.workbench.state import Workbench


def _first_slices() -> Mapping[str, Any]:
    """Training is there from the start: its recorded moments can be on the workbench."""
    return {TRAINING.name: TrainingState()}


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """Everything that views show.

    Attributes:
        bench: what all panels look at.
        slices: what each panel has of its own, by the panel's name, from its first change on;
            replaced, never changed.
        history: what the user can take back; see :mod:`viz_app.app.undo`.
        animation: what is being saved as GIF or MP4.
        checks: what was found of the model.
        importing: the foreign model that is looked at, to be imported.
        session: where all this is kept.
        waiting: what a session tells of the slices of panels that nobody has looked at since.
        zooms: the parts of heads that are in view, where not all of them is; see
            :data:`viz_app.panels.attention.view.tools.ONE_KIND`.
    """

    bench: Workbench = Workbench()
    slices: Mapping[str, Any] = field(default_factory=_first_slices)
    history: History = History()
    animation: AnimationState = AnimationState()
    checks: CheckState = CheckState()
    importing: ImportState = ImportState()
    session: SessionPlace = SessionPlace()
    waiting: Mapping[str, Any] = field(default_factory=dict)
    zooms: Mapping[str, Zoom] = field(default_factory=dict)

    @property
    def training(self) -> TrainingState:
        """What is being trained, was trained, and is on show of it."""
        own: TrainingState = self.slices[TRAINING.name]
        return own


def room_of(state: AppState, panel: Panel) -> Room[Any]:
    """What a panel can see and change."""
    own = state.slices.get(panel.name)
    if own is None:
        parts = panel.parts()
        own = restored(parts.first, parts.kept, state.waiting.get(panel.name))
    return Room(own, state.bench)


def with_room(state: AppState, panel: Panel, room: Room[Any]) -> AppState:
    """The state after a change in a panel's room."""
    slices = state.slices
    if slices.get(panel.name) is not room.own:
        slices = {**slices, panel.name: room.own}
    return dataclasses.replace(state, bench=room.bench, slices=slices)


def training_room(state: AppState) -> TrainingRoom:
    """The room of training, which can put a recorded moment on the workbench."""
    return Room(state.training, state.bench)


def tab_opened(state: AppState, tab: str) -> AppState:
    """Another tab is in front; nothing plays where nobody sees it."""
    room = Room(state.training, dataclasses.replace(state.bench, tab=tab))
    return with_room(state, TRAINING, arranged(room))


def room_slot(store: Store[AppState], panel: Panel) -> Slot[Room[Any]]:
    """A panel's room, for its controller."""
    return Slot(
        store,
        read=lambda state: room_of(state, panel),
        write=lambda state, room: with_room(state, panel, room),
    )


def bench_slot(store: Store[AppState]) -> Slot[Workbench]:
    """The workbench with the user's own translation, whatever is on screen: for what computes."""
    return Slot(
        store,
        read=lambda state: state.bench,
        write=lambda state, bench: dataclasses.replace(state, bench=bench),
    )


def whole_slot(store: Store[AppState]) -> Slot[AppState]:
    """All of it: for what is said of the session as a whole."""
    return Slot(store, read=lambda state: state, write=lambda _, state: state)


def checks_slot(store: Store[AppState]) -> Slot[CheckState]:
    """What was found of the model."""
    return Slot(
        store,
        read=lambda state: state.checks,
        write=lambda state, checks: dataclasses.replace(state, checks=checks),
    )


def import_slot(store: Store[AppState]) -> Slot[ImportState]:
    """The foreign model that is looked at."""
    return Slot(
        store,
        read=lambda state: state.importing,
        write=lambda state, own: dataclasses.replace(state, importing=own),
    )


def zooms_slot(store: Store[AppState]) -> Slot[Mapping[str, Zoom]]:
    """The parts of heads that are in view."""
    return Slot(
        store,
        read=lambda state: state.zooms,
        write=lambda state, zooms: dataclasses.replace(state, zooms=zooms),
    )


def screen_slot(store: Store[AppState]) -> Slot[Workbench]:
    """The workbench as it is on screen, perhaps with a recorded moment: for what is looked at."""
    return Slot(
        store,
        read=lambda state: looked_at(training_room(state)),
        write=lambda state, bench: with_room(
            state, TRAINING, looked_elsewhere(training_room(state), bench)
        ),
    )
