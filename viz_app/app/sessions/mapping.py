"""The workbench and the slices of panels as a session, and back: pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from model import values
from model.messages import ConfigError
from model.traces.trace import KINDS
from viz_app.app.app_state import AppState, tab_opened, training_room, with_room
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.app.state.history import History
from viz_app.panels.attention.intents import ONE_KIND
from viz_app.panels.training.replay.changes import looked_at, replay_closed
from viz_app.panels.training.state.kept import KEPT as TRAINING_KEPT
from viz_app.panels.training.state.training import TrainingState
from viz_app.pictures.zoom import FITTED, Zoom
from viz_app.storage.session.session import Session, Values
from viz_app.workbench.changes.sessions import saved_bench, session_opened
from viz_app.workbench.kept import KeptField, Plan, kept_values, restored
from viz_app.workbench.state.branches import BranchTree


def session_of(state: AppState) -> Session:
    """What is on screen; what is still being decoded is kept as far as it has come."""
    session = saved_bench(looked_at(training_room(state)))
    zooms = {where: dataclasses.asdict(zoom) for where, zoom in state.zooms.items()}
    zoom = {**zooms.pop(ONE_KIND, {}), **zooms}
    return dataclasses.replace(session, zoom=zoom or None, panels=_panel_values(state))


def with_session(state: AppState, session: Session, tree: BranchTree | None = None) -> AppState:
    """A session in place of what is on the workbench; settings, runs and the list of models stay.

    Steps that were made before cannot be taken back. Jobs for what was there before are to be
    dropped by the caller. Where the current model is not the session's, the session is read-only
    until a model with its checksum arrives: then it stays as it is, and everything can be computed
    again. Any other model translates its sentence anew. ``tree`` are its branches, if they were
    made before.
    """
    state = with_room(state, TRAINING, replay_closed(training_room(state)))
    slices = {
        name: _restored(own, *_first(name), session.panels.get(name))
        for name, own in state.slices.items()
    }
    waiting = {name: told for name, told in session.panels.items() if name not in slices}
    bench = session_opened(state.bench, session, tree)
    zooms = _zooms(session.zoom or {})
    state = dataclasses.replace(
        state, bench=bench, slices=slices, waiting=waiting, zooms=zooms, history=History()
    )
    return tab_opened(state, _tab(session))


_ZOOM: Plan = {
    "factor": KeptField(values.number(1.0, 1000.0)),
    "row": KeptField(values.number(0.0, 1e5)),
    "column": KeptField(values.number(0.0, 1e5)),
}


def _zooms(told: Values) -> dict[str, Zoom]:
    """Where not all is in view; that of one kind was there first, and stands beside the others."""
    parts = {kind: told.get(kind) for kind in KINDS} | {ONE_KIND: told}
    zooms = {where: restored(FITTED, _ZOOM, part) for where, part in parts.items()}
    return {where: zoom for where, zoom in zooms.items() if not zoom.is_fitted}


def _tab(session: Session) -> str:
    """The tab that was in front; one that there is not is the first."""
    try:
        tab: str = values.choice(tuple(_PANELS))("tab", session.bench.get("tab"))
    except ConfigError:
        return ATTENTION.name
    return tab


def _panel_values(state: AppState) -> Mapping[str, Values]:
    """What panels keep; of those that nobody has looked at, what the last session told."""
    own = {name: kept_values(own, _first(name)[1]) for name, own in state.slices.items()}
    return {**state.waiting, **own}


def _restored(own: Any, first: Any, plan: Plan, told: object) -> Any:
    """A slice with its answers: the same question is not asked again."""
    return restored(restored(own, plan, kept_values(first, plan)), plan, told)


_PANELS = {panel.name: panel for panel in PANELS}


def _first(name: str) -> tuple[Any, Plan]:
    """A panel's slice at the start, and what of it is kept; that of training is always there."""
    if name == TRAINING.name:
        return TrainingState(), TRAINING_KEPT
    parts = _PANELS[name].parts()
    return parts.first, parts.kept
