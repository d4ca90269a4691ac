"""How far a file is that takes many parts to write."""

from __future__ import annotations

from typing import NamedTuple


class FileProgress(NamedTuple):
    """So many parts of so many are done."""

    done: int
    total: int
