"""Options of commands as fields of dataclasses, and parsing single arguments.

Invalid values are bad usage (exit status 2).
"""

from __future__ import annotations

import inspect
import math
import re
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from model.config import DEVICES
from model.traces.trace import KINDS, Kind
from viz_app.storage.animation_files import AnimationError, AnimationFile
from viz_app.storage.library import DEFAULT_MODEL, ENGLISH_MODEL

# --------------------------------------------------------------------------------- single arguments


VIEWS = (*KINDS, "masks", "positions")
LARGEST_SEED = 2**32 - 1
MOST_SECONDS = 86_400
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


def path_ending_on(suffixes: Collection[str], text: str) -> Path:
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


def heads(text: str) -> tuple[Kind, int | None, int | None]:
    """A kind, and a layer and a head from 0, from ``cross``, ``cross:2`` or ``cross:2:8``."""
    kind, *numbers = text.split(":")
    if kind not in KINDS or len(numbers) > 2:
        raise ArgumentTypeError(
            f"{text!r} is not KIND, KIND:LAYER or KIND:LAYER:HEAD; kinds: {', '.join(KINDS)}"
        )
    places = [whole_number(number, smallest=1, largest=9999) - 1 for number in numbers]
    layer, head = (*places, None, None)[:2]
    return kind, layer, head


# -------------------------------------------------------------------------------- fields as options


PageLanguage = Literal["en", "zh_CN"]


def option(
    help: str | None = None,
    metavar: str | None = None,
    read: Callable[[str], Any] | None = None,
    *,
    flags: Sequence[str] | None = None,
    group: str | None = None,
    default: Any = None,
    **settings: Any,
) -> Any:
    """A field that is an option; its type decides the rest: a ``Literal`` has its choices.

    ``flags`` are by default ``--`` and the name of the field, of an argument none; ``settings`` are
    those of argparse. A field without a default is required: ``default=MISSING``.
    """
    settings |= {"help": help, "metavar": metavar, "type": read}
    metadata = {"flags": flags, "group": group, "settings": settings}
    return field(default=default, metadata=metadata)


def switch(help: str, **options: Any) -> Any:
    """Off by default; one that is on has a ``--no-``."""
    return option(help, **{"default": False, **options})


def number(help: str, *, largest: int, smallest: int = 1, **options: Any) -> Any:
    read = partial(whole_number, smallest=smallest, largest=largest)
    return option(help, "N", read, **options)


counted = partial(number, largest=9999)
"""From 1, as in the window."""


def output(
    metavar: str,
    help: str | None = None,
    read: Callable[[str], Path] = Path,
    default: Any = MISSING,
) -> Any:
    return option(help, metavar, read, flags=("-o", "--output"), default=default)


def argument(metavar: str, help: str | None = None, **options: Any) -> Any:
    return option(help, metavar, flags=(), **{"default": MISSING, **options})


def device() -> Any:
    return option("compute device (default: auto)", choices=DEVICES)


def model() -> Any:
    return option(
        "model name from `headlight models`, or checkpoint file "
        f"(default: {ENGLISH_MODEL} for English, else {DEFAULT_MODEL})",
        "NAME|FILE",
        filled,
    )


@dataclass(frozen=True, kw_only=True)
class CommandOptions:
    """Options of a command, as its parser makes them.

    Attributes:
        run: file beside this one and the function in it that runs the command.
        epilog: last paragraph of its help.
    """

    run: ClassVar[str]
    epilog: ClassVar[str | None] = None

    def wrong(self) -> str | None:
        """An error message on options that exclude each other, or None."""
        return None


@dataclass(frozen=True, kw_only=True)
class Asking(CommandOptions):
    """Takes options of any name: ``answers`` to the questions of readers, by their names."""

    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Translating(CommandOptions):
    """Options of a command that translates; those of its own come first in its help."""

    model: str | None = model()
    device: str | None = device()
    without: Sequence[tuple[Kind, int | None, int | None]] = option(
        "switch heads off; may be repeated",
        "KIND[:LAYER[:HEAD]]",
        heads,
        action="append",
        default=(),
        group="interventions",
    )
    off: Literal["mean", "zero"] = option(
        "value of heads that are off: the mean over a sample of pairs, or zero (default: mean)",
        default="mean",
        group="interventions",
    )
    interventions: Path | None = option(
        "JSON file with a list of interventions", "FILE", Path, group="interventions"
    )


def add_options(parser: ArgumentParser, options: type[CommandOptions]) -> None:
    """Add the options of a class, its own before inherited ones.

    The parser finds only the values that are given, by the names of their fields.
    """
    types = get_type_hints(options)
    known = {one.name: one for one in fields(options) if one.metadata}
    groups: dict[str | None, Any] = {None: parser}
    for name in dict.fromkeys(chain.from_iterable(map(inspect.get_annotations, options.__mro__))):
        if name not in known:
            continue
        group = known[name].metadata["group"]
        if group not in groups:
            groups[group] = parser.add_argument_group(group)
        _add(groups[group], known[name], types[name])


def _add(group: Any, known: Field[Any], kind: Any) -> None:
    settings, flags = {**known.metadata["settings"], "default": SUPPRESS}, known.metadata["flags"]
    if kind is bool:
        action = BooleanOptionalAction if known.default else "store_true"
        settings = {"action": action, "help": settings["help"], "default": SUPPRESS}
    for one in (kind, *get_args(kind)):
        if get_origin(one) is Literal:
            settings["choices"] = get_args(one)
    if flags == ():  # None if it is not given
        group.add_argument(known.name, **{**settings, "default": None})
        return
    names = flags or ("--" + known.name.replace("_", "-"),)
    required = known.default is MISSING
    group.add_argument(*names, dest=known.name, required=required, **settings)
