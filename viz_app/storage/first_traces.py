"""Recorded traces of the shipped models' first sample sentences, shown until torch is imported.

Each lies beside its checkpoint as a session; ``.ci/update-first-traces`` writes them.
"""

from __future__ import annotations

from pathlib import Path

from model.checkpoint.locations import shipped_checksums
from model.messages import UserError
from viz_app.storage.session import SUFFIX, Session


def first_trace_path(checkpoint: Path) -> Path:
    return checkpoint.with_suffix(SUFFIX)


def first_trace(checkpoint: Path) -> Session | None:
    """The trace of a shipped checkpoint, or None if there is none for it.

    Only the listed checksum is compared, which is fast: loading the checkpoint verifies it.
    """
    path = first_trace_path(checkpoint)
    if not path.exists():
        return None
    from viz_app.storage.session import load_session

    try:
        session, listed = load_session(path), shipped_checksums(checkpoint.parent)
    except UserError:  # nothing is lost: the model itself translates the sentence soon
        return None
    own = session.model is not None and session.model.checksum == listed.get(checkpoint.name)
    return session if own and session.branches else None
