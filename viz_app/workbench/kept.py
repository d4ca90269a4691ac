"""What of a slice is the user's choice, for a session: its fields as plain values, and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from model.messages import ConfigError
from model.values import Check

_Slice = TypeVar("_Slice")


class KeptField(NamedTuple):
    """How a field is kept: ``plain`` makes of it what JSON knows, ``check`` takes that back."""

    check: Check[Any]
    plain: Callable[[Any], Any] = lambda value: value


Plan = Mapping[str, KeptField]
"""By the name of a field; what is no choice of the user's, or can be computed again, is not in."""


def kept_values(own: object, plan: Plan) -> dict[str, Any]:
    """The fields of a slice that a plan has, as plain values."""
    return {name: kept.plain(getattr(own, name)) for name, kept in plan.items()}


def restored(own: _Slice, plan: Plan, told: object) -> _Slice:
    """The slice with what a file tells of it; what is missing or wrong stays as it is."""
    entries = told if isinstance(told, Mapping) else {}
    fields: dict[str, Any] = {}
    for name in plan.keys() & entries.keys():
        with suppress(ConfigError):  # a choice that another version had, or nobody
            fields[name] = plan[name].check(name, entries[name])
    changed: Any = own
    return dataclasses.replace(changed, **fields) if fields else own
