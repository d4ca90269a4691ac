"""How far a file is that takes many pictures to write."""

from __future__ import annotations

from typing import NamedTuple


class FileProgress(NamedTuple):
    """So many pictures of so many are in it."""

    done: int
    total: int
