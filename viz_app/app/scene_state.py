"""Scenes as part of the state: their list, showing one, the models loaded ahead; no Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.messages import Message
from model.traces.summary import ModelSummary
from model.values import LONGEST_TEXT, MOST_SHOWN
from viz_app.app.app_state import AppState
from viz_app.app.session_state import branches_of, screen_of, with_session
from viz_app.app.slices import BYTES_OF_A_NUMBER, LoadedModel, Scenes
from viz_app.engine.step import Step, mark_step, quoted, undoable
from viz_app.storage.library import ModelFile
from viz_app.storage.session import Scene, Session
from viz_app.workbench.changes.models import has_made
from viz_app.workbench.room import starts_nothing
from viz_app.workbench.state import Workbench

# -------------------------------------------------------------------------------------------- list


LONGEST_TITLE = 80
"""Characters of a title that is made of a sentence."""


def _undoable(name: Message, part: str = "scenes") -> Callable[[Any], Any]:
    """Mark a transition of a scene as a step; ``{scene}`` in its name is the title.

    Steps on different scenes differ.
    """

    def tell(state: AppState, scene: int, *_: Any) -> Step:
        found = scene_of(state, scene)
        values = {"scene": quoted(found.title if found else ""), "id": scene}
        return Step(part, Message(name.template, values))

    return lambda change: mark_step(change, tell)


def scene_of(state: AppState, scene: int | None) -> Scene | None:
    return next((known for known in state.scenes.list if known.id == scene), None)


def scene_addable(state: AppState) -> bool:
    """Whether there is a picture of the current model on screen."""
    return state.bench.branches is not None and not state.bench.outdated


@undoable(
    "scenes",
    lambda state: Message("scene “{scene}” added", {"scene": quoted(_title(screen_of(state)))}),
)
def scene_added(state: AppState) -> AppState:
    """Bookmark what is on screen, after the current scene or at the end."""
    if not scene_addable(state):
        return state
    session = screen_of(state)
    return _inserted(state, Scene(id=0, title=_title(session), session=session))


@_undoable(Message("scene “{scene}” updated"))
def scene_updated(state: AppState, scene: int) -> AppState:
    """Replace what a scene shows by what is on screen."""
    return _changed(state, scene, session=screen_of(state)) if scene_addable(state) else state


@_undoable(Message("scene “{scene}” duplicated"))
def scene_duplicated(state: AppState, scene: int) -> AppState:
    known = scene_of(state, scene)
    if known is None:
        return state
    return _inserted(state, dataclasses.replace(known, title=f"{known.title} (2)"[-MOST_SHOWN:]))


@_undoable(Message("scene “{scene}” deleted"))
def scene_deleted(state: AppState, scene: int) -> AppState:
    """What the scene shows stays on screen."""
    known, scenes = scene_of(state, scene), state.scenes
    if known is None:
        return state
    others = tuple(other for other in scenes.list if other is not known)
    if scenes.current != scene:
        return _with(state, list=others)
    return _with(state, list=others, current=None, place=scenes.list.index(known))


@_undoable(Message("scene “{scene}” renamed"))
def scene_renamed(state: AppState, scene: int, title: str) -> AppState:
    # An empty title changes nothing.
    title = " ".join(title.split())[:MOST_SHOWN]
    return _changed(state, scene, title=title) if title else state


@_undoable(Message("scene “{scene}” moved"))
def scene_moved(state: AppState, scene: int, place: int) -> AppState:
    """``place`` is that in the new list, clipped to the first and last."""
    known = scene_of(state, scene)
    others = [other for other in state.scenes.list if other is not known]
    if known is None:
        return state
    others.insert(max(0, place), known)
    return state if tuple(others) == state.scenes.list else _with(state, list=tuple(others))


@_undoable(Message("note of scene “{scene}”"), part="note")
def scene_noted(state: AppState, scene: int, note: str) -> AppState:
    return _changed(state, scene, note=note[:LONGEST_TEXT])


def list_shown(state: AppState, shown: bool) -> AppState:
    return _with(state, shown=shown)


def scenes_put_back(state: AppState, then: Scenes) -> AppState:
    """Restore list and current scene; what is on screen stays."""
    return _with(state, list=then.list, current=then.current, place=then.place)


def place_of_current(scenes: Scenes) -> int:
    places = (place for place, scene in enumerate(scenes.list) if scene.id == scenes.current)
    return next(places, scenes.place)


def next_scene(state: AppState, by: int) -> int | None:
    """The id of a scene before or after the current one, or None."""
    scenes = state.scenes
    gone = by > 0 and scene_of(state, scenes.current) is None  # the next one is in its place
    place = place_of_current(scenes) + by - gone
    return scenes.list[place].id if 0 <= place < len(scenes.list) else None


def _title(session: Session) -> str:
    names = (branch.name for branch in session.branches if branch.id == session.current)
    return " · ".join((quoted(session.source_text, LONGEST_TITLE), *filter(None, names)))


def _inserted(state: AppState, scene: Scene) -> AppState:
    """Add a scene under an id of its own, make it the current one, and show the list."""
    scenes, current = state.scenes.list, scene_of(state, state.scenes.current)
    scene = dataclasses.replace(scene, id=1 + max((known.id for known in scenes), default=0))
    place = len(scenes) if current is None else scenes.index(current) + 1
    longer = (*scenes[:place], scene, *scenes[place:])
    return _with(state, list=longer, current=scene.id, shown=True)


def _changed(state: AppState, scene: int, **fields: Any) -> AppState:
    known = scene_of(state, scene)
    if known is None or all(getattr(known, name) == fields[name] for name in fields):
        return state
    new = dataclasses.replace(known, **fields)
    return _with(state, list=tuple(new if one is known else one for one in state.scenes.list))


def _with(state: AppState, **fields: Any) -> AppState:
    """Other scenes, with the loaded models that they need."""
    scenes = dataclasses.replace(state.scenes, **fields)
    scenes = _with_models(scenes, tuple(_current(state.bench)))
    return dataclasses.replace(state, scenes=scenes)


# ----------------------------------------------------------------------------------------- showing


@_undoable(Message("scene “{scene}”"), part="scene")
def scene_shown(state: AppState, scene: int) -> AppState:
    """Restore the workbench of a scene; its document and the steps of undo stay.

    Without its model it is read-only. The caller cancels jobs of the previous content.
    """
    shown = scene_of(state, scene)
    if shown is None:
        return state
    state = _with(state, current=scene, place=0)
    before, (branches, scenes) = state, state.session.saved
    state = with_session(state, shown.session)
    bench, saved = state.bench, shown.session.model
    loaded = next((model for model in state.scenes.models if model.is_of(saved)), None)
    if loaded is not None and has_made(loaded.summary, bench):
        bench = dataclasses.replace(
            bench,
            model=loaded.summary,
            model_key=loaded.key,
            model_file=loaded.file,
            absent=None,
        )
    if branches_of(before.bench) == branches:  # nothing is lost that is not in the file
        branches = branches_of(bench)
    place = dataclasses.replace(state.session, saved=(branches, scenes))
    return dataclasses.replace(state, bench=bench, session=place, history=before.history)


# ------------------------------------------------------------------------------------ models ahead


MOST_AHEAD = 2**30
"""Bytes of the models that are loaded ahead; others are loaded when they are needed."""


def model_came(state: AppState, key: int, summary: ModelSummary, file: ModelFile) -> AppState:
    """Keep a model that was loaded ahead, if a scene still needs it."""
    scenes = _with_models(state.scenes, (LoadedModel(key, summary, file),))
    return dataclasses.replace(state, scenes=scenes)


def models_left(state: AppState) -> AppState:
    # They are on another device than the user has chosen.
    return dataclasses.replace(state, scenes=dataclasses.replace(state.scenes, models=()))


def file_ahead(state: AppState, *, failed: Collection[Path]) -> Path | None:
    """The file of the next model to be loaded ahead, or None; not one that ``failed``."""
    loaded = (*_current(state.bench), *state.scenes.models)
    room = MOST_AHEAD - BYTES_OF_A_NUMBER * sum(one.summary.n_parameters for one in loaded)
    for scene in state.scenes.list:
        saved = scene.session.model
        if saved is None or saved.path is None or saved.path in failed:
            continue
        fits = BYTES_OF_A_NUMBER * saved.summary.n_parameters <= room
        if fits and not any(model.is_of(saved) for model in loaded):
            return saved.path
    return None


def _current(bench: Workbench) -> Iterable[LoadedModel]:
    """The model of the workbench, if it is loaded."""
    if bench.model is not None and bench.model_key is not None and bench.absent is None:
        yield LoadedModel(bench.model_key, bench.model, bench.model_file)


def _with_models(scenes: Scenes, newer: tuple[LoadedModel, ...]) -> Scenes:
    """Keep a loaded model for each that scenes need, the newer ones first."""
    kept: list[LoadedModel] = []
    for scene in scenes.list:
        saved, known = scene.session.model, (*kept, *newer, *scenes.models)
        found = next((model for model in known if model.is_of(saved)), None)
        if found is not None and found not in kept:
            kept.append(found)
    models = tuple(kept)
    return scenes if models == scenes.models else dataclasses.replace(scenes, models=models)


# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenesSnapshot:
    """The list of scenes.

    Attributes:
        titles: of scenes, each with its id, in order.
        current: an id, or None.
        note: of the current scene, Markdown.
        shown: whether the list is visible.
        can: names of what can be done now.
    """

    titles: tuple[tuple[int, str], ...] = ()
    current: int | None = None
    note: str = ""
    shown: bool = False
    can: frozenset[str] = frozenset({"list"})


def resolve_scenes(state: AppState) -> ScenesSnapshot:
    scenes, scene = state.scenes, scene_of(state, state.scenes.current)
    there, addable = scene is not None, scene_addable(state)
    place, count = place_of_current(scenes), len(scenes.list)
    can = {
        "list": True,
        "add": addable,
        "update": there and addable,
        **dict.fromkeys(("rename", "note", "duplicate", "delete"), there),
        "up": there and place > 0,
        "down": there and place < count - 1,
        **dict.fromkeys(("previous", "next"), count > 0),
    }
    return ScenesSnapshot(
        titles=tuple((known.id, known.title) for known in scenes.list),
        current=scenes.current,
        note=scene.note if scene else "",
        shown=scenes.shown,
        can=frozenset(name for name in can if can[name]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneHandle:
    """What the list of scenes calls, mostly with the id of a scene."""

    add: Callable[[], None] = starts_nothing
    fold: Callable[[], None] = starts_nothing
    show: Callable[[int], None] = starts_nothing
    update: Callable[[int], None] = starts_nothing
    duplicate: Callable[[int], None] = starts_nothing
    delete: Callable[[int], None] = starts_nothing
    rename: Callable[[int, str], None] = starts_nothing
    note: Callable[[int, str], None] = starts_nothing
    move: Callable[[int, int], None] = starts_nothing
