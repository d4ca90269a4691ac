"""The workbench and the slices of panels as a session, and back: pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from model import values
from model.messages import ConfigError
from viz_app.app.app_state import AppState, tab_opened, training_room, with_room
from viz_app.app.history import History
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.panels.training.replay.changes import looked_at, replay_closed
from viz_app.pictures.zoom import FITTED
from viz_app.storage.session.session import Session, Values
from viz_app.workbench.changes.sessions import saved_bench, session_opened
from viz_app.workbench.kept import KeptField, Plan, kept_values, restored
from viz_app.workbench.panel import PanelParts
from viz_app.workbench.state.branches import BranchTree


def session_of(state: AppState) -> Session:
    """What is on screen; what is still being decoded is kept as far as it has come."""
    session = saved_bench(looked_at(training_room(state)))
    zoom = None if state.zoom.is_fitted else dataclasses.asdict(state.zoom)
    return dataclasses.replace(session, zoom=zoom, panels=_panel_values(state))


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
        name: _restored(own, _parts(name), session.panels.get(name))
        for name, own in _looked_at(state).items()
    }
    waiting = {name: told for name, told in session.panels.items() if name not in slices}
    bench = session_opened(state.bench, session, tree)
    slices = {**state.slices, **slices}
    zoom = restored(FITTED, _ZOOM, session.zoom)
    state = dataclasses.replace(
        state, bench=bench, slices=slices, waiting=waiting, zoom=zoom, history=History()
    )
    return tab_opened(state, _tab(session))


_ZOOM: Plan = {
    "factor": KeptField(values.number(1.0, 1000.0)),
    "row": KeptField(values.number(0.0, 1e5)),
    "column": KeptField(values.number(0.0, 1e5)),
}


def _tab(session: Session) -> str:
    """The tab that was in front; one that there is not is the first."""
    try:
        tab: str = values.choice(tuple(_PANELS))("tab", session.bench.get("tab"))
    except ConfigError:
        return ATTENTION.name
    return tab


def _panel_values(state: AppState) -> Mapping[str, Values]:
    """What panels keep; of those that nobody has looked at, what the last session told."""
    own = {name: kept_values(own, _parts(name).kept) for name, own in _looked_at(state).items()}
    return {**state.waiting, **own}


def _looked_at(state: AppState) -> dict[str, Any]:
    """The slices of panels that are there, but of training: a run has its own folder."""
    return {name: own for name, own in state.slices.items() if name != TRAINING.name}


def _restored(own: Any, parts: PanelParts, told: object) -> Any:
    """A slice with its answers: the same question is not asked again."""
    first = restored(own, parts.kept, kept_values(parts.first, parts.kept))
    return restored(first, parts.kept, told)


_PANELS = {panel.name: panel for panel in PANELS}


def _parts(name: str) -> PanelParts:
    return _PANELS[name].parts()
