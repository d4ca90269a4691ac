"""Memory that is free again goes back to the system, where that does not happen by itself."""

from __future__ import annotations

import ctypes
import sys


def give_memory_back() -> None:
    """After something large was dropped: glibc keeps what is free between pieces that are not.

    Called in the worker; Python's lock is given up meanwhile.
    """
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other libraries have none
        if trim is not None:
            trim(ctypes.c_size_t(0))
