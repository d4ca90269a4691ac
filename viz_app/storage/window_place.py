"""How large the window was and where it stood when it was last seen."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model import values
from model.atomic import make_folder, write_atomically
from model.foreign_files import read_text
from model.messages import ConfigError

PLACE = "window.json"
LARGEST_SIDE = 32_767
"""In px; no screen has more, and Qt counts no further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPlace:
    """In px at 100 %, without its frame; ``maximised``: those that it goes back to."""

    x: int
    y: int
    width: int
    height: int
    maximised: bool = False


def read_place(folder: Path) -> WindowPlace | None:
    """Where the window was; None when nobody knows, and it begins as the first time."""
    try:
        return _PLACE("window", json.loads(read_text(folder / PLACE, most=10_000)))
    except (OSError, ValueError, RecursionError, ConfigError):
        return None


def write_place(folder: Path, place: WindowPlace) -> None:
    """Keep it for the next start.

    Raises:
        WriteError: the folder takes no files.
    """
    make_folder(folder)
    write_atomically(folder / PLACE, json.dumps(dataclasses.asdict(place)).encode())


def _made(read: dict[str, Any]) -> WindowPlace:
    return WindowPlace(**{name: read[name] for name in _FIELDS})


_FIELDS: dict[str, values.Check[Any]] = {
    "x": values.whole(-LARGEST_SIDE, LARGEST_SIDE),
    "y": values.whole(-LARGEST_SIDE, LARGEST_SIDE),
    "width": values.whole(1, LARGEST_SIDE),
    "height": values.whole(1, LARGEST_SIDE),
    "maximised": values.flag,
}
_PLACE = values.made(_made, values.fields(_FIELDS))
