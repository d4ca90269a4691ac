"""Importing torch in the worker, without stopping the window.

Two things in an import hold Python's lock for a quarter of a second each, and with it the window:
``dlopen`` of torch's libraries, and the garbage collector's walks over a million new objects.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from viz_app.engine.collection import many_lasting_objects

_LIBRARIES = ("libtorch_python.so",)
"""Opening it opens all that it needs."""


def import_torch() -> None:
    """Import torch and what loading a model needs; nothing happens the second time."""
    if "torch" in sys.modules:
        return
    with many_lasting_objects():
        _open_libraries()
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
    with many_lasting_objects():
        parameter = torch.nn.Parameter(torch.zeros(1))
        optimizer = torch.optim.AdamW([parameter])
        parameter.sum().backward()
        optimizer.step()
    yield


def _open_libraries() -> None:
    """Let the system open torch's libraries first: a call through ctypes gives up Python's lock."""
    spec = importlib.util.find_spec("torch")
    if not sys.platform.startswith("linux") or spec is None or spec.origin is None:
        return
    open_library = ctypes.CDLL(None).dlopen
    open_library.restype = ctypes.c_void_p
    open_library.argtypes = (ctypes.c_char_p, ctypes.c_int)
    folder = Path(spec.origin).parent / "lib"
    for name in _LIBRARIES:
        # a library that cannot be opened here is opened, or reported, by the import itself
        open_library(os.fsencode(folder / name), os.RTLD_NOW | os.RTLD_LOCAL)
