"""The settings file: JSON, written atomically, read key by key: a broken one still starts."""

from __future__ import annotations

import dataclasses
import errno
import json
import reprlib
from pathlib import Path
from typing import Any, get_args

import platformdirs

from model.atomic import make_folder, write_atomically
from model.devices import DEVICES
from model.foreign_files import read_text
from model.messages import Message
from viz_app.storage.settings import (
    COLOUR_MAPS,
    MOST_RECENT,
    Language,
    Settings,
    Size,
    ThemeName,
    TimelineSize,
)

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
    """Where this user's settings are."""
    return Path(platformdirs.user_config_dir("headlight")) / "settings.json"


def load_settings(path: Path) -> tuple[Settings, Message | None]:
    """The settings, and a sentence when some of them could not be read.

    A file that is no JSON is kept beside as ``settings.json.broken``.
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
    return Settings(**kept), _reset_message(bad, values)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings.

    Raises:
        WriteError: the file cannot be written.
    """
    values = {"version": VERSION, **dataclasses.asdict(settings)}
    make_folder(path.parent)
    write_atomically(path, json.dumps(values, indent=1).encode())


def _is_choice(key: str, value: object) -> bool:
    """1 is not True here, though Python finds them equal."""
    return any(type(value) is type(choice) and value == choice for choice in CHOICES[key])


def _set_aside(path: Path) -> Message:
    broken = path.with_suffix(".json.broken")
    try:
        path.replace(broken)
    except OSError as error:
        return _unreadable(path, error)
    return Message(
        "The settings file was broken; Headlight starts with the defaults and keeps it as {path}.",
        {"path": broken},
    )


def _unreadable(path: Path, error: OSError) -> Message:
    return Message(
        "The settings file {path} is not readable ({reason}); Headlight starts with the defaults.",
        {"path": path, "reason": error.strerror or error},
    )


def _reset_message(bad: list[str], values: dict[str, Any]) -> Message | None:
    if not bad:
        return None
    return Message(
        "The setting {name} has no value {value}; its default is used.",
        {"name": bad[0], "value": reprlib.repr(values[bad[0]])},
    )
