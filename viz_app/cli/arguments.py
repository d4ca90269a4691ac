"""Reading single arguments; what cannot be right is bad usage (exit status 2)."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from model.presets import MOST_EPOCHS
from model.trace import KINDS
from viz_app.persistence.trace_files import TRACE_SUFFIXES

VIEWS = (*KINDS, "masks", "positions")
LARGEST_SEED = 2**32 - 1


def view_list(text: str) -> tuple[str, ...]:
    """Names of views, each once, from ``encoder,cross``."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    unknown = [name for name in names if name not in VIEWS]
    if unknown:
        raise ArgumentTypeError(f"there is no view {unknown[0]!r}; views: {', '.join(VIEWS)}")
    return names


def trace_path(text: str) -> Path:
    """A file that a trace can be written as."""
    path = Path(text)
    if path.suffix.lower() not in TRACE_SUFFIXES:
        raise ArgumentTypeError(f"{text!r} must end on one of {', '.join(TRACE_SUFFIXES)}")
    return path


def epochs(text: str) -> int:
    """How many passes over a corpus."""
    return _whole_number(text, smallest=1, largest=MOST_EPOCHS)


def seed(text: str) -> int:
    """Where random numbers begin."""
    return _whole_number(text, smallest=0, largest=LARGEST_SEED)


def _whole_number(text: str, *, smallest: int, largest: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(largest))):
        raise ArgumentTypeError(f"{text!r} is not a whole number from {smallest} to {largest}")
    number = int(text)
    if not smallest <= number <= largest:
        raise ArgumentTypeError(f"{text} is not a whole number from {smallest} to {largest}")
    return number
