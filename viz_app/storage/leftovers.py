"""What killed processes have left where only Headlight writes; the living keep what is theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from model.atomic import sweep
from viz_app.storage.library import Library
from viz_app.storage.run_folder import MOMENTS
from viz_app.storage.run_import import remove_abandoned


def sweep_steps(library: Library, *, settings: Path, sessions: Path) -> Iterator[None]:
    """Remove it, a folder a turn; what cannot be removed is tried again at the next start.

    What was being written anywhere else is removed by whoever next writes there.

    Args:
        library: where models and runs are.
        settings: the file of the settings.
        sessions: holds a folder for each window.
    """
    remove_abandoned(library.runs)
    alone = (settings.parent, library.folder, library.imported, library.runs.folder, sessions)
    for folder in (*alone, *_within(sessions), *_within(library.runs.folder)):
        sweep(folder)
        yield
    for run in _within(library.runs.folder):
        sweep(run / MOMENTS)
        yield


def _within(folder: Path) -> list[Path]:
    """The folders in a folder; links are not followed."""
    try:
        return [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:  # there is none yet
        return []
