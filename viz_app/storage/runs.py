"""The stored runs: listing, names, import, export, deletion."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import io
import os
import re
import sys
import unicodedata
import zipfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import platformdirs

from model.checkpoint.header import IMPORTED
from model.checkpoint.locations import SHIPPED_FOLDER, checkpoints_in, shipped_checksums
from model.files import (
    LARGEST_HISTORY,
    LARGEST_TEXT,
    LARGEST_WEIGHTS,
    WriteError,
    is_leftover,
    make_folder,
    open_file,
    read_file,
    shown_name,
    write_atomically,
)
from model.messages import Message
from model.runs.progress import RECORDED, RunCard
from model.text.tasks import task_name
from viz_app.storage.files import (
    BROKEN_ZIP,
    FEW_BYTES,
    RunError,
    being_trained,
    check_packing,
    damaged,
    missing,
    open_zip,
    reading,
    unpacked,
)
from viz_app.storage.run_folder import (
    CARD,
    CURVE,
    LOCK,
    MODEL,
    MOMENTS,
    SAMPLES,
    STATE,
    RunFolder,
    RunLock,
    card_bytes,
    card_of,
    curve_csv,
    is_locked,
    is_moment,
    own_files,
    read_card,
    remove_own,
)

# --------------------------------------------------------------------------------------- run names
# Names of runs, for people, and of their folders, for every system.


LONGEST_NAME = 80
"""Characters."""

_LONGEST_STEM = 40


def checked_name(name: str) -> str:
    """The name in one line, stripped; raises RunError if empty, too long or not allowed."""
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    if not kept:
        raise RunError("{name!r} is not a valid run name.", name=name)
    if len(kept) > LONGEST_NAME:
        raise RunError(
            "The name {name!r} has {length} characters; at most {most} are allowed.",
            name=kept,
            length=len(kept),
            most=LONGEST_NAME,
        )
    if shown_name(kept) != kept:
        raise RunError("The name {name!r} contains an invalid character.", name=kept)
    if any(char in "/\\" or unicodedata.category(char) == "Cc" for char in kept):
        raise RunError("The name {name!r} must not contain “/” or “\\”.", name=kept)
    return kept


def free_name(stem: str, taken: Collection[str]) -> str:
    """``reverse-1``, or with the next free number; characters not allowed are replaced."""
    stem = re.sub(r"[/\\\s\x00-\x1f\x7f]+", "-", unicodedata.normalize("NFC", stem)).strip("-.")
    stem = stem[: LONGEST_NAME - 8] or "run"
    return next(name for name in (f"{stem}-{n}" for n in count(1)) if not is_taken(name, taken))


def is_taken(name: str, taken: Collection[str]) -> bool:
    # Case-insensitive, as some file systems are.
    return name.casefold() in {other.casefold() for other in taken}


def folder_names(card: RunCard) -> Iterator[str]:
    """Candidates for a run's folder: ``20250131-120501-reverse-1``.

    Only lower-case ASCII letters, digits and hyphens, a digit first: valid on every system.
    """
    plain = unicodedata.normalize("NFKD", card.name).lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain)[:_LONGEST_STEM].strip("-") or "run"
    day, time = (re.sub(r"[^0-9]", "", part) for part in (card.begun[:10], card.begun[11:19]))
    first = f"{day}-{time}-{stem}"
    yield first
    yield from (f"{first}-{number}" for number in count(2))


def now() -> str:
    """UTC in the format of a card."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


# -------------------------------------------------------------------------------------------- runs


DELETED = ".deleted-"

MOST_DELETED = 10
"""Deleted runs that can be restored; when one more is deleted, the oldest is removed."""

_Stamp = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Listing:
    """The runs, newest first, and a message on each that cannot be read."""

    cards: tuple[RunCard, ...]
    problems: tuple[Message, ...]


class Runs:
    """Begins, finds, renames, exports and deletes runs. Names are unique, also among models."""

    def __init__(self, folder: Path | None = None, *, models: Sequence[Path] | None = None) -> None:
        """``models``: folders of other checkpoints, by default the library's."""
        self.folder = folder or user_folder() / "runs"
        self._read: dict[Path, tuple[_Stamp, RunCard]] = {}
        self._deleted: list[str] = []
        others = self.folder.parent / "models"
        self._models = (
            (SHIPPED_FOLDER, others, others / IMPORTED) if models is None else tuple(models)
        )

    def cards(self) -> tuple[RunCard, ...]:
        """Newest first."""
        return self.listing().cards

    def listing(self) -> Listing:
        """All cards, and messages on those that cannot be read."""
        cards, problems = [], []
        # a folder without files of a run was being made when the machine stopped
        entries = (path for path in self._entries() if not path.name.startswith("."))
        folders = [path for path in entries if path.is_dir() and _is_run(path)]
        for gone in set(self._read).difference(folders):
            self._read.pop(gone, None)
        for path in folders:
            try:
                cards.append(self._card(path))
            except RunError as error:
                problems.append(error.message)
        cards.sort(key=lambda card: (card.begun, len(card.run_id), card.run_id), reverse=True)
        return Listing(tuple(cards), tuple(problems))

    def begin(self, card: RunCard) -> RunFolder:
        """Make the folder of a new run and lock it; raises WriteError.

        The name of the card, or its task, is numbered until it is free: ``reverse-1``. Its id and,
        if missing, its start are set here.
        """
        name = free_name(card.name or task_name(card.task), self.taken_names())
        card = dataclasses.replace(card, name=name, begun=card.begun or now())
        make_folder(self.folder)
        names = (n for n in folder_names(card) if not (self.folder / f"{DELETED}{n}").exists())
        path = next(path for name in names if _made(path := self.folder / name))
        folder = RunFolder(path, dataclasses.replace(card, run_id=path.name))
        folder.take_lock()
        folder.write_card(folder.card)
        return folder

    def open(self, run_id: str) -> RunFolder:
        """The folder, not locked; raises RunError if it or its card cannot be read."""
        path = self._path(run_id)
        return RunFolder(path, read_card(path))

    def unfinished(self) -> tuple[RunCard, ...]:
        """Interrupted runs that can be resumed, newest first."""
        running = [
            card
            for card in self.cards()
            if card.status == "running" and (self.folder / card.run_id / STATE).exists()
        ]
        return tuple(card for card in running if not is_locked(self.folder / card.run_id))

    def taken_names(self) -> frozenset[str]:
        models = {
            shown_name(path.stem) for folder in self._models for path in checkpoints_in(folder)
        }
        return frozenset(models | {card.name for card in self.cards()})

    def rename(self, run_id: str, name: str) -> RunCard:
        """Rename a run, and with it its model.

        Raises:
            RunError: there is no such run, it is being trained, or the name is not allowed.
            WriteError: it cannot be written.
        """
        folder = self._unlocked(run_id)
        name = checked_name(name)
        if is_taken(name, self.taken_names() - {folder.card.name}):
            raise RunError("The name {name!r} is taken: choose another one.", name=name)
        folder.write_card(dataclasses.replace(folder.card, name=name))
        return folder.card

    def delete(self, run_id: str) -> RunCard:
        """Put a run aside, so that it can be restored, like those deleted before.

        Raises:
            RunError: there is no such run, or it is being trained.
            WriteError: it cannot be moved.
        """
        folder = self._unlocked(run_id)
        self._deleted = self._deleted[1 - MOST_DELETED :]
        self.purge(but=self._deleted)
        move(folder.path, self.folder / f"{DELETED}{run_id}")
        self._deleted.append(run_id)
        return folder.card

    def restore(self, run_id: str) -> RunCard:
        """Restore a deleted run; a name that is taken by now gets a number.

        Raises:
            RunError: it is gone.
            WriteError: it cannot be moved.
        """
        aside = self.folder / f"{DELETED}{run_id}"
        if not (aside / CARD).exists():
            raise missing(run_id)
        taken = self.taken_names()
        move(aside, self._path(run_id))
        folder = self.open(run_id)
        if is_taken(folder.card.name, taken):
            name = free_name(folder.card.name, taken)
            folder.write_card(dataclasses.replace(folder.card, name=name))
        return folder.card

    def purge(self, *, but: Sequence[str] = ()) -> None:
        """Remove all deleted runs except ``but``.

        Other files in such a folder stay, under the folder's own name.
        """
        kept_aside = {f"{DELETED}{run_id}" for run_id in but}
        for path in self._entries():
            aside = path.name.startswith(DELETED) and path.name not in kept_aside
            if aside and any(own_files(path)):
                # what cannot be removed now is tried again the next time
                remove_own(path)
                kept = self._path(path.name.removeprefix(DELETED))
                if path.is_dir() and not any(own_files(path)) and not kept.exists():
                    move(path, kept)

    def beginnings(self) -> list[Path]:
        """Folders that contain only a lock: the run begins at this moment, or was killed."""
        paths = (path for path in self._entries() if not path.name.startswith("."))
        return [path for path in paths if (path / LOCK).is_file() and not _is_run(path)]

    def _card(self, path: Path) -> RunCard:
        """The card of a folder, cached by the stamp of its file; raises RunError."""
        stamp = _run_stamp(path / CARD)
        known = self._read.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        card = read_card(path)
        self._read[path] = (stamp, card)
        return card

    def _path(self, run_id: str) -> Path:
        """Raises RunError for an id that is not a folder name, such as that of a shipped run."""
        if run_id.startswith(RECORDED):
            raise RunError("This run is shipped with Headlight: it can only be looked at.")
        if not run_id or run_id.startswith(".") or Path(run_id).name != run_id:
            raise missing(run_id)
        return self.folder / run_id

    def _unlocked(self, run_id: str) -> RunFolder:
        folder = self.open(run_id)
        if is_locked(folder.path):
            raise being_trained(folder.card.name)
        return folder

    def _entries(self) -> list[Path]:
        try:
            return sorted(self.folder.iterdir())
        except OSError:  # before the first run there is no folder; writing there says what is wrong
            return []


def user_folder() -> Path:
    return Path(platformdirs.user_data_dir("headlight"))


def _run_stamp(file: Path) -> _Stamp:
    """Differs if a file was replaced; None if it is missing."""
    try:
        found = file.stat()
    except OSError:  # reading it says why
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _is_run(path: Path) -> bool:
    """Whether it contains complete files of a run besides its lock, or cannot be read."""
    if not os.access(path, os.R_OK | os.X_OK):  # reading its card says why
        return True
    told = (file.name for file in own_files(path) if not is_leftover(file.name))
    return (path / CARD).exists() or any(name != LOCK for name in told)


def _made(path: Path) -> bool:
    """Make a folder; False if it exists."""
    try:
        path.mkdir()
    except FileExistsError:
        return False
    except OSError as error:
        raise WriteError(
            "The folder {folder} cannot be created: {reason}.", folder=path, reason=error
        ) from error
    return True


def move(path: Path, to: Path) -> None:
    """Rename a folder; raises WriteError."""
    try:
        path.rename(to)
    except OSError as error:
        raise WriteError(
            "The folder {folder} cannot be moved: {reason}.", folder=path, reason=error
        ) from error


# ----------------------------------------------------------------------------------- recorded runs
# What is shipped with Headlight, written by ``.ci/record-runs``: read-only, as it was recorded.


RECORDED_FOLDER = SHIPPED_FOLDER.parent / "runs"
REVERSE, EXPERIMENTS_FOLDER = "reverse", "experiments"
"""A run of that task; and by name and arm those of the prepared experiments."""


def recorded_folder(name: str, *, folder: Path = RECORDED_FOLDER) -> RunFolder:
    """A shipped run by its place below the folder, with checked checksums; raises UserError."""
    told = shipped_checksums(folder)
    files = [file for file in told if file.startswith(f"{name}/")]
    for file in files:
        with reading(folder / file):
            data = read_file(folder / file, most=LARGEST_HISTORY)
        if hashlib.sha256(data).hexdigest() != told[file]:
            raise damaged(folder / file)
    if not files:
        raise damaged(folder / name)
    card = dataclasses.replace(read_card(folder / name), run_id=f"{RECORDED}{name}")
    return RunFolder(folder / name, card)


# -------------------------------------------------------------------------------------- run export
# A run as one ``.zip``: readable with NumPy and a spreadsheet, without Headlight.


CURVE_TABLE = "curve.csv"


def export_steps(folder: RunFolder, path: Path) -> Iterator[None]:
    """Write ``run.json``, the curve (also as CSV), translations, moments and the checkpoint.

    The state to resume from and paths of this machine are left out. Each ``yield`` is a place to
    take turns; the file appears at the end, complete. Links are refused: in a run from elsewhere
    they could point to any file of the user's.

    Raises:
        RunError: a file of the run cannot be read, or is a link.
        WriteError: the file cannot be written there.
    """
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CURVE_TABLE, curve_csv(folder.read_curve()))
        card = dataclasses.replace(folder.card, task=task_name(folder.card.task))
        archive.writestr(CARD, card_bytes(card))
        for file in _exported_files(folder):
            name = file.relative_to(folder.path).as_posix()
            with reading(file):
                data = read_file(file, most=_most(name), links=False)
            # arrays and weights would hardly become smaller
            stored = file.suffix in {".npz", ".safetensors"}
            archive.writestr(name, data, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
            yield
    write_atomically(path, whole.getvalue())


def _exported_files(folder: RunFolder) -> Iterator[Path]:
    # Links are included: reading refuses them.
    for name in (CURVE, SAMPLES, MODEL):
        if os.path.lexists(folder.path / name):
            yield folder.path / name
    moments = folder.path / MOMENTS
    if moments.is_symlink():
        yield moments
    else:
        yield from sorted(file for file in moments.glob("*.npz") if is_moment(file.name))


# -------------------------------------------------------------------------------------- run import
# Import of a run from its folder or an exported archive.


COMING = ".coming-"
"""Prefix of the name of an unfinished folder, which is not listed."""

_FEW_TEXTS = 2**24
"""Bytes of translations for which any compression ratio is accepted."""

_IMPORTED = frozenset({CURVE, SAMPLES, MODEL})


def import_steps(runs: Runs, path: Path) -> Iterator[RunCard | None]:
    """Copy a run; each ``yield`` is a place to take turns, the last item is the card.

    A run imported before is updated. The state to resume from is not copied, and links are not
    followed.

    Raises:
        RunError: there is no run, or it is damaged.
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
    """Card of a run in a folder or an archive; raises RunError."""
    if path.is_dir():
        return read_card(path)
    with _opened(path) as archive:
        if CARD not in archive.namelist():
            raise RunError("{path} contains no run: it has no {card}.", path=path, card=CARD)
        text = unpacked(archive, CARD, most=LARGEST_TEXT).decode()
    return card_of(text, path, folder=path.stem)


def _is_same(one: RunCard, other: RunCard) -> bool:
    """Whether both cards are of one training; names and paths of corpora may differ."""
    return (one.begun, one.model, one.training) == (other.begun, other.model, other.training)


def _added(runs: Runs, path: Path, card: RunCard) -> Iterator[RunCard | None]:
    # Hidden until all of it is written.
    taken = runs.taken_names()
    name = free_name(card.name, taken) if is_taken(card.name, taken) else card.name
    card = dataclasses.replace(card, name=name, begun=card.begun or now())
    places = ((runs.folder / name, runs.folder / f"{COMING}{name}") for name in folder_names(card))
    new, aside = next(pair for pair in places if not any(path.exists() for path in pair))
    card = dataclasses.replace(card, run_id=new.name)
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


def _written(folder: Path, path: Path, card: RunCard) -> Iterator[None]:
    # The card comes last: without it the folder is not listed.
    for name, data in _imported_files(path):
        make_folder((folder / name).parent)
        write_atomically(folder / name, data)
        yield
    make_folder(folder)
    write_atomically(folder / CARD, card_bytes(card))


def _imported_files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Paths below the folder, with their content."""
    if path.is_dir():
        for file in own_files(path):
            name = file.relative_to(path).as_posix()
            if _is_imported(name):
                with reading(file):
                    yield name, read_file(file, most=_most(name), links=False)
        return
    with _opened(path) as archive:
        for name in filter(_is_imported, archive.namelist()):
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


def _is_imported(name: str) -> bool:
    folder, _, last = name.rpartition("/")
    return name in _IMPORTED or (folder == MOMENTS and is_moment(last))


def _most(name: str) -> int:
    return LARGEST_WEIGHTS if name == MODEL else LARGEST_HISTORY
