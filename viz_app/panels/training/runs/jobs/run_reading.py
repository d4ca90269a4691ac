"""Reading everything that a run has told from its folder."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from model.messages import Message
from model.traces.moment import Moment
from viz_app.panels.training.state.runs import RunHistory
from viz_app.storage.run_errors import RunError
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import Runs

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
    folder = runs.open(run_id)
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
