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
from model.traces.moment import Moment
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
    recorded_folder,
)

# --------------------------------------------------------------------------------------- run files
# What is done with the folders of runs, in the worker.


@dataclass(frozen=True, slots=True)
class RunsListed:
    """The runs that are there, newest first, the models with theirs, and what cannot be read."""

    cards: tuple[RunCard, ...]
    models: tuple[ModelEntry, ...]
    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class RunChanged:
    """Something was done with a run; ``change`` is what becomes of the room."""

    change: Callable[[TrainingRoom, RunCard], TrainingRoom]
    card: RunCard


@dataclass(frozen=True, slots=True)
class RunExported:
    """A run was written as one file."""

    card: RunCard
    path: Path


@dataclass(frozen=True, slots=True)
class RunTaken:
    """A run from elsewhere is one of those here now."""

    card: RunCard


RunsEvent = RunsListed | RunChanged | RunExported | RunTaken


def listing_steps(runs: Runs, library: Library) -> Iterator[RunsEvent]:
    """Look what there is."""
    listing = runs.listing()
    yield RunsListed(listing.cards, library.entries(), listing.problems)


def unfinished_steps(runs: Runs) -> Iterator[tuple[RunCard, ...]]:
    """Runs that were interrupted by a crash, a kill or the end of the application, newest first.

    They can be gone on with, and nobody trains them now.
    """
    yield runs.unfinished()


def purge_steps(runs: Runs) -> Iterator[RunsEvent]:
    """Remove what was deleted before Headlight was started."""
    runs.purge()
    yield from ()


def rename_steps(runs: Runs, library: Library, run_id: str, name: str) -> Iterator[RunsEvent]:
    """Give a run another name.

    Raises:
        RunError: it cannot have that name, or not now.
        WriteError: it cannot be written.
    """
    yield RunChanged(run_renamed, runs.rename(run_id, name))
    yield from listing_steps(runs, library)


def delete_steps(runs: Runs, library: Library, run_id: str) -> Iterator[RunsEvent]:
    """Put a run aside.

    Raises:
        RunError: it is not there, or it is being trained.
        WriteError: it cannot be moved.
    """
    yield RunChanged(run_deleted, runs.delete(run_id))
    yield from listing_steps(runs, library)


def restore_steps(runs: Runs, library: Library, run_id: str) -> Iterator[RunsEvent]:
    """Bring a deleted run back.

    Raises:
        RunError: it is gone.
        WriteError: it cannot be moved.
    """
    yield RunChanged(run_restored, runs.restore(run_id))
    yield from listing_steps(runs, library)


def run_export_steps(runs: Runs, run_id: str, path: Path) -> Iterator[RunsEvent | None]:
    """Write a run as one file, taking turns with training.

    Raises:
        RunError: there is no such run, or a file of it cannot be read.
        WriteError: the file cannot be written there.
    """
    folder = runs.open(run_id)
    yield from export_steps(folder, path)
    yield RunExported(folder.card, path)


def taking_steps(runs: Runs, library: Library, path: Path) -> Iterator[RunsEvent | None]:
    """Copy a run from elsewhere, and have it on show.

    Raises:
        RunError: no run is there, or it is damaged.
        WriteError: it cannot be written here.
    """
    from viz_app.storage.runs import import_steps

    for card in import_steps(runs, path):
        yield None
        if card is not None:
            yield from listing_steps(runs, library)
            yield RunChanged(run_taken, card)
            yield RunTaken(card)


# ------------------------------------------------------------------------------------- run reading
# Reading everything that a run has told from its folder.


_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class RunRead:
    """A run was read; ``notices`` are sentences on what of it could not be."""

    history: RunHistory
    notices: tuple[Message, ...]


def history_steps(runs: Runs, run_id: str) -> Iterator[RunHistory | None]:
    """What can be read of a run, in one item at the end; each ``yield`` is a place to take turns.

    Raises:
        RunError: there is no such run.
    """
    for read in reading_steps(runs, run_id):
        yield None if read is None else read.history


def reading_steps(runs: Runs, run_id: str) -> Iterator[RunRead | None]:
    """The same, with what is missing because it is damaged.

    Raises:
        RunError: there is no such run.
    """
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
    for moment in _moments(folder, notices):
        if moment is not None:
            moments.append(moment)
        yield None
    yield RunRead(dataclasses.replace(history, moments=tuple(moments)), tuple(notices))


def _moments(folder: RunFolder, notices: list[Message]) -> Iterator[Moment | None]:
    """Each moment, oldest first; None for one that cannot be read."""
    for update in folder.moment_updates():
        yield _read(partial(folder.read_moment, update), None, notices)


def _read(read: Callable[[], _Part], otherwise: _Part, notices: list[Message]) -> _Part:
    try:
        return read()
    except RunError as error:
        notices.append(error.message)
        return otherwise


# --------------------------------------------------------------------------------------- recorded


def recorded_steps(_: object = None) -> Iterator[RecordedRuns | None]:
    """The shipped runs, in one item at the end; each ``yield`` is a place to take turns."""
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
