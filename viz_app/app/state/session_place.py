"""Where the session on screen has its file, also while it is kept elsewhere, and what is kept."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from model import values
from model.messages import ConfigError
from viz_app.storage.session.session import Session
from viz_app.workbench.state.branches import Branch

DOCUMENT = "document"
"""Among the plain values of a session that is kept: the file that it is of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The file of a session; ``embeds``: with its model; ``unsaved``: not all of it is there."""

    path: Path
    embeds: bool = False
    unsaved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlace:
    """The session on screen as a document.

    Attributes:
        document: the file that it was opened from or saved as, or None.
        saved: the branches that are in the file.
        kept: sessions of before that nobody has saved, newest first.
    """

    document: Document | None = None
    saved: tuple[Branch, ...] = ()
    kept: tuple[Path, ...] = ()


def document_at(path: Path, session: Session) -> Document:
    """The file that a session was read from."""
    return Document(path=path, embeds=session.model is not None and session.model.embedded)


def with_document(session: Session, document: Document | None) -> Session:
    """A session to be kept, which tells the file that it is of."""
    if document is None:
        return session
    told = {**dataclasses.asdict(document), "path": str(document.path)}
    return dataclasses.replace(session, bench={**session.bench, DOCUMENT: told})


def document_of(session: Session) -> Document | None:
    """The file that a session was of when it was kept."""
    try:
        told = _DOCUMENT(DOCUMENT, session.bench.get(DOCUMENT))
    except ConfigError:
        return None
    return Document(
        path=Path(told["path"]), embeds=bool(told["embeds"]), unsaved=bool(told["unsaved"])
    )


_DOCUMENT = values.fields(
    {"path": values.text(of_a_file=True), "embeds": values.flag, "unsaved": values.flag}
)
