"""Jobs of the list of runs; torch is imported inside functions only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from model.messages import Message, UserError
from model.runs.progress import RunCard
from viz_app.panels.training.runs.room import run_deleted, run_renamed, run_restored, run_taken
from viz_app.panels.training.state import RecordedRuns, RunHistory, TrainingRoom
from viz_app.storage.files import RunError
from viz_app.storage.library import Library, ModelEntry
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import (
    EXPERIMENTS_FOLDER,
    REVERSE,
    Runs,
    export_steps,
    import_steps,
    recorded_folder,
)

# --------------------------------------------------------------------------------------- run files


@dataclass(frozen=True, slots=True)
class RunsListed:
    """Runs, newest first; models including theirs; and what could not be read."""

    cards: tuple[RunCard, ...]
    models: tuple[ModelEntry, ...]
    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class RunChanged:
    """A run was changed; ``change`` is the transition of the room."""

    change: Callable[[TrainingRoom, RunCard], TrainingRoom]
    card: RunCard


@dataclass(frozen=True, slots=True)
class RunExported:
    """A run was written as one file."""

    card: RunCard
    path: Path


@dataclass(frozen=True, slots=True)
class RunTaken:
    """A run was imported."""

    card: RunCard


RunsEvent = RunsListed | RunChanged | RunExported | RunTaken


def listing_steps(runs: Runs, library: Library) -> Iterator[RunsEvent]:
    listing = runs.listing()
    yield RunsListed(listing.cards, library.entries(), listing.problems)


def unfinished_steps(runs: Runs) -> Iterator[tuple[RunCard, ...]]:
    """Runs interrupted by a crash, a kill or the end of the application, newest first.

    Only those that can be resumed and are not trained now.
    """
    yield runs.unfinished()


def purge_steps(runs: Runs) -> Iterator[RunsEvent]:
    """Remove runs that were deleted before this start of Headlight."""
    runs.purge()
    yield from ()


def rename_steps(runs: Runs, library: Library, run_id: str, name: str) -> Iterator[RunsEvent]:
    """Raises RunError for a name that is not possible, or not now; or WriteError."""
    yield RunChanged(run_renamed, runs.rename(run_id, name))
    yield from listing_steps(runs, library)


def delete_steps(runs: Runs, library: Library, run_id: str) -> Iterator[RunsEvent]:
    """Move a run aside; raises RunError if it is gone or being trained, or WriteError."""
    yield RunChanged(run_deleted, runs.delete(run_id))
    yield from listing_steps(runs, library)


def restore_steps(runs: Runs, library: Library, run_id: str) -> Iterator[RunsEvent]:
    """Restore a deleted run; raises RunError if it no longer exists, or WriteError."""
    yield RunChanged(run_restored, runs.restore(run_id))
    yield from listing_steps(runs, library)


def run_export_steps(runs: Runs, run_id: str, path: Path) -> Iterator[RunsEvent | None]:
    """Write a run as one file, in turns; raises the errors of :func:`export_steps`."""
    folder = runs.open(run_id)
    yield from export_steps(folder, path)
    yield RunExported(folder.card, path)


def taking_steps(runs: Runs, library: Library, path: Path) -> Iterator[RunsEvent | None]:
    """Copy a run from elsewhere, and show it; raises the errors of :func:`import_steps`."""
    for card in import_steps(runs, path):
        yield None
        if card is not None:
            yield from listing_steps(runs, library)
            yield RunChanged(run_taken, card)
            yield RunTaken(card)


# ------------------------------------------------------------------------------------- run reading


_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class RunRead:
    """A run was read; ``notices``: messages on the parts that could not be read."""

    history: RunHistory
    notices: tuple[Message, ...]


def history_steps(runs: Runs, run_id: str) -> Iterator[RunHistory | None]:
    """Readable parts of a run, in one item at the end; raises RunError without such a run."""
    for read in reading_steps(runs, run_id):
        yield None if read is None else read.history


def reading_steps(runs: Runs, run_id: str) -> Iterator[RunRead | None]:
    """As :func:`history_steps`, with notices on damaged parts."""
    yield from _folder_steps(runs.open(run_id))


def _folder_steps(folder: RunFolder) -> Iterator[RunRead | None]:
    notices: list[Message] = []
    history = RunHistory(
        card=folder.card,
        curve=_read(folder.read_curve, otherwise=(), notices=notices),
        samples=_read(folder.read_samples, otherwise=(), notices=notices),
    )
    yield None
    moments = []
    for update in folder.moment_updates():
        moment = _read(partial(folder.read_moment, update), None, notices)
        if moment is not None:
            moments.append(moment)
        yield None
    yield RunRead(dataclasses.replace(history, moments=tuple(moments)), tuple(notices))


def _read(read: Callable[[], _Part], otherwise: _Part, notices: list[Message]) -> _Part:
    try:
        return read()
    except RunError as error:
        notices.append(error.message)
        return otherwise


# --------------------------------------------------------------------------------------- recorded


def recorded_steps(_: object = None) -> Iterator[RecordedRuns | None]:
    """The shipped runs, in one item at the end; takes turns at each ``yield``."""
    from model.runs.experiments import EXPERIMENTS

    arms = [(e.name, arm.name) for e in EXPERIMENTS for arm in e.arms]
    names = [REVERSE, *("/".join((EXPERIMENTS_FOLDER, *arm)) for arm in arms)]
    histories: dict[str, RunHistory] = {}
    problems: list[Message] = []
    for name in names:
        try:
            for read in _folder_steps(recorded_folder(name)):
                if read is not None:
                    histories[name] = read.history
                yield None
        except UserError as error:
            problems.append(error.message)
    run, problem = histories.pop(REVERSE, None), next(iter(problems), None)
    yield RecordedRuns(run=run, arms=tuple(histories.values()), problem=problem)
