"""Steps that were done and can be taken back, and those that can be done again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from viz_app.engine.step import Step
from viz_app.workbench.changes.work import Work

MOST_STEPS = 100
MOST_BYTES = 256 * 2**20
"""Of the traces and models that are kept for steps alone: the oldest steps go first.

What several steps share is in memory once, and what is on the workbench is there anyway.
"""

BYTES_OF_A_NUMBER = 4


@dataclass(frozen=True, slots=True)
class Kept:
    """A step, and what to put back: what was there before it, or after it once it is taken back."""

    step: Step
    what: Any


@dataclass(frozen=True, slots=True)
class History:
    """The steps before now, oldest first, and those after it, the next one first."""

    past: tuple[Kept, ...] = ()
    future: tuple[Kept, ...] = ()

    @property
    def models(self) -> frozenset[int | None]:
        """The keys of the models that steps are about."""
        return frozenset(work.model_key for work in _works(self))


def with_step(history: History, kept: Kept, *, now: Work) -> History:
    """One step more: nothing can be done again any more, and the oldest may be forgotten.

    ``now`` is on the workbench.
    """
    longer = History((*history.past[1 - MOST_STEPS :], kept))
    while longer.past and _size(longer, now) > MOST_BYTES:
        longer = History(longer.past[1:])
    return longer


def rekeyed(history: History, old: int | None, **model: Any) -> History:
    """A model was moved: steps are about the copy from now on; ``model`` are fields of it."""

    def moved(kept: Kept) -> Kept:
        """The step, about the copy."""
        work = kept.what
        if not isinstance(work, Work) or work.model_key != old:
            return kept
        return Kept(kept.step, dataclasses.replace(work, **model))

    return History(tuple(map(moved, history.past)), tuple(map(moved, history.future)))


def without_idle(history: History, idle: Callable[[Kept], bool]) -> History:
    """Without the newest steps that made no difference, or were taken back by other means."""
    past, future = history.past, history.future
    while past and idle(past[-1]):
        past = past[:-1]
    while future and idle(future[0]):
        future = future[1:]
    return History(past, future)


def _size(history: History, now: Work) -> int:
    """In bytes, without what is on the workbench."""
    works = _works(history)
    traces = {id(trace): trace for work in works for trace in work.traces}
    models = {work.model_key: work.model for work in works}
    for trace in now.traces:
        traces.pop(id(trace), None)
    models.pop(now.model_key, None)
    numbers = sum(model.n_parameters for model in models.values() if model is not None)
    return BYTES_OF_A_NUMBER * numbers + sum(trace.nbytes for trace in traces.values())


def _works(history: History) -> list[Work]:
    return [kept.what for kept in (*history.past, *history.future) if isinstance(kept.what, Work)]
