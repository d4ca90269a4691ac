"""Sessions as part of the state: opening, saving, autosaving, and their snapshot."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from model.files import shown_name
from model.traces.trace import KINDS
from model.values import kept_fields, kept_values, restored
from viz_app.app.app_state import AppState, tab_opened, training_room, with_room
from viz_app.app.header_snapshot import resolve_header
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.app.slices import Content, Document, History, Scenes
from viz_app.panels.attention.room import ONE_KIND
from viz_app.panels.embedding.panel import EMBEDDING
from viz_app.panels.forcing.panel import FORCING
from viz_app.panels.forcing.room import ForcingState
from viz_app.panels.training.replay.room import looked_at, replay_closed, replaying
from viz_app.panels.training.state import TrainingState
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.storage.session import Session, Values
from viz_app.storage.settings import MOST_RECENT
from viz_app.workbench.changes.models import file_gone, settings_changed
from viz_app.workbench.changes.sessions import saved_bench, session_opened
from viz_app.workbench.state import Branch, BranchTree, Workbench

SCENE = "scene"
"""Key in the plain values of a session: the id of its current scene."""


def session_of(state: AppState) -> Session:
    session, scenes = screen_of(state), state.scenes
    bench = {**session.bench, SCENE: scenes.current}
    return dataclasses.replace(session, bench=bench, scenes=scenes.list)


def screen_of(state: AppState) -> Session:
    """The workbench as a session without scenes."""
    # An unfinished decode is kept as far as it has come.
    session = saved_bench(looked_at(training_room(state)))
    zooms = {where: dataclasses.asdict(zoom) for where, zoom in state.zooms.items()}
    zoom = {**zooms.pop(ONE_KIND, {}), **zooms}
    panels = {name: kept_values(own) for name, own in state.slices.items()}
    return dataclasses.replace(session, zoom=zoom or None, panels={**state.waiting, **panels})


def with_session(state: AppState, session: Session, tree: BranchTree | None = None) -> AppState:
    """Replace the content of the workbench; settings, runs and the list of models stay.

    Clears undo. The caller cancels jobs of the previous content. Where the current model is not the
    session's, the session is read-only until a model with its checksum is loaded; any other model
    translates its sentence anew. ``tree`` are its branches, if they were made before.
    """
    session = _with_forcing(session)
    state = with_room(state, TRAINING, replay_closed(training_room(state)))
    slices = {
        name: _restored(own, _first(name), session.panels.get(name))
        for name, own in state.slices.items()
    }
    waiting = {name: told for name, told in session.panels.items() if name not in slices}
    bench = session_opened(state.bench, session, tree)
    zooms = _zooms(session.zoom or {})
    state = dataclasses.replace(
        state, bench=bench, slices=slices, waiting=waiting, zooms=zooms, history=History()
    )
    return tab_opened(state, _tab(session))


def _with_forcing(session: Session) -> Session:
    # Teacher forcing was a part of the embedding tab in older versions.
    told = session.panels.get(EMBEDDING.name)
    if not isinstance(told, Mapping) or FORCING.name in session.panels:
        return session
    kept = {name: told[name] for name in kept_fields(ForcingState).keys() & told.keys()}
    if not kept:
        return session
    bench = session.bench
    if bench.get("tab") == EMBEDDING.name and told.get("part") == "forcing":
        bench = {**bench, "tab": FORCING.name}
    panels = {**session.panels, FORCING.name: kept}
    return dataclasses.replace(session, bench=bench, panels=panels)


def _zooms(told: Values) -> dict[str, Zoom]:
    # The zoom of one kind is at the top level, for older versions; those side by side are below it.
    parts = {kind: told.get(kind) for kind in KINDS} | {ONE_KIND: told}
    zooms = {where: restored(FITTED, part) for where, part in parts.items()}
    return {where: zoom for where, zoom in zooms.items() if not zoom.is_fitted}


def _tab(session: Session) -> str:
    """The tab that was in front; the first if it is unknown."""
    tab = session.bench.get("tab")
    return tab if isinstance(tab, str) and tab in _PANELS else ATTENTION.name


def _restored(own: Any, first: Any, told: object) -> Any:
    # The answers stay: the same question is not asked again.
    return restored(restored(own, kept_values(first)), told)


_PANELS = {panel.name: panel for panel in PANELS}


def _first(name: str) -> Any:
    # The slice of training always exists.
    return TrainingState() if name == TRAINING.name else _PANELS[name].parts().first


def session_shown(
    state: AppState, session: Session, tree: BranchTree | None, document: Document | None
) -> AppState:
    state = with_session(state, session, tree)
    scenes, current = session.scenes, session.bench.get(SCENE)
    current = next((scene.id for scene in scenes if scene.id == current), None)
    own = Scenes(list=scenes, current=current, shown=bool(scenes))
    state = dataclasses.replace(state, scenes=own)
    unsaved = document is None or document.unsaved
    return session_written(state, document, ((), ()) if unsaved else content_of(state))


def session_written(state: AppState, document: Document | None, saved: Content) -> AppState:
    bench, place = state.bench, state.session
    if document is not None:
        bench = _remembered(bench, document.path)
    place = dataclasses.replace(place, document=document, saved=saved)
    return dataclasses.replace(state, bench=bench, session=place)


def copy_written(state: AppState, path: Path) -> AppState:
    # The file of the session itself stays the same.
    return dataclasses.replace(state, bench=_remembered(state.bench, path))


def kept_listed(state: AppState, kept: tuple[Path, ...]) -> AppState:
    return dataclasses.replace(state, session=dataclasses.replace(state.session, kept=kept))


def path_gone(state: AppState, path: Path) -> AppState:
    # No menu offers a file that is gone.
    bench = file_gone(state.bench, path)
    bench = settings_changed(bench, recent_sessions=_without(bench, path))
    kept = tuple(known for known in state.session.kept if known != path)
    return kept_listed(dataclasses.replace(state, bench=bench), kept)


def branches_of(bench: Workbench) -> tuple[Branch, ...]:
    """The user's own branches in order of creation; empty before a translation."""
    return bench.branches.branches if bench.branches else ()


def content_of(state: AppState) -> Content:
    return branches_of(state.bench), state.scenes.list


def name_of(state: AppState) -> str:
    """The sentence translated, else the title of the first scene; empty: nothing to save."""
    tree, scenes = state.bench.branches, state.scenes.list
    if tree is not None:
        return tree.original.trace.source_text
    return scenes[0].title if scenes else ""


def own_translation(state: AppState) -> AppState:
    return with_room(state, TRAINING, replay_closed(training_room(state)))


def shows_moment(state: AppState) -> bool:
    return replaying(training_room(state))


def is_unsaved(state: AppState) -> bool:
    """Whether anything was decoded, renamed or deleted since the session was saved."""
    return content_of(state) != state.session.saved


def is_prepared(state: AppState) -> bool:
    """Whether to put the session aside: unsaved, with branches, scenes or a file of its own."""
    branches, scenes = content_of(state)
    made = len(branches) > 1 or bool(scenes) or state.session.document is not None
    return made and is_unsaved(state)


def _remembered(bench: Workbench, path: Path) -> Workbench:
    recent = (str(path), *_without(bench, path))[:MOST_RECENT]
    return settings_changed(bench, recent_sessions=recent)


def _without(bench: Workbench, path: Path) -> tuple[str, ...]:
    return tuple(known for known in bench.settings.recent_sessions if known != str(path))


RecentKind = Literal["session", "kept", "model"]


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A line of *Open recent*; ``kept``: a session that was not saved."""

    kind: RecentKind
    name: str
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSnapshot:
    """The session on screen as a document.

    Attributes:
        document: its file, or None.
        unsaved: it has unsaved changes.
        moment: a recorded moment is on screen, which has no file.
        sentence: the default name of its file; empty: nothing to save.
        recent: what can be opened again: sessions first, then models.
    """

    document: Document | None = None
    unsaved: bool = False
    moment: bool = False
    sentence: str = ""
    recent: tuple[RecentFile, ...] = ()

    @property
    def name(self) -> str:
        return shown_name(self.document.path.stem) if self.document else ""


def resolve_session(state: AppState) -> SessionSnapshot:
    return SessionSnapshot(
        document=state.session.document,
        unsaved=is_unsaved(state),
        moment=shows_moment(state),
        sentence=name_of(state),
        recent=tuple(_recent(state)),
    )


def _recent(state: AppState) -> Iterator[RecentFile]:
    for path in map(Path, state.bench.settings.recent_sessions):
        yield RecentFile("session", shown_name(path.stem), path)
    for path in state.session.kept:
        yield RecentFile("kept", shown_name(path.stem), path)
    for entry in resolve_header(state.bench).models:
        if entry.opened:
            yield RecentFile("model", entry.name, entry.path)
