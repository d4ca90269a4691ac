"""What title, menu and dialogs show of sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from model.foreign_files import shown_name
from viz_app.app.app_state import AppState
from viz_app.app.header.snapshot import resolve_header
from viz_app.app.sessions.transitions import is_unsaved, shows_moment
from viz_app.app.state.session_place import Document

RecentKind = Literal["session", "kept", "model"]


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A line of *Open recent*; ``kept``: a session that nobody has saved."""

    kind: RecentKind
    name: str
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSnapshot:
    """The session on screen as a document.

    Attributes:
        document: its file, or None.
        unsaved: there is something in no file.
        moment: a recorded moment is on screen, which has no file.
        sentence: what a file of it is called, if nobody says otherwise; empty: nothing to save.
        recent: what can be opened again: sessions first, then models.
    """

    document: Document | None = None
    unsaved: bool = False
    moment: bool = False
    sentence: str = ""
    recent: tuple[RecentFile, ...] = ()

    @property
    def name(self) -> str:
        """Of the file; empty without one."""
        return shown_name(self.document.path.stem) if self.document else ""


def resolve_session(state: AppState) -> SessionSnapshot:
    """The session on screen."""
    tree = state.bench.branches
    return SessionSnapshot(
        document=state.session.document,
        unsaved=is_unsaved(state),
        moment=shows_moment(state),
        sentence=tree.original.trace.source_text if tree else "",
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
