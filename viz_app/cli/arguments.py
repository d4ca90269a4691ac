"""Parsing single arguments; invalid values are bad usage (exit status 2)."""

from __future__ import annotations

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Collection
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from model.runs.presets import MOST_EPOCHS
from model.traces.trace import KINDS
from viz_app.storage.animation_files import AnimationError, AnimationFile
from viz_app.storage.traces import TRACE_SUFFIXES

LANGUAGES = ("en", "zh_CN")
PAGE_SUFFIXES = (".html", ".htm")
VIEWS = (*KINDS, "masks", "positions")
LARGEST_SEED = 2**32 - 1
MOST_THREADS = 1024
MOST_SECONDS = 86_400
MOST_HELDOUT = 10**9
MOST_PARTS = 1000
"""Largest denominator of a speed."""

_CHANGE = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*\S.*)", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]{1,15}")
_NUMBER = re.compile(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_SIZE = re.compile(r"(?P<width>[0-9]{1,6})[x×](?P<height>[0-9]{1,6})")
_TRUTHS = {"true": True, "false": False}


def view_list(text: str) -> tuple[str, ...]:
    """Names of views, without duplicates, from ``encoder,cross``."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    unknown = [name for name in names if name not in VIEWS]
    if unknown:
        raise ArgumentTypeError(f"unknown view {unknown[0]!r}; views: {', '.join(VIEWS)}")
    return names


def trace_path(text: str) -> Path:
    return _ending_on(TRACE_SUFFIXES, text)


def page_path(text: str) -> Path:
    return _ending_on(PAGE_SUFFIXES, text)


def _ending_on(suffixes: Collection[str], text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in suffixes:
        raise ArgumentTypeError(f"{text!r} must end in one of {', '.join(suffixes)}")
    return path


def animation_path(text: str) -> Path:
    return _animated(path=Path(text)).path


def fps(text: str) -> Fraction:
    """Frames per second: ``2``, ``0.5``, ``30``."""
    if not _NUMBER.fullmatch(text):
        raise ArgumentTypeError(f"{text!r} is not a valid number of frames per second")
    return _animated(fps=Fraction(text).limit_denominator(MOST_PARTS)).fps


def picture_size(text: str) -> tuple[int, int]:
    """Width and height in pixels, from ``1280x720``."""
    parts = _SIZE.fullmatch(text)
    if parts is None:
        raise ArgumentTypeError(f"{text!r} is not a valid size, such as 1280x720")
    file = _animated(width=int(parts["width"]), height=int(parts["height"]))
    return file.width, file.height


def _animated(*, path: Path = Path("any.gif"), **numbers: Any) -> AnimationFile:
    file = AnimationFile(path=path, **numbers)
    try:
        file.check()
    except AnimationError as error:
        raise ArgumentTypeError(str(error)) from error
    return file


def seconds(text: str) -> float:
    if not _NUMBER.fullmatch(text) or not 0 < float(text) <= MOST_SECONDS:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {MOST_SECONDS:,}")
    return float(text)


def filled(text: str) -> str:
    """Text that is not blank, stripped."""
    if not text.strip():
        raise ArgumentTypeError("it contains no text")
    return text.strip()


def sentence(text: str) -> str:
    """Text that is not blank, unchanged."""
    filled(text)
    return text


def change(text: str) -> tuple[str, int | float | bool | str]:
    """A name and its new value, from ``d_model=256``, ``dropout=0.1`` or ``norm=pre``."""
    parts = _CHANGE.fullmatch(text)
    if parts is None:
        raise ArgumentTypeError(f"{text!r} must be NAME=VALUE, such as d_model=256")
    return parts["name"], _value(parts["value"].strip())


def _value(text: str) -> int | float | bool | str:
    if _INTEGER.fullmatch(text):
        return int(text)
    if not _NUMBER.fullmatch(text):
        return _TRUTHS.get(text, text)
    number = float(text)
    if not math.isfinite(number):
        raise ArgumentTypeError(f"{text} is too large")
    return number


def whole_number(text: str, *, smallest: int, largest: int) -> int:
    """Digits, from ``smallest`` to ``largest``."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(largest))):
        raise ArgumentTypeError(f"{text!r} is not a whole number from {smallest} to {largest}")
    number = int(text)
    if not smallest <= number <= largest:
        raise ArgumentTypeError(f"{text} is not a whole number from {smallest} to {largest}")
    return number


epochs = partial(whole_number, smallest=1, largest=MOST_EPOCHS)
seed = partial(whole_number, smallest=0, largest=LARGEST_SEED)
threads = partial(whole_number, smallest=1, largest=MOST_THREADS)
heldout = partial(whole_number, smallest=1, largest=MOST_HELDOUT)
counted = partial(whole_number, smallest=1, largest=9999)
"""From 1, as in the window."""
