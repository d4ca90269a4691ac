"""Folders of unsaved sessions, one for each window, and the sweeping of old ones.

A window locks its folder while it runs, and has a mark there that is removed when it closes. So the
next start knows which windows run, which were closed and which died, and two never write the same
file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Literal

from model.files import WriteError, make_folder, read_text, sweep, write_atomically
from viz_app.storage.files import file_name
from viz_app.storage.library import Library
from viz_app.storage.run_folder import MOMENTS, RunLock, remove_own
from viz_app.storage.runs import COMING, Runs
from viz_app.storage.session import SUFFIX

# --------------------------------------------------------------------------------------- leftovers
# Removal of what killed processes have left; files of running ones stay.


def sweep_steps(library: Library, *, settings: Path, sessions: Path) -> Iterator[None]:
    """Remove files and runs that killed processes left unfinished, a folder per yield.

    What cannot be removed is retried at the next start. Unfinished files elsewhere are removed by
    the next writer there.
    """
    _remove_abandoned(library.runs)
    alone = (settings.parent, library.folder, library.imported, library.runs.folder, sessions)
    for folder in (*alone, *_within(sessions), *_within(library.runs.folder)):
        sweep(folder)
        yield
    for run in _within(library.runs.folder):
        sweep(run / MOMENTS)
        yield


def _remove_abandoned(runs: Runs) -> None:
    # Runs of killed processes: unfinished copies, or without a card. Those in use are locked.
    for folder in (*runs.folder.glob(f"{COMING}*"), *runs.beginnings()):
        lock = RunLock(folder)
        with suppress(WriteError):  # nobody can tell whether it is at work
            # Checked again once nobody else holds its lock.
            if lock.take(patience=0) and (
                folder.name.startswith(COMING) or folder in runs.beginnings()
            ):
                remove_own(folder)
        lock.release()


def _within(folder: Path) -> list[Path]:
    # Links are not followed.
    try:
        return [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:  # there is none yet
        return []


# --------------------------------------------------------------------------------------- autosaves


MOST_KEPT = 6
"""Scenes that were not saved: each is a line of a menu."""

_WINDOW, _KEPT, _SESSION, _MARK = "window-{}", "kept", f"session{SUFFIX}", "open"

MOST_TRIES = 2
"""Windows that may die soon after they restored the same session, before none does any more."""

Left = Literal["closed", "died", "died opening"]
"""How a window ended; the last value: killed soon after it was opened."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A session that an earlier window has left to be restored.

    Attributes:
        path: the session, or where it was put aside if it is not to be restored; None: the
            window was killed before it had written one.
        left: how that window ended.
        saved: when the file was written, as in ``2026-11-22 21:40``, local time.
    """

    path: Path | None
    left: Left
    saved: str


class Autosaves:
    """The folder of one window among those of others; used in the worker."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: RunLock | None = None
        self._own, self._tries = folder, 0

    @property
    def begun(self) -> bool:
        return self._lock is not None

    @property
    def path(self) -> Path:
        return self._own / _SESSION

    def any_left(self) -> bool:
        # Fast: looks for files without reading them.
        return any(self.folder.glob(f"{_WINDOW.format('*')}/{_SESSION}"))

    def begin(self) -> Earlier | None:
        """Claim a folder; returns the session of an earlier window to restore, if any.

        The newest session of a killed window comes first. That of a closed window is restored only
        if no other window runs. All others are put aside.

        Raises:
            WriteError: the folder takes no files.
        """
        make_folder(self.folder)
        free, others_run = self._free_folders()
        there = [folder for folder in free if (folder / _SESSION).exists()]
        dead = [folder for folder in free if _tries(folder) is not None]
        died = [folder for folder in dead if folder in there]
        chosen = next(iter(died or ([] if others_run else free)), None)
        lock = None if chosen is None else free.pop(chosen)
        tries = None if chosen is None else _tries(chosen)
        for folder, other in free.items():
            if folder not in there:
                (folder / _MARK).unlink(missing_ok=True)  # it is said now
            elif folder not in died:
                self._keep(folder / _SESSION)
            other.release()
        self._own, self._lock = (chosen, lock) if chosen and lock else self._new()
        earlier = self._earlier(tries) if self.path.exists() else None
        self._set_mark((tries or 0) % MOST_TRIES + 1)
        return Earlier(None, "died", "") if dead and earlier is None else earlier

    def opened(self) -> None:
        """Mark the session as harmless: if the window is killed now, the session is not the cause.

        Raises:
            WriteError: the folder takes no files.
        """
        if self.begun and self._tries:
            self._set_mark(0)

    def end(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            with suppress(OSError):  # then the next start takes it for dead: nothing is lost
                (self._own / _MARK).unlink(missing_ok=True)
            lock.release()

    def put_aside(self, name: str) -> None:
        """Keep the window's session under a name; the oldest are removed. Raises WriteError."""
        self._keep(self.path, name)

    def take_back(self, kept: Path) -> None:
        """Make a kept session the window's own again; raises WriteError."""
        if kept.parent == self.folder / _KEPT:
            _move(kept, self.path)

    def set_broken(self) -> None:
        """Rename a session that cannot be read, to make room for another; raises WriteError."""
        _move(self.path, self.path.with_suffix(f"{SUFFIX}.broken"))

    def kept(self) -> tuple[Path, ...]:
        """Sessions that were put aside, newest first."""
        found = (self.folder / _KEPT).glob(f"*{SUFFIX}")
        return tuple(sorted(found, key=_time, reverse=True))

    def is_kept(self, path: Path) -> bool:
        return path.parent == self.folder / _KEPT

    def _free_folders(self) -> tuple[dict[Path, RunLock], bool]:
        """Folders of windows that do not run, the newest session first; whether others run."""
        free: dict[Path, RunLock] = {}
        found = [*self.folder.glob(_WINDOW.format("*"))]
        found.sort(key=lambda folder: _time(folder / _SESSION), reverse=True)
        for folder in found:
            lock = RunLock(folder)
            if lock.take(patience=0):
                free[folder] = lock
        return free, len(free) < len(found)

    def _new(self) -> tuple[Path, RunLock]:
        """A folder that no other window has, nor claims at the same time."""
        folders = (self.folder / _WINDOW.format(number) for number in count(1))
        return next((folder, lock) for folder in folders if (lock := _taken(folder)))

    def _earlier(self, tries: int | None) -> Earlier:
        saved = _written(self.path)
        if tries is None or tries < MOST_TRIES:
            return Earlier(self.path, "closed" if tries is None else "died", saved)
        return Earlier(self._keep(self.path), "died opening", saved)

    def _keep(self, path: Path, name: str = "") -> Path:
        folder = self.folder / _KEPT
        make_folder(folder)
        name = file_name(name, otherwise=_written(path).replace(":", "."))
        names = (name, *(f"{name} ({number})" for number in range(2, MOST_KEPT + 3)))
        places = (folder / f"{one}{SUFFIX}" for one in names)
        to = next(place for place in places if not place.exists())
        _move(path, to)
        for old in self.kept()[MOST_KEPT:]:
            with suppress(OSError):  # it is tried again the next time
                old.unlink()
        return to

    def _set_mark(self, tries: int) -> None:
        write_atomically(self._own / _MARK, str(tries).encode())
        self._tries = tries


def _tries(folder: Path) -> int | None:
    """Windows in a row that were killed soon after opening this session; None: closed."""
    try:
        return int(read_text(folder / _MARK, most=100))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):  # there is a mark, whatever it says
        return 0


def _taken(folder: Path) -> RunLock | None:
    """The lock of a folder without a session, created if missing; None if others hold it."""
    make_folder(folder)
    lock = RunLock(folder)
    free = not (folder / _SESSION).exists() and lock.take(patience=0)
    return lock if free else None


def _time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # there is none
        return 0.0


def _written(path: Path) -> str:
    return datetime.fromtimestamp(_time(path)).strftime("%Y-%m-%d %H:%M")


def _move(path: Path, to: Path) -> None:
    try:
        path.replace(to)
    except OSError as error:
        raise WriteError("{path} cannot be moved: {reason}.", path=path, reason=error) from error
