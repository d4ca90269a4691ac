"""The user's settings and the window's place, kept in files."""

from __future__ import annotations

import dataclasses
import errno
import json
import reprlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from model import values
from model.config import DEVICES
from model.files import make_folder, read_text, write_atomically
from model.messages import ConfigError, Message

# ---------------------------------------------------------------------------------------- settings


ThemeName = Literal["system", "light", "dark"]
Language = Literal["system", "en", "zh_CN"]
Size = Literal["normal", "presentation"]
TimelineSize = Literal["folded", "whole"]
ColourMap = Literal["kind", "viridis", "cividis", "grey"]
"""The kind's own colour, or one of three well-known maps that colour-blind people can read."""
COLOUR_MAPS: tuple[ColourMap, ...] = get_args(ColourMap)

MOST_RECENT = 8
"""Of models, and of sessions, that are kept: each is a line of a menu."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Kept between starts. ``presentation`` is the size for projectors.

    Attributes:
        colour_map, glosses: initial values of the attention options.
        grid_tokens: whether all heads have their tokens on the axes in a file.
        recent_models, recent_sessions: files that were opened from anywhere, the newest first.
    """

    theme: ThemeName = "system"
    language: Language = "system"
    size: Size = "normal"
    timeline: TimelineSize = "folded"
    device: str = "auto"
    colour_map: ColourMap = "kind"
    recent_models: tuple[str, ...] = ()
    recent_sessions: tuple[str, ...] = ()
    glosses: bool = True
    grid_tokens: bool = True


# ----------------------------------------------------------------------------------- settings file
# The settings file: JSON, written atomically, read key by key: a broken one still starts.


VERSION = 1
CHOICES: dict[str, tuple[str | bool, ...]] = {
    "theme": get_args(ThemeName),
    "language": get_args(Language),
    "size": get_args(Size),
    "timeline": get_args(TimelineSize),
    "device": DEVICES,
    "colour_map": COLOUR_MAPS,
    "glosses": (True, False),
    "grid_tokens": (True, False),
}

RECENT = ("recent_models", "recent_sessions")


def settings_path() -> Path:
    return Path(platformdirs.user_config_dir("headlight")) / "settings.json"


def load_settings(path: Path) -> tuple[Settings, Message | None]:
    """The settings, and a message if some of them could not be read.

    A file that is not JSON is kept as ``settings.json.broken``.
    """
    try:
        values = json.loads(read_text(path))
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        too_large = error.errno == errno.EFBIG
        return Settings(), _set_aside(path) if too_large else _unreadable(path, error)
    except (ValueError, RecursionError):  # the latter of ten thousand brackets
        return Settings(), _set_aside(path)
    if not isinstance(values, dict):
        return Settings(), _set_aside(path)
    kept = {key: values[key] for key in CHOICES if _is_choice(key, values.get(key))}
    for key in RECENT:
        recent = values.get(key, [])
        if isinstance(recent, list) and all(isinstance(path, str) for path in recent):
            kept[key] = tuple(recent[:MOST_RECENT])
    bad = sorted(key for key in (*CHOICES, *RECENT) if key in values and key not in kept)
    if not bad:
        return Settings(**kept), None
    return Settings(**kept), Message(
        "The setting {name} has an invalid value {value}; the default is used.",
        {"name": bad[0], "value": reprlib.repr(values[bad[0]])},
    )


def save_settings(path: Path, settings: Settings) -> None:
    """Raises WriteError if the file cannot be written."""
    values = {"version": VERSION, **dataclasses.asdict(settings)}
    make_folder(path.parent)
    write_atomically(path, json.dumps(values, indent=1).encode())


def _is_choice(key: str, value: object) -> bool:
    # 1 is not True here, though Python finds them equal.
    return any(type(value) is type(choice) and value == choice for choice in CHOICES[key])


def _set_aside(path: Path) -> Message:
    broken = path.with_suffix(".json.broken")
    try:
        path.replace(broken)
    except OSError as error:
        return _unreadable(path, error)
    return Message(
        "The settings file is damaged; Headlight uses default settings and keeps the old "
        "file as {path}.",
        {"path": broken},
    )


def _unreadable(path: Path, error: OSError) -> Message:
    return Message(
        "Cannot read the settings file {path} ({reason}); Headlight uses default settings.",
        {"path": path, "reason": error.strerror or error},
    )


# ------------------------------------------------------------------------------------ window place
# Size and position of the window when it was last open.


PLACE = "window.json"
LARGEST_SIDE = 32_767
"""Largest coordinate in px: no screen has more, and Qt's limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPlace:
    """In px at 100 %, without its frame; ``maximised``: those that it goes back to."""

    x: int
    y: int
    width: int
    height: int
    maximised: bool = False


def read_place(folder: Path) -> WindowPlace | None:
    """None if it is unknown: the window has its default place."""
    try:
        return _PLACE("window", json.loads(read_text(folder / PLACE, most=10_000)))
    except (OSError, ValueError, RecursionError, ConfigError):
        return None


def write_place(folder: Path, place: WindowPlace) -> None:
    """Raises WriteError if the folder takes no files."""
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
