"""A session is opened, saved, kept; files are remembered and forgotten."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from viz_app.app.app_state import AppState, training_room, with_room
from viz_app.app.panels import TRAINING
from viz_app.app.sessions.mapping import with_session
from viz_app.app.state.session_place import Document
from viz_app.panels.training.replay.changes import replay_closed, replaying
from viz_app.storage.session.session import Session
from viz_app.storage.settings import MOST_RECENT
from viz_app.workbench.changes.models import file_gone, settings_changed
from viz_app.workbench.state.branches import Branch, BranchTree
from viz_app.workbench.state.workbench import Workbench


def session_shown(
    state: AppState, session: Session, tree: BranchTree | None, document: Document | None
) -> AppState:
    """A session is on screen with its branches, of a file or of none."""
    state = with_session(state, session, tree)
    saved = () if document is None or document.unsaved else branches_of(state.bench)
    return _placed(state, document, saved)


def session_written(state: AppState, document: Document, saved: tuple[Branch, ...]) -> AppState:
    """The session is in a file, with these branches."""
    return _placed(state, document, saved)


def copy_written(state: AppState, path: Path) -> AppState:
    """What is on screen is in a file, and is not the session: that stays where it is."""
    return dataclasses.replace(state, bench=_remembered(state.bench, path))


def kept_listed(state: AppState, kept: tuple[Path, ...]) -> AppState:
    """These can be opened though nobody has saved them."""
    return dataclasses.replace(state, session=dataclasses.replace(state.session, kept=kept))


def path_gone(state: AppState, path: Path) -> AppState:
    """Nothing is there any more: no menu offers it."""
    bench = file_gone(state.bench, path)
    bench = settings_changed(bench, recent_sessions=_without(bench, path))
    kept = tuple(known for known in state.session.kept if known != path)
    return kept_listed(dataclasses.replace(state, bench=bench), kept)


def branches_of(bench: Workbench) -> tuple[Branch, ...]:
    """The user's own, first to last; none before a translation."""
    return bench.branches.branches if bench.branches else ()


def own_translation(state: AppState) -> AppState:
    """The state with the user's own translation on screen, and no recorded moment."""
    return with_room(state, TRAINING, replay_closed(training_room(state)))


def shows_moment(state: AppState) -> bool:
    """Whether a recorded moment is on screen in place of the user's own translation."""
    return replaying(training_room(state))


def is_unsaved(state: AppState) -> bool:
    """Whether there is something in no file: what was decoded, named or deleted since."""
    return branches_of(state.bench) != state.session.saved


def is_prepared(state: AppState) -> bool:
    """Whether somebody would miss what is on screen: it took more than a sentence to make."""
    made = len(branches_of(state.bench)) > 1 or state.session.document is not None
    return made and is_unsaved(state)


def _placed(state: AppState, document: Document | None, saved: tuple[Branch, ...]) -> AppState:
    bench, place = state.bench, state.session
    if document is not None:
        bench = _remembered(bench, document.path)
    place = dataclasses.replace(place, document=document, saved=saved)
    return dataclasses.replace(state, bench=bench, session=place)


def _remembered(bench: Workbench, path: Path) -> Workbench:
    recent = (str(path), *_without(bench, path))[:MOST_RECENT]
    return settings_changed(bench, recent_sessions=recent)


def _without(bench: Workbench, path: Path) -> tuple[str, ...]:
    return tuple(known for known in bench.settings.recent_sessions if known != str(path))
