"""The garbage collector's walks hold Python's lock, and so the window: some thousand objects a ms.

What is in no circle is given back without it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


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
def many_lasting_objects() -> Iterator[None]:
    """The same; what is made inside and stays is never walked."""
    with many_passing_objects():
        try:
            yield
        finally:
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
