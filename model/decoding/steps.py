"""Jobs are generators, and each ``yield`` is a place to stop: how to take what they come to."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TypeVar

Result = TypeVar("Result")


def run_through(steps: Generator[None, None, Result]) -> Result:
    """What a generator returns, without a stop in between."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def last_of(reports: Iterator[Result]) -> Generator[None, None, Result]:
    """Return the last of one or more reports; a ``yield`` after each."""
    last = next(reports)
    yield
    for last in reports:  # noqa: B007
        yield
    return last
