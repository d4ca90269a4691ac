"""What killed processes have left where only Headlight writes; the living keep what is theirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from model.atomic import WriteError, sweep
from viz_app.storage.library import Library
from viz_app.storage.run_folder import MOMENTS, remove_own
from viz_app.storage.run_import import COMING
from viz_app.storage.run_lock import RunLock
from viz_app.storage.runs import Runs


def sweep_steps(library: Library, *, settings: Path, sessions: Path) -> Iterator[None]:
    """Remove it, a folder a turn; what cannot be removed is tried again at the next start.

    What was being written anywhere else is removed by whoever next writes there.

    Args:
        library: where models and runs are.
        settings: the file of the settings.
        sessions: holds a folder for each window.
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
    """Remove runs that were killed while they were copied here, or before they had a card.

    Those that are at work hold their locks. What cannot be removed is tried again the next time.
    """
    for folder in (*runs.folder.glob(f"{COMING}*"), *runs.beginnings()):
        lock = RunLock(folder)
        with suppress(WriteError):  # nobody can tell whether it is at work
            if lock.take(patience=0) and _is_in_the_making(folder, runs):
                remove_own(folder)
        lock.release()


def _is_in_the_making(folder: Path, runs: Runs) -> bool:
    """Still, now that nobody else holds its lock."""
    return folder.name.startswith(COMING) or folder in runs.beginnings()


def _within(folder: Path) -> list[Path]:
    """The folders in a folder; links are not followed."""
    try:
        return [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:  # there is none yet
        return []
