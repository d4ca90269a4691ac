"""A session as a file, and back: see the package for the format."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from model import values
from model.arrays import FloatArray
from model.atomic import filled_beside
from model.foreign_files import open_file
from viz_app.storage.run_errors import BROKEN
from viz_app.storage.session.branches import BRANCHES, branches_of, stored_branches
from viz_app.storage.session.models import MODEL, model_of, stored_model
from viz_app.storage.session.session import SavedBranch, Session, SessionError
from viz_app.storage.zip_files import BROKEN_ZIP, array_in, check_packing, open_zip, unpacked

FORMAT, VERSION = "headlight session", 1
CONTENT, CHECKPOINT = "session.json", "model.safetensors"

LARGEST_CHECKPOINT = 2**31
"""Bytes of a model that goes along: a zip file above 4 GB is another format."""

LARGEST_CONTENT = 2**23
"""Bytes of the texts of a session."""

_HEADER = 128
"""Bytes that NumPy writes before the numbers of an array."""


def save_session(path: Path, session: Session, *, model: bytes | None = None) -> None:
    """Write a session at once, in place of any that is there.

    Args:
        path: ends on :data:`SUFFIX`.
        session: what to write.
        model: the checkpoint that goes into the session's file.

    Raises:
        SessionError: it is too large.
        WriteError: the file cannot be written there.
    """
    content, arrays = _stored(session)
    if model is not None and len(model) > LARGEST_CHECKPOINT:
        raise SessionError(
            "A model of {size} MB is too large for a session's file; {limit} MB is the most. Save "
            "the session without it.",
            size=len(model) // 2**20,
            limit=LARGEST_CHECKPOINT // 2**20,
        )
    # not made in the memory first: a large one would take it twice
    with filled_beside(path) as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr(CONTENT, content, zipfile.ZIP_DEFLATED)
        for name, array in arrays.items():
            archive.writestr(f"{name}.npy", _npy(array))
        if model is not None:
            archive.writestr(CHECKPOINT, model)


def load_session(path: Path) -> Session:
    """Read a session; nothing in it is run, and sizes are checked before memory is taken.

    Raises:
        SessionError: the file is missing, damaged, foreign or of a newer version.
    """
    with _opened(path) as archive:
        _check_content(path, archive.getinfo(CONTENT).file_size)
        content = unpacked(archive, CONTENT, most=LARGEST_CONTENT)
        told = _HEAD("", json.loads(content, object_hook=_as_it_is))
        if told["version"] > VERSION:
            raise SessionError(
                "{path} was written by a newer Headlight (format {version}; this one reads up to "
                "{known}). Update Headlight to open it.",
                path=path,
                version=told["version"],
                known=VERSION,
            )
        return _session(archive, _CONTENT("", told))


def embedded_checkpoint(path: Path) -> bytes:
    """The checkpoint in a session's file; whoever loads it looks whether it is one.

    Raises:
        SessionError: the file cannot be read, or has none.
    """
    with _opened(path) as archive:
        return unpacked(archive, CHECKPOINT, most=LARGEST_CHECKPOINT)


def _check_content(path: Path, size: int) -> None:
    if size > LARGEST_CONTENT:
        raise SessionError(
            "{path} is too large: its {name} has {size:,} bytes, and at most {most:,} are read.",
            path=path,
            name=CONTENT,
            size=size,
            most=LARGEST_CONTENT,
        )


def _stored(session: Session) -> tuple[bytes, Mapping[str, FloatArray]]:
    branches, arrays = stored_branches(session.branches)
    model, positions = (None, {}) if session.model is None else stored_model(session.model)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "source_text": session.source_text,
        "current": session.current,
        "compared": session.compared,
        "recorded": session.recorded,
        "model": model,
        "bench": session.bench,
        "zoom": session.zoom,
        "panels": session.panels,
    }
    data = _json(content, branches)
    if len(data) > LARGEST_CONTENT:
        raise SessionError(
            "The texts of the session take more than {limit} MB. Delete some branches.",
            limit=LARGEST_CONTENT // 2**20,
        )
    return data, {**arrays, **positions}


def _json(content: Mapping[str, Any], branches: Sequence[Mapping[str, Any]]) -> bytes:
    """The content with its branches, one by one: each call holds Python, and so the window, up."""
    rest = json.dumps(content, ensure_ascii=False)
    parts = ", ".join(json.dumps(branch, ensure_ascii=False) for branch in branches)
    # half a surrogate pair can be typed, and stands for no letter
    return f'{rest[:-1]}, "branches": [{parts}]}}'.encode("utf-8", "replace")


def _as_it_is(entries: dict[str, Any]) -> dict[str, Any]:
    """Called for each step: without a call reading would hold Python, and so the window, up."""
    return entries


def _npy(array: FloatArray) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return file.getvalue()


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The entries of a file; what is wrong with them is one sentence."""
    try:
        with open_file(path) as file, open_zip(file) as archive:
            yield archive
    except SessionError:
        raise
    except OSError as error:
        raise _unreadable(path, error) from error
    except (*BROKEN, *BROKEN_ZIP) as error:
        raise SessionError(
            "{path} is no session of Headlight, or it is damaged.", path=path
        ) from error


def _unreadable(path: Path, error: OSError) -> SessionError:
    return SessionError("{path} cannot be read: {reason}.", path=path, reason=error)


def _session(archive: zipfile.ZipFile, told: Mapping[str, Any]) -> Session:
    embedded = _embeds(archive)

    def read(name: str, shape: tuple[int, ...]) -> FloatArray:
        """An array of a shape."""
        return _array(archive, f"{name}.npy", shape)

    branches = branches_of(told["branches"], read, recorded=told["recorded"])
    model = None if told["model"] is None else model_of(told["model"], read, embedded=embedded)
    _check_shown(branches, current=told["current"], compared=told["compared"])
    return Session(
        branches=branches,
        model=model,
        **{name: told[name] for name in _PLAIN},
    )


def _embeds(archive: zipfile.ZipFile) -> bool:
    """Whether there is a checkpoint; ValueError for one that was made to fill the memory."""
    if CHECKPOINT not in archive.namelist():
        return False
    entry = archive.getinfo(CHECKPOINT)
    check_packing(entry)
    if entry.file_size > LARGEST_CHECKPOINT:
        raise ValueError(CHECKPOINT)
    return True


def _array(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...]) -> FloatArray:
    """Numbers of that shape, for which a file of the right size is there."""
    entry = archive.getinfo(name)
    size = 4 * int(np.prod(shape, dtype=object))
    if not size <= entry.file_size <= size + 2 * _HEADER:
        raise ValueError(name)
    check_packing(entry)
    array = array_in(unpacked(archive, name, most=entry.file_size))
    if array.dtype != np.float32 or array.shape != shape:
        raise ValueError(name)
    return array


def _check_shown(branches: tuple[SavedBranch, ...], *, current: int, compared: int | None) -> None:
    """Raise ValueError unless what is on screen is there."""
    ids = {branch.id for branch in branches}
    if branches and current not in ids:
        raise ValueError(current)
    if compared is not None and (compared not in ids or compared == current):
        raise ValueError(compared)


_HEAD = values.fields({"format": values.choice((FORMAT,)), "version": values.whole(1)})
_PLAIN: Mapping[str, values.Check[Any]] = {
    "source_text": values.text(),
    "current": values.whole(),
    "compared": values.maybe(values.whole()),
    "recorded": values.flag,
    "bench": values.mapping,
    "zoom": values.maybe(values.mapping),
    "panels": values.mapping,
}
_CONTENT = values.fields({**_PLAIN, "branches": BRANCHES, "model": values.maybe(MODEL)})
