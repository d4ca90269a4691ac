"""The user's settings and the window's place, kept in files."""

from __future__ import annotations

import dataclasses
import errno
import json
import reprlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import platformdirs
from msgspec import Meta

from model.config import DEVICES
from model.files import make_folder, read_text, write_atomically
from model.messages import ConfigError, Message
from model.values import Count, Few, OneOf, ShortText, described, read

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
        spotlight: pictures dim the cells outside the row and the column of the pointer.
        lessons: by name the scene, from 0, at which a lesson was left.
        greeted: the lessons were offered at a start, and the offer was answered.
    """

    theme: ThemeName = "system"
    language: Language = "system"
    size: Size = "normal"
    spotlight: bool = False
    timeline: TimelineSize = "folded"
    device: Annotated[str, OneOf(DEVICES)] = "auto"
    colour_map: ColourMap = "kind"
    recent_models: tuple[str, ...] = ()
    recent_sessions: tuple[str, ...] = ()
    glosses: bool = True
    grid_tokens: bool = True
    lessons: Few[tuple[ShortText, Count]] = ()
    greeted: bool = False


# ----------------------------------------------------------------------------------- settings file
# The settings file: JSON, written atomically, read key by key: a broken one still starts.


VERSION = 1
RECENT = {"recent_models", "recent_sessions"}


def settings_path() -> Path:
    return Path(platformdirs.user_config_dir("headlight")) / "settings.json"


def load_settings(path: Path) -> tuple[Settings, Message | None]:
    """The settings, and a message if some of them could not be read.

    A file that is not JSON is kept as ``settings.json.broken``.
    """
    try:
        told = json.loads(read_text(path))
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        too_large = error.errno == errno.EFBIG
        return Settings(), _set_aside(path) if too_large else _unreadable(path, error)
    except (ValueError, RecursionError):  # the latter of ten thousand brackets
        return Settings(), _set_aside(path)
    if not isinstance(told, dict):
        return Settings(), _set_aside(path)
    kept: dict[str, Any] = {}
    bad: list[str] = []
    for name, field in described(Settings).items():
        try:
            kept[name] = read(field.annotation, told.get(name, field.default), name)
        except ConfigError:
            bad.append(name)
    for name in RECENT & kept.keys():
        kept[name] = kept[name][:MOST_RECENT]
    if not bad:
        return Settings(**kept), None
    return Settings(**kept), Message(
        "The setting {name} has an invalid value {value}; the default is used.",
        {"name": min(bad), "value": reprlib.repr(told[min(bad)])},
    )


def save_settings(path: Path, settings: Settings) -> None:
    """Raises WriteError if the file cannot be written."""
    told = {"version": VERSION, **dataclasses.asdict(settings)}
    make_folder(path.parent)
    write_atomically(path, json.dumps(told, indent=1).encode())


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

_Coordinate = Annotated[int, Meta(ge=-LARGEST_SIDE, le=LARGEST_SIDE)]
_Side = Annotated[int, Meta(ge=1, le=LARGEST_SIDE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPlace:
    """In px at 100 %, without its frame; ``maximised``: those that it goes back to."""

    x: _Coordinate
    y: _Coordinate
    width: _Side
    height: _Side
    maximised: bool = False


def read_place(folder: Path) -> WindowPlace | None:
    """None if it is unknown: the window has its default place."""
    try:
        return read(WindowPlace, json.loads(read_text(folder / PLACE, most=10_000)))
    except (OSError, ValueError, RecursionError, ConfigError):
        return None


def write_place(folder: Path, place: WindowPlace) -> None:
    """Raises WriteError if the folder takes no files."""
    make_folder(folder)
    write_atomically(folder / PLACE, json.dumps(dataclasses.asdict(place)).encode())
