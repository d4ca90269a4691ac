"""What C's heap holds, where the library of C tells."""

import ctypes
import gc
from collections.abc import Callable
from typing import Any

import pytest


class _Told(ctypes.Structure):
    """glibc's ``struct mallinfo2``."""

    _fields_ = [
        *((f"before_{index}", ctypes.c_size_t) for index in range(7)),
        ("used", ctypes.c_size_t),
        *((f"after_{index}", ctypes.c_size_t) for index in range(2)),
    ]


def bytes_kept(do: Callable[[], Any], *, times: int) -> float:
    """Of each time, after what is made once."""
    told = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if told is None:
        pytest.skip("this library of C is not glibc 2.33 or newer")
    told.restype = _Told
    for _ in range(times):  # freed memory is kept at hand
        do()
    before = told().used
    for _ in range(times):
        do()
    gc.collect()
    return (told().used - before) / times
