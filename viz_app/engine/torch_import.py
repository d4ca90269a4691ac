"""Importing torch in the worker, without stopping the window.

Two things in an import hold Python's lock for a quarter of a second each, and with it the window:
``dlopen`` of large libraries, and the garbage collector's walks over a million new objects.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from viz_app.engine.collection import many_lasting_objects

_TORCHS = "torch", "lib/libtorch_python.so"
"""A package and its library; opening it opens all that it needs."""

_COMPILERS = "triton", "_C/libtriton.so"
"""460 MB; comes with torch where that can use CUDA, and an optimizer's first step imports it."""


def import_torch() -> None:
    """Import torch and what loading a model needs; nothing happens the second time."""
    if "torch" in sys.modules:
        return
    with many_lasting_objects():
        open_library(*_TORCHS)
        import model.checkpoint.file  # noqa: F401 - imported for its cost


def warm_up_steps() -> Iterator[None]:
    """Import what training needs, and take one step with a throw-away optimizer; once only.

    What is garbage at that moment is never collected either: a second time would cost memory.
    """
    if "model.training.run" in sys.modules:
        return
    with many_lasting_objects():
        import torch

        import model.training.run  # noqa: F401 - imported for its cost

    yield
    open_library(*_COMPILERS)
    with many_lasting_objects():
        parameter = torch.nn.Parameter(torch.zeros(1))
        optimizer = torch.optim.AdamW([parameter])
        parameter.sum().backward()
        optimizer.step()
    yield


def open_library(package: str, name: str) -> None:
    """Let the system open a package's library before it is imported.

    A call through ctypes gives up Python's lock, an import does not. What cannot be opened here is
    opened, or reported, by the import itself.
    """
    spec = importlib.util.find_spec(package)
    if not sys.platform.startswith("linux") or spec is None or spec.origin is None:
        return
    dlopen = ctypes.CDLL(None).dlopen
    dlopen.restype = ctypes.c_void_p
    dlopen.argtypes = (ctypes.c_char_p, ctypes.c_int)
    dlopen(os.fsencode(Path(spec.origin).parent / name), os.RTLD_NOW | os.RTLD_LOCAL)
