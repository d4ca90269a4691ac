"""Switches off PySide's reading of imported sources; imported before anything slow.

For a switch of its own (``from __feature__ import …``), which nobody here uses, PySide reads the
source of every module that is imported after it, and keeps the text: of numpy, and of the two
thousand modules of torch, that is 80 MB and a quarter of a second in which nobody else has
Python's lock.
"""

from __future__ import annotations

import sys
from typing import Any

import PySide6.QtCore  # noqa: F401 - it is what begins to read

_feature: Any = sys.modules.get("shibokensupport.feature")
if hasattr(_feature, "_mod_uses_pyside"):  # PySide promises nothing of what is its own
    _feature._mod_uses_pyside = lambda _module: False
