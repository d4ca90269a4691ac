"""What is free between what is not goes back to the system."""

import ctypes
import os
import sys
from pathlib import Path

import pytest

from viz_app.engine.memory import give_memory_back

PIECES, SIZE = 20_000, 2_000


def resident() -> int:
    """Bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there it does so by itself")
def test_holes_in_memory_are_given_back():
    system = ctypes.CDLL(None)
    if not hasattr(system, "malloc_trim"):
        pytest.skip("this library of C is not glibc")
    system.malloc.restype, system.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    pieces = [system.malloc(SIZE) for _ in range(PIECES)]
    for piece in pieces:
        ctypes.memset(piece, 1, SIZE)
    for piece in pieces[:-1]:  # the last one keeps the heap from shrinking
        system.free(piece)
    before = resident()
    give_memory_back()
    assert before - resident() > PIECES * SIZE / 2
    system.free(pieces[-1])
