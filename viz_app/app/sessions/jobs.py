"""What the worker does with sessions that nobody has saved."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from model.messages import Message, UserError
from viz_app.app.state.session_place import Document, document_at, document_of
from viz_app.engine.collection import many_passing_objects
from viz_app.storage.autosaves import Autosaves, Left
from viz_app.storage.library import Library
from viz_app.storage.session.session import Session
from viz_app.storage.window_place import WindowPlace, write_place
from viz_app.workbench.jobs.sessions import SessionRead, read_session_steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A window has taken its place among others.

    Attributes:
        left: how the window ended whose session there was, or None.
        when: that session was written; empty: nothing of it was kept yet.
        read: it, if it is to be brought back.
        problem: why nothing is brought back, or kept.
        kept: sessions that nobody has saved.
    """

    left: Left | None = None
    when: str = ""
    read: SessionRead | None = None
    problem: Message | None = None
    kept: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A session to put on screen, the file that it is saved in, and what was kept of before."""

    read: SessionRead
    document: Document | None
    kept: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Keepsake:
    """What the next start would find; None: nothing."""

    session: Session | None = None
    place: WindowPlace | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """A prepared session that something else takes the place of, and what it is called."""

    session: Session
    name: str


def begin_steps(
    autosaves: Autosaves, *, library: Library, recent: Sequence[str], restores: bool
) -> Iterator[Begun]:
    """Take a place, and read what is to be brought back; what is not, is kept.

    What a killed window left half written among the models goes.
    """
    library.sweep()
    try:
        earlier = autosaves.begin()
        if earlier is None:
            yield Begun(kept=autosaves.kept())
            return
        told = Begun(left=earlier.left, when=earlier.saved)
        if earlier.path is None:
            pass  # there is nothing but this to say
        elif earlier.left != "died opening" and restores:
            told = _read(autosaves, told, library=library, recent=recent)
        else:
            _leave(autosaves)
        yield dataclasses.replace(told, kept=autosaves.kept())
    except UserError as error:
        yield Begun(problem=unkept(error.message))


def open_steps(
    path: Path,
    autosaves: Autosaves,
    aside: Aside | None,
    *,
    library: Library,
    recent: Sequence[str],
) -> Iterator[Opened]:
    """Read a session, and put aside what it takes the place of.

    Raises:
        SessionError: it cannot be read.
        WriteError: what is on screen cannot be kept.
    """
    for read in read_session_steps(path, library=library, recent=recent):
        _put_aside(autosaves, aside)
        kept = autosaves.is_kept(path)
        document = document_of(read.session) if kept else document_at(path, read.session)
        autosaves.take_back(path)
        yield Opened(read=read, document=document, kept=autosaves.kept())


def aside_steps(autosaves: Autosaves, aside: Aside) -> Iterator[tuple[Path, ...]]:
    """Put a session aside; the sessions that are kept now.

    Raises:
        WriteError: it cannot be kept.
    """
    _put_aside(autosaves, aside)
    yield autosaves.kept()


def keep_steps(autosaves: Autosaves, now: Keepsake, before: Keepsake) -> Iterator[float]:
    """Keep what has changed since it was ``before``, for the case that the window dies.

    What was put aside meanwhile, or has gone, is not there any more, changed or not.

    Yields:
        The seconds that it took.

    Raises:
        WriteError: it cannot be written.
    """
    start = time.monotonic()
    if autosaves.begun:  # else it was said already that nothing can be kept
        autosaves.opened()
        same = now.session == before.session and autosaves.path.exists()
        if now.session is not None and not same:
            _write(autosaves, now.session)
        if now.place is not None and now.place != before.place:
            write_place(autosaves.folder, now.place)
    yield time.monotonic() - start


def keep_at_last(autosaves: Autosaves, now: Keepsake, before: Keepsake) -> None:
    """Keep it for the next start. What cannot be written now leaves what was written before."""
    with suppress(UserError):  # nobody is there any more to read of it
        if now.session is not None and not autosaves.begun and autosaves.begin() is not None:
            _leave(autosaves)
        for _ in keep_steps(autosaves, now, before):
            pass
    autosaves.end()


def unkept(reason: Message) -> Message:
    """Nothing that is on screen is kept."""
    return Message(
        "What is on screen cannot be kept for the next start: {error}", {"error": reason}
    )


def _read(autosaves: Autosaves, told: Begun, *, library: Library, recent: Sequence[str]) -> Begun:
    """What was left, read; what cannot be read stays beside."""
    try:
        (read,) = read_session_steps(autosaves.path, library=library, recent=recent)
    except UserError as error:
        autosaves.set_broken()
        problem = Message(
            "The session of the last time cannot be brought back: {error}", {"error": error.message}
        )
        return dataclasses.replace(told, problem=problem)
    return dataclasses.replace(told, read=read)


def _leave(autosaves: Autosaves) -> None:
    """What a window of before has left is not brought back: it is kept."""
    if autosaves.path.exists():
        autosaves.put_aside("")


def _put_aside(autosaves: Autosaves, aside: Aside | None) -> None:
    if aside is not None and autosaves.begun:
        _write(autosaves, aside.session)
        autosaves.put_aside(aside.name)


def _write(autosaves: Autosaves, session: Session) -> None:
    from viz_app.storage.session.files import save_session  # 20 ms, which no start needs

    with many_passing_objects():
        save_session(autosaves.path, session)
