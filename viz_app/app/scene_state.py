"""Scenes as part of the state: their list, showing one, the models loaded ahead; no Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from model.messages import Message
from model.values import LONGEST_TEXT, MOST_SHOWN
from viz_app.app.app_state import AppState
from viz_app.app.session_state import branches_of, screen_of, with_session
from viz_app.app.slices import BYTES_OF_A_NUMBER, LoadedModel, Scenes
from viz_app.engine.step import Step, mark_step, quoted, undoable
from viz_app.storage.session import Scene, Session
from viz_app.workbench.changes.models import has_made
from viz_app.workbench.jobs import ModelReady
from viz_app.workbench.room import StateHandle, starts_nothing
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
    """The id of the scene before or after the current one, which is that itself at an end."""
    scenes = state.scenes
    gone = by > 0 and scene_of(state, scenes.current) is None  # the next one is in its place
    place = place_of_current(scenes) + by - gone
    return scenes.list[max(0, min(place, len(scenes.list) - 1))].id if scenes.list else None


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


def file_ahead(state: AppState) -> Path | None:
    """The file of the next model to be loaded ahead, once the current model is there."""
    if state.bench.loading is not None:
        return None
    loaded = (*_current(state.bench), *state.scenes.models)
    room = MOST_AHEAD - BYTES_OF_A_NUMBER * sum(one.summary.n_parameters for one in loaded)
    for saved in (scene.session.model for scene in state.scenes.list):
        if saved is None or saved.path is None or saved.path in state.scenes.failed:
            continue
        fits = BYTES_OF_A_NUMBER * saved.summary.n_parameters <= room
        if fits and not any(model.is_of(saved) for model in loaded):
            return saved.path
    return None


def tabs_ahead(state: AppState) -> frozenset[str]:
    """The tabs that scenes show."""
    return frozenset(str(scene.session.bench.get("tab")) for scene in state.scenes.list)


def model_came(state: AppState, path: Path, ready: ModelReady | None) -> AppState:
    """Keep a model that was loaded ahead; None, or another model: showing a scene says why."""
    scenes = state.scenes
    if ready is not None:
        scenes = _with_models(scenes, (LoadedModel(ready.key, ready.summary, ready.file),))
    if scenes.models == state.scenes.models:
        scenes = dataclasses.replace(scenes, failed=scenes.failed | {path})
    return dataclasses.replace(state, scenes=scenes)


def _current(bench: Workbench) -> Iterable[LoadedModel]:
    """The model of the workbench, if it is loaded."""
    if bench.model is not None and bench.model_key is not None and bench.absent is None:
        yield LoadedModel(bench.model_key, bench.model, bench.model_file)


def _with_models(scenes: Scenes, newer: tuple[LoadedModel, ...]) -> Scenes:
    """Keep a loaded model for each that scenes need, the newer ones first."""
    known, kept = (*newer, *scenes.models), dict[int, LoadedModel]()
    for scene in scenes.list:
        found = (model for model in known if model.is_of(scene.session.model))
        kept |= {model.key: model for model in islice(found, 1)}
    return dataclasses.replace(scenes, models=tuple(kept.values()))


# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenesSnapshot:
    """The list of scenes.

    Attributes:
        titles: of scenes, each after its id, in order.
        current: an id, or None.
        note: of the current scene, Markdown.
        shown: whether the list is visible.
        can: names of the entries in the menu that can be used.
    """

    titles: tuple[tuple[int, str], ...] = ()
    current: int | None = None
    note: str = ""
    shown: bool = False
    can: frozenset[str] = frozenset()


def resolve_scenes(state: AppState) -> ScenesSnapshot:
    scenes, scene = state.scenes, scene_of(state, state.scenes.current)
    there, addable = scene is not None, scene_addable(state)
    place, count = place_of_current(scenes), len(scenes.list)
    can = {
        "list": True,
        "add": addable,
        "update": there and addable,
        **dict.fromkeys(("duplicate", "delete"), there),
        **dict.fromkeys(("rename", "note"), there and scenes.shown),
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


@dataclass(frozen=True, slots=True)
class SceneHandle(StateHandle[AppState]):
    """What the list of scenes is handed; ``show`` puts a scene on the workbench."""

    show: Callable[[int], None] = starts_nothing
