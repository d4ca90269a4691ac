"""Generators as jobs: running them to their end, and sorting many items in steps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

import numpy as np


def order_of(*keys: Sequence[float]) -> list[int]:
    """Indices in ascending order of the first key; where it is the same, of the next.

    Where all are the same, they stay as they stand. numpy sorts without Python's lock: a window
    stays alive while a corpus is sorted beside it.

    >>> order_of([2, 1, 1], [0, 5, 4])
    [2, 1, 0]
    """
    order: list[int] = np.lexsort([np.asarray(key) for key in reversed(keys)]).tolist()
    return order


_Item = TypeVar("_Item")
Result = TypeVar("Result")

PIECE = 500
"""Sentences, or pairs of them, from one ``yield`` to the next: some ms, at most some hundredths of
a second."""


def run_through(steps: Generator[None, None, Result]) -> Result:
    """Run a generator to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def each_within(
    steps: Generator[None, None, Result], context: Callable[[], AbstractContextManager[object]]
) -> Generator[None, None, Result]:
    """The same steps, each executed inside a new context."""
    while True:
        with context():
            try:
                next(steps)
            except StopIteration as end:
                result: Result = end.value
                return result
        yield


def each_made(
    make: Callable[[_Item], Result], items: Iterable[_Item]
) -> Generator[None, None, list[Result]]:
    """``make`` of each item; a ``yield`` after every :data:`PIECE` items."""
    made: list[Result] = []
    for item in items:
        made.append(make(item))
        if not len(made) % PIECE:
            yield
    return made


def last_of(reports: Iterator[Result]) -> Generator[None, None, Result]:
    """Return the last of one or more reports; a ``yield`` after each."""
    last = next(reports)
    yield
    for last in reports:  # noqa: B007
        yield
    return last
