"""Work that is done in steps, done at once."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def result_of(steps: Generator[object, None, Result]) -> Result:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
