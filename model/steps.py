"""Jobs are generators, and each ``yield`` is a place to stop: how to take what they come to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

_Item = TypeVar("_Item")
Result = TypeVar("Result")

PIECE = 500
"""Sentences, or pairs of them, from one ``yield`` to the next: some ms, at most some hundredths of
a second."""


def run_through(steps: Generator[None, None, Result]) -> Result:
    """What a generator returns, without a stop in between."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def each_within(
    steps: Generator[None, None, Result], context: Callable[[], AbstractContextManager[object]]
) -> Generator[None, None, Result]:
    """The same steps, each piece of work in a context of its own."""
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
    """What is made of each of many items; a ``yield`` after every :data:`PIECE`."""
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
