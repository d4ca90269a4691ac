"""Keeps the garbage collector from holding Python's lock: it scans some thousand objects a ms.

Acyclic objects are freed by reference counting.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

FEW = 10_000
"""Objects whose walk nobody notices: 2 ms."""


@contextmanager
def many_passing_objects() -> Iterator[None]:
    """Suspend garbage collection; meant for many objects that are released at the end."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def many_lasting_objects(*, or_few: bool = False) -> Iterator[None]:
    """Suspend garbage collection, then exclude all existing objects from it (``gc.freeze``).

    Reference cycles among the excluded objects are never freed. With ``or_few``, for work that is
    repeated, they are excluded only if more than :data:`FEW` were created.
    """
    with many_passing_objects():
        before = gc.get_count()[0]
        try:
            yield
        finally:
            if not or_few or gc.get_count()[0] - before > FEW:
                gc.freeze()


@contextmanager
def many_imports() -> Iterator[None]:
    """Suspend garbage collection; freeze all objects only if new modules were imported."""
    # Garbage that exists at that moment is never collected, so a second call would leak memory.
    before = len(sys.modules)
    with many_passing_objects():
        try:
            yield
        finally:
            if len(sys.modules) > before:
                gc.freeze()
