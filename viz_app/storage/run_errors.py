"""What can be wrong with a run on disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model.messages import UserError

BROKEN = (
    LookupError,
    ValueError,
    TypeError,
    EOFError,
    NotImplementedError,
    MemoryError,
    AttributeError,
    RecursionError,
)
"""What is raised by reading a file that is damaged, or that Headlight did not write."""


class RunError(UserError):
    """A run that is not there, cannot be read, or with which something else is being done."""


def missing(run_id: str) -> RunError:
    """There is no folder of that id."""
    return RunError("There is no run {run!r} any more.", run=run_id)


def damaged(path: Path) -> RunError:
    """A file that does not hold what its name says."""
    return RunError("{path} is damaged, or Headlight did not write it.", path=path)


def being_trained(name: str) -> RunError:
    """Somebody holds the lock of its folder."""
    return RunError("The run {name!r} is being trained: stop it first.", name=name)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """What goes wrong in here is a :class:`RunError` about a file: not readable, or damaged."""
    try:
        yield
    except OSError as error:
        raise RunError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    except BROKEN as error:
        raise damaged(path) from error
