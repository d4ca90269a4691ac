"""A run from anywhere, its folder or what was exported of it, becomes one of the runs here."""

from __future__ import annotations

import dataclasses
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model.atomic import make_folder, write_atomically
from model.foreign_files import LARGEST_HISTORY, LARGEST_TEXT, LARGEST_WEIGHTS, open_file, read_file
from model.runs.card import RunCard
from viz_app.storage.card_files import CARD, card_bytes, card_of, read_card
from viz_app.storage.run_errors import RunError, damaged, reading
from viz_app.storage.run_folder import (
    CURVE,
    MODEL,
    MOMENTS,
    SAMPLES,
    is_moment,
    own_files,
    remove_own,
)
from viz_app.storage.run_lock import LOCK, RunLock, is_locked
from viz_app.storage.run_names import folder_names, free_name, is_taken, now
from viz_app.storage.runs import Runs, move
from viz_app.storage.zip_files import BROKEN_ZIP, FEW_BYTES, check_packing, open_zip, unpacked

COMING = ".coming-"
"""Before the name of a folder that is being filled: it is not listed."""

_FEW_TEXTS = 2**24
"""Bytes of translations that may be packed however tightly."""

_TAKEN = frozenset({CURVE, SAMPLES, MODEL})


def import_steps(runs: Runs, path: Path) -> Iterator[RunCard | None]:
    """Copy a run to those here; the last item is its card. Each ``yield`` is a place to take turns.

    What was taken here before is not doubled: it gets what the run has told since. What is needed
    to go on with its training stays where it was trained. Links are not followed.

    Raises:
        RunError: no run is there, or it is damaged.
        WriteError: it cannot be written here.
    """
    card = card_in(path)
    known = next((other for other in runs.cards() if _is_same(other, card)), None)
    if known is None:
        yield from _added(runs, path, card)
        return
    folder = runs.folder / known.run_id
    if known.update < card.update and not is_locked(folder):
        known = dataclasses.replace(card, run_id=known.run_id, name=known.name)
        yield from _written(folder, path, known)
    yield known


def card_in(path: Path) -> RunCard:
    """What a run is that lies in a folder or an archive.

    Raises:
        RunError: no run is there, or it is damaged.
    """
    if path.is_dir():
        return read_card(path)
    with _opened(path) as archive:
        if CARD not in archive.namelist():
            raise RunError("{path} holds no run: there is no {card} in it.", path=path, card=CARD)
        text = unpacked(archive, CARD, most=LARGEST_TEXT).decode()
    return card_of(text, path, folder=path.stem)


def _is_same(one: RunCard, other: RunCard) -> bool:
    """Whether two cards are of one training; a run can be renamed, and its corpus lie elsewhere."""
    return (one.begun, one.model, one.training) == (other.begun, other.model, other.training)


def _added(runs: Runs, path: Path, card: RunCard) -> Iterator[RunCard | None]:
    """A run that is new here: nobody sees it before all of it is there."""
    taken = runs.taken_names()
    name = free_name(card.name, taken) if is_taken(card.name, taken) else card.name
    card = dataclasses.replace(card, name=name, begun=card.begun or now())
    new = next(to for to in map(runs.folder.joinpath, folder_names(card)) if _is_free(to))
    card, aside = dataclasses.replace(card, run_id=new.name), _aside(new)
    make_folder(aside)
    lock = RunLock(aside)
    try:
        lock.take()
        yield from _written(aside, path, card)
        if sys.platform == "win32":  # pragma: no cover - Windows moves no folder with an open file
            lock.release()
        move(aside, new)
    except BaseException:
        remove_own(aside)
        raise
    finally:
        (new / LOCK).unlink(missing_ok=True)
        lock.release()
    yield card


def _aside(new: Path) -> Path:
    return new.with_name(f"{COMING}{new.name}")


def _is_free(new: Path) -> bool:
    return not new.exists() and not _aside(new).exists()


def _written(folder: Path, path: Path, card: RunCard) -> Iterator[None]:
    """All files of a run, the card last."""
    for name, data in _files(path):
        make_folder((folder / name).parent)
        write_atomically(folder / name, data)
        yield
    make_folder(folder)
    write_atomically(folder / CARD, card_bytes(card))


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """What the run has told and learned, by its names below the folder."""
    if path.is_dir():
        for file in own_files(path):
            name = file.relative_to(path).as_posix()
            if _is_taken(name):
                with reading(file):
                    yield name, read_file(file, most=_most(name), links=False)
        return
    with _opened(path) as archive:
        for name in filter(_is_taken, archive.namelist()):
            texts = name.endswith(".json")  # a model may say the same again and again
            check_packing(archive.getinfo(name), few=_FEW_TEXTS if texts else FEW_BYTES)
            yield name, unpacked(archive, name, most=_most(name))


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    with reading(path), open_file(path) as file:
        try:
            with open_zip(file) as archive:
                yield archive
        except BROKEN_ZIP as error:
            raise damaged(path) from error


def _is_taken(name: str) -> bool:
    folder, _, last = name.rpartition("/")
    return name in _TAKEN or (folder == MOMENTS and is_moment(last))


def _most(name: str) -> int:
    return LARGEST_WEIGHTS if name == MODEL else LARGEST_HISTORY
