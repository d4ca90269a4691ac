"""Every run that was trained here, each in its folder."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from model.atomic import WriteError, is_leftover, make_folder
from model.checkpoint.header import IMPORTED
from model.checkpoint.shipped import SHIPPED_FOLDER, checkpoints_in
from model.foreign_files import shown_name
from model.messages import Message
from model.runs.card import RunCard
from model.text.tasks import task_name
from viz_app.storage.card_files import CARD, read_card
from viz_app.storage.run_errors import RunError, being_trained, missing
from viz_app.storage.run_folder import RunFolder, own_files, remove_own
from viz_app.storage.run_lock import LOCK, is_locked
from viz_app.storage.run_names import checked_name, folder_names, free_name, is_taken, now

DELETED = ".deleted-"

MOST_DELETED = 10
"""Runs that can come back; when one more is deleted, the oldest of them is gone."""

_Stamp = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Listing:
    """The runs that are there, newest first, and a sentence for each that cannot be read."""

    cards: tuple[RunCard, ...]
    problems: tuple[Message, ...]


class Runs:
    """Begins, finds, renames, exports and deletes runs. Names are unique, also among models."""

    def __init__(self, folder: Path | None = None, *, models: Sequence[Path] | None = None) -> None:
        """Nothing is read or made yet.

        Args:
            folder: of all runs; by default in the user's data folder.
            models: folders of other checkpoints; by default those of the library.
        """
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
        """All cards, and why some are missing."""
        cards, problems = [], []
        folders = list(self._folders())
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
        """Make the folder of a new run and lock it.

        The card's name, or else its task, is numbered until it is free: ``reverse-1``. Its id and,
        when it has none, its beginning are settled here.

        Raises:
            WriteError: the folder cannot be made.
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
        """The folder of a run, not locked.

        Raises:
            RunError: there is none, or its card cannot be read.
        """
        path = self._path(run_id)
        return RunFolder(path, read_card(path))

    def unfinished(self) -> tuple[RunCard, ...]:
        """Runs that ended without a word and can be gone on with, newest first."""
        return tuple(card for card in self.cards() if self._is_unfinished(card))

    def taken_names(self) -> frozenset[str]:
        """Of all runs and of all other models."""
        models = {
            shown_name(path.stem) for folder in self._models for path in checkpoints_in(folder)
        }
        return frozenset(models | {card.name for card in self.cards()})

    def rename(self, run_id: str, name: str) -> RunCard:
        """Give a run, and with it its model, another name.

        Raises:
            RunError: there is no such run, it is being trained, or the name cannot be its name.
            WriteError: it cannot be written.
        """
        folder = self._unlocked(run_id)
        name = checked_name(name)
        if is_taken(name, self.taken_names() - {folder.card.name}):
            raise RunError("The name {name!r} is taken: choose another one.", name=name)
        folder.write_card(dataclasses.replace(folder.card, name=name))
        return folder.card

    def export(self, run_id: str, path: Path) -> None:
        """Write a run as one ``.zip``; see :func:`.run_export.export_steps`.

        Raises:
            RunError: there is no such run, or its curve is damaged.
            WriteError: the file cannot be written there.
        """
        from viz_app.storage.run_export import export_steps

        for _ in export_steps(self.open(run_id), path):
            pass

    def delete(self, run_id: str) -> RunCard:
        """Put a run aside, so that it can come back, as can those put aside by this before.

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
        """Bring back a run that was deleted; a name that was taken meanwhile gets a number.

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
        """Remove what was deleted before, ``but`` some runs: it cannot come back.

        What else somebody has put into such a folder stays, under the folder's own name.
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
        """Folders with a lock and nothing else of a run: it begins now, or never will."""
        paths = (path for path in self._entries() if not path.name.startswith("."))
        return [path for path in paths if (path / LOCK).is_file() and not _is_run(path)]

    def _card(self, path: Path) -> RunCard:
        """The card in a folder, read again only when its file is another one.

        Raises:
            RunError: it cannot be read.
        """
        stamp = _stamp(path / CARD)
        known = self._read.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        card = read_card(path)
        self._read[path] = (stamp, card)
        return card

    def _path(self, run_id: str) -> Path:
        """Raises RunError for what is no name of a folder here."""
        if not run_id or run_id.startswith(".") or Path(run_id).name != run_id:
            raise missing(run_id)
        return self.folder / run_id

    def _unlocked(self, run_id: str) -> RunFolder:
        folder = self.open(run_id)
        if is_locked(folder.path):
            raise being_trained(folder.card.name)
        return folder

    def _is_unfinished(self, card: RunCard) -> bool:
        folder = RunFolder(self.folder / card.run_id, card)
        waits = card.status == "running" and folder.state_path.exists()
        return waits and not is_locked(folder.path)

    def _folders(self) -> Iterator[Path]:
        """Folders of runs; one with nothing of a run was being made when the machine stopped."""
        for path in self._entries():
            if not path.name.startswith(".") and path.is_dir() and _is_run(path):
                yield path

    def _entries(self) -> list[Path]:
        try:
            return sorted(self.folder.iterdir())
        except OSError:  # before the first run there is no folder; writing there says what is wrong
            return []


def user_folder() -> Path:
    """This user's data folder: trained models and runs."""
    return Path(platformdirs.user_data_dir("headlight"))


def _stamp(file: Path) -> _Stamp:
    """Differs when a file was replaced; None without the file."""
    try:
        found = file.stat()
    except OSError:  # reading it says why
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _is_run(path: Path) -> bool:
    """Whether anything of a run but its lock is in a folder, written whole, or nobody can tell."""
    if not os.access(path, os.R_OK | os.X_OK):  # reading its card says why
        return True
    told = (file.name for file in own_files(path) if not is_leftover(file.name))
    return (path / CARD).exists() or any(name != LOCK for name in told)


def _made(path: Path) -> bool:
    """Make a folder; False when it is there already."""
    try:
        path.mkdir()
    except FileExistsError:
        return False
    except OSError as error:
        raise WriteError(
            "The folder {folder} cannot be made: {reason}.", folder=path, reason=error
        ) from error
    return True


def move(path: Path, to: Path) -> None:
    """Give a folder another name.

    Raises:
        WriteError: it cannot be moved.
    """
    try:
        path.rename(to)
    except OSError as error:
        raise WriteError(
            "The folder {folder} cannot be moved: {reason}.", folder=path, reason=error
        ) from error
