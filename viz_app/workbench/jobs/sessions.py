"""Sessions are read and written in the worker."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from model.atomic import write_atomically
from model.checkpoint.header import IMPORTED
from model.foreign_files import LARGEST_WEIGHTS, read_file
from model.messages import CheckpointError, Message, UserError
from viz_app.engine.collection import many_lasting_objects, many_passing_objects
from viz_app.storage.library import Library
from viz_app.storage.session.session import SavedModel, Session, SessionError
from viz_app.workbench.changes.sessions import tree_of
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.state.branches import BranchTree, work_out


@dataclass(frozen=True, slots=True, eq=False)
class SessionRead:
    """A session, and the file of its model where one of the same checksum is on this machine.

    The file is to be opened as any other model; None: the session is read-only, perhaps for the
    ``problem`` with the model in it. Its branches are the ``tree``, made where the window need not
    wait for it.
    """

    path: Path
    session: Session
    tree: BranchTree | None
    model: Path | None
    problem: Message | None = None


def read_session_steps(
    path: Path, *, library: Library, recent: Sequence[str] = ()
) -> Iterator[SessionRead]:
    """Read a session and find its model: among the listed and ``recent`` ones, or beside it.

    One that is nowhere, but in the session's file, is put among the models trained here, under a
    name that is free; if it is damaged, or there is no room for it, the session is read without.

    Raises:
        SessionError: the session cannot be read.
    """
    from viz_app.storage.session.files import load_session  # 20 ms, which no start needs
    from viz_app.storage.session.models import find_model

    with many_lasting_objects(or_few=True):
        session = load_session(path)
        tree = tree_of(session)
        if tree is not None:
            work_out(tree)
    saved, found, problem = session.model, None, None
    if saved is not None:
        found = find_model(saved, beside=path.parent, library=library, recent=recent)
        if found is None and saved.embedded:
            try:
                found = _unpacked(path, saved, library)
            except UserError as error:
                problem = _unusable(path, error.message)
    yield SessionRead(path=path, session=session, tree=tree, model=found, problem=problem)


def write_session_steps(
    path: Path, session: Session, *, shelf: Shelf, key: int | None = None, embed: bool = False
) -> Iterator[Path]:
    """Write a session, and ``embed`` its model: its file, or what the shelf has under ``key``.

    Raises:
        SessionError: it is too large, or its model's file cannot be read or is another one's by
            now.
        UserError: there is no such model.
        WriteError: the file cannot be written there.
    """
    from viz_app.storage.session.files import save_session

    checkpoint = None
    if embed and session.model is not None:
        checkpoint, checksum = _checkpoint(session.model, shelf, key)
        model = dataclasses.replace(session.model, checksum=checksum)
        session = dataclasses.replace(session, model=model)
    with many_passing_objects():
        save_session(path, session, model=checkpoint)
    yield path


def _unpacked(path: Path, model: SavedModel, library: Library) -> Path:
    """The model in a session's file as one of those trained here, where nothing is written over."""
    from model.checkpoint.file import check_checkpoint
    from viz_app.storage.session.files import embedded_checkpoint

    data = embedded_checkpoint(path)
    if check_checkpoint(path, data) != model.checksum:
        raise SessionError("The model in {path} is not the one of its session.", path=path)
    imported = model.summary.task == IMPORTED
    place = library.new_path(model.summary.name, imported=imported)
    write_atomically(place, data)
    return place


def _unusable(path: Path, reason: Message) -> Message:
    return Message("The model in {path} cannot be used: {error}", {"path": path, "error": reason})


def _checkpoint(model: SavedModel, shelf: Shelf, key: int | None) -> tuple[bytes, str]:
    """A model's checkpoint and its checksum: as its file has it, or made of what is loaded."""
    from model.checkpoint.file import check_checkpoint, checkpoint_bytes

    if model.path is None:
        data = checkpoint_bytes(shelf.take(key))
        return data, check_checkpoint(Path(model.summary.name), data)
    try:
        data = read_file(model.path, most=LARGEST_WEIGHTS)
        same = check_checkpoint(model.path, data) == model.checksum
    except (OSError, CheckpointError):  # whatever is there now, it is not the model
        same = False
    if not same:
        raise SessionError(
            "{path} does not hold the model of this session any more. Save the model as a file "
            "first, or the session without it.",
            path=model.path,
        )
    return data, model.checksum
