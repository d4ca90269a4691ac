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
    """No garbage collection inside: what is made inside is gone at the end."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def many_lasting_objects(*, or_few: bool = False) -> Iterator[None]:
    """The same; what is made inside and stays is never walked.

    Nothing else that there is at the end is ever walked again either: what of it becomes garbage in
    a circle stays for ever. So what is done again and again, and makes as likely ``or_few``
    objects, leaves few to the walks.
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
    """The same of modules; nothing is kept where every one is there already.

    What is garbage at that moment is never collected either: a second time would cost memory.
    """
    before = len(sys.modules)
    with many_passing_objects():
        try:
            yield
        finally:
            if len(sys.modules) > before:
                gc.freeze()
