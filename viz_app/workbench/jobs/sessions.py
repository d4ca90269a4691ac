"""Sessions are read and written in the worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from viz_app.storage.library import Library
from viz_app.storage.session.session import Session
from viz_app.workbench.jobs.shelf import Shelf


@dataclass(frozen=True, slots=True, eq=False)
class SessionRead:
    """A session, and the file of its model where one of the same checksum is on this machine.

    The file is to be opened as any other model; None: the session is read-only.
    """

    path: Path
    session: Session
    model: Path | None


def read_session_steps(
    path: Path, *, library: Library, recent: Sequence[str] = ()
) -> Iterator[SessionRead]:
    """Read a session and find its model: where it was, among the listed and ``recent`` ones.

    One that is nowhere, but in the session's file, is put among the models trained here, under a
    name that is free.

    Raises:
        SessionError: the session cannot be read.
        CheckpointError: the model in it is damaged.
        WriteError: the model cannot be written.
    """
    raise NotImplementedError


def write_session_steps(
    path: Path, session: Session, *, shelf: Shelf, key: int | None = None, embed: bool = False
) -> Iterator[Path]:
    """Write a session, and ``embed`` its model: its file, or what the shelf has under ``key``.

    Raises:
        SessionError: it is too large, or the model's file is another one's by now.
        CheckpointError: the model's file cannot be read.
        WriteError: the file cannot be written there.
    """
    raise NotImplementedError
