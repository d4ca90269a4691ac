"""A session as a file, and back."""

from __future__ import annotations

from pathlib import Path

from viz_app.storage.session.session import Session


def save_session(path: Path, session: Session, *, model: Path | bytes | None = None) -> None:
    """Write a session at once, in place of any that is there.

    Args:
        path: ends on :data:`SUFFIX`.
        session: what to write.
        model: the checkpoint, or its file, that goes into the session's file.

    Raises:
        SessionError: it is too large, or the checkpoint is another model's.
        CheckpointError: the checkpoint cannot be read.
        WriteError: the file cannot be written there.
    """
    raise NotImplementedError


def load_session(path: Path) -> Session:
    """Read a session; nothing in it is run, and sizes are checked before memory is taken.

    Raises:
        SessionError: the file is missing, damaged, foreign or of a newer version.
    """
    raise NotImplementedError
