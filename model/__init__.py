"""The Transformer, its recordings, its training and its checkpoints. Knows nothing of Qt.

Importing this package loads nothing else, neither torch nor numpy: what it offers is looked up
when it is asked for.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING

__all__ = ["load", "translate"]

_PLACES = {"load": "model.checkpoint.file", "translate": "model.decoding.greedy"}

# How often a thread of torch's looks whether the others are done before it sleeps; OpenMP reads it
# when torch is loaded. By default it looks 300,000 times: where other programs have the cores, it
# keeps those that it waits for from working, and training took three to six times as long.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "3000")

if TYPE_CHECKING:
    from model.checkpoint.file import load
    from model.decoding.greedy import translate
else:

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(_PLACES[name]), name)
