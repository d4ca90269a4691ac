"""Checking the values of an untrusted file against a plan before any of them is used.

A plan is put together of checks. A check takes the name of a value and the value, and gives it back
as it is used; or raises a :class:`ConfigError`, one sentence with the name and the value in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from model.config import is_number
from model.messages import ConfigError

_T = TypeVar("_T")

Check = Callable[[str, Any], _T]

LARGEST_WHOLE = 2**31 - 1
"""Larger counts are rejected; no widget could show them."""

LARGEST_NUMBER = 3.4e38
"""About the largest number of 32 bits: what was computed with these is not larger."""

LONGEST_TEXT = 100_000
MOST_ITEMS = 1_000_000
MOST_SHOWN = 1000
"""Of what a window shows each of, or all of the characters."""


def whole(smallest: int = 0, largest: int = LARGEST_WHOLE) -> Check[int]:
    """A whole number in the range; bool is not accepted."""

    def _check(name: str, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and smallest <= value <= largest:
            return value
        raise ConfigError(
            "{name} ({value!r}) must be a whole number from {smallest} to {largest}.",
            name=name,
            value=value,
            smallest=smallest,
            largest=largest,
        )

    return _check


def number(smallest: float = -LARGEST_NUMBER, largest: float = LARGEST_NUMBER) -> Check[float]:
    """A number in the range, not NaN."""

    def _check(name: str, value: Any) -> float:
        if is_number(value) and smallest <= value <= largest:
            return value
        raise ConfigError(
            "{name} ({value!r}) must be a number from {smallest:.6g} to {largest:.6g}.",
            name=name,
            value=value,
            smallest=smallest,
            largest=largest,
        )

    return _check


def text(longest: int = LONGEST_TEXT, *, of_a_file: bool = False) -> Check[str]:
    """A text encodable as UTF-8; a name ``of_a_file`` may contain other bytes."""
    errors = "surrogateescape" if of_a_file else "strict"

    def _check(name: str, value: Any) -> str:
        if isinstance(value, str) and len(value) <= longest and _is_encodable(value, errors):
            return value
        raise ConfigError("{name} ({value!r}) must be text.", name=name, value=value)

    return _check


def flag(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ConfigError("{name} ({value!r}) must be true or false.", name=name, value=value)


def choice(choices: tuple[str, ...] | tuple[float, ...]) -> Check[Any]:
    """One of the choices with its exact type: 1 is neither 1.0 nor True."""

    def _check(name: str, value: Any) -> Any:
        if any(type(value) is type(known) and value == known for known in choices):
            return value
        raise ConfigError(
            "{name} ({value!r}) must be one of {choices}.",
            name=name,
            value=value,
            choices=", ".join(map(str, choices)),
        )

    return _check


def maybe(known: Check[_T]) -> Check[_T | None]:
    return lambda name, value: None if value is None else known(name, value)


def many(each: Check[_T], *, fewest: int = 0, most: int = MOST_ITEMS) -> Check[tuple[_T, ...]]:
    def _check(name: str, value: Any) -> tuple[_T, ...]:
        if isinstance(value, list) and fewest <= len(value) <= most:
            return tuple(each(name, item) for item in value)
        raise ConfigError(
            "{name} ({value!r}) must be a list of {fewest} to {most} values.",
            name=name,
            value=value,
            fewest=fewest,
            most=most,
        )

    return _check


def fields(
    needed: Mapping[str, Check[Any]], optional: Mapping[str, Check[Any]] | None = None
) -> Check[dict[str, Any]]:
    """An object with these entries; other entries are not checked."""

    def _check(name: str, value: Any) -> dict[str, Any]:
        entries = mapping(name, value)
        for key in needed:
            if key not in entries:
                raise ConfigError("{name} is missing.", name=_entry(name, key))
        known = {**(optional or {}), **needed}
        checked = {
            key: known[key](_entry(name, key), entries[key]) for key in known if key in entries
        }
        return {**entries, **checked}

    return _check


def anything(name: str, value: Any) -> Any:
    return value


def mapping(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise ConfigError("{name} ({value!r}) must be an object.", name=name, value=value)


def made(kind: Callable[[Any], _T], known: Check[Any] = mapping) -> Check[_T]:
    return lambda name, value: kind(known(name, value))


def _entry(name: str, key: str) -> str:
    return f"{name}.{key}" if name else key


def _is_encodable(value: str, errors: str) -> bool:
    try:
        value.encode("utf-8", errors)
    except UnicodeEncodeError:
        return False
    return True
