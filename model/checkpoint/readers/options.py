"""Options of a foreign model, by name, checked where they are looked up."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model import values
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.config import STACKS, Activation


@dataclass(frozen=True)
class Options:
    """A configuration, or what a training program kept of its own options.

    Each look-up raises ForeignModelError for a value that cannot be used.

    Attributes:
        values: by name; none at all where nothing was kept.
        place: where they stand, for messages.
    """

    values: Mapping[str, Any]
    place: Path

    def number(self, name: str, default: int | None = None) -> int:
        value = self.values.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be a whole number.", **self._of(name, value)
            )
        return value

    def count(self, name: str, value: Any) -> int:
        """A whole number of at least 0, which may be stored as text."""
        told = value if isinstance(value, str) else ""
        if isinstance(value, int) and not isinstance(value, bool) and value <= values.LARGEST_WHOLE:
            told = str(value)
        if not told.isdecimal() or len(told) > len(str(values.LARGEST_WHOLE)):
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be a whole number.", **self._of(name, value)
            )
        return int(told)

    def fraction(self, name: str, default: float) -> float:
        """A number with 0 ≤ value < 1."""
        value = self.values.get(name, default)
        if not values.is_number(value) or not 0 <= value < 1:
            raise ForeignModelError(
                "{path}: {name} ({value!r}) must be at least 0 and below 1.",
                **self._of(name, value),
            )
        return float(value)

    def flag(self, name: str, *, default: bool) -> bool:
        return bool(self.values.get(name, default))

    def expect(self, **known: bool) -> None:
        """Raise ForeignModelError if a switch differs from ``known``."""
        # These switches are constant in a family, and no tensor shows them.
        for name, value in known.items():
            if self.flag(name, default=value) != value:
                raise ForeignModelError(
                    "{path}: {name} is {value!r}; only {known!r} is supported in this family.",
                    **self._of(name, self.values[name]),
                    known=value,
                )

    def activation(self, value: Any, known: Mapping[str, Activation]) -> Activation:
        """Ours by the ``known`` names of theirs."""
        if value not in known:
            raise ForeignModelError(
                "{path}: unknown activation {value!r}; supported: {known}.",
                path=self.place,
                value=value,
                known=", ".join(known),
            )
        return known[value]

    def told(self, name: str, default: Any) -> Any:
        """A single value, its default, or None without options."""
        value = self.values.get(name, default) if self.values else None
        if value is not None and not isinstance(value, str | int | float):
            raise ForeignModelError(
                "{place}: {name} ({value!r}) must be one value.", **self._of(name, _quotable(value))
            )
        return value

    def of_both(self, names: str, default: Any) -> Any:
        """An option ``{}`` shared by encoder and decoder."""
        first, second = (names.format(stack) for stack in STACKS)
        one, two = self.told(first, default), self.told(second, default)
        if one != two:
            raise ForeignModelError(
                "{path}: {first} is {one!r}, but {second} is {two!r}.",
                path=self.place,
                first=first,
                one=one,
                second=second,
                two=two,
            )
        return one

    def refuse(self, fine: Mapping[str, tuple[Any, ...]]) -> None:
        """Raise ForeignModelError if an option has another value than its ``fine`` ones."""
        for name, harmless in fine.items():
            value = self.values.get(name)
            known = isinstance(value, str | int | float)  # comparing a tensor gives a tensor
            if value is not None and not (known and value in harmless):
                raise ForeignModelError(
                    "{place}: {name} ({value!r}) has no counterpart here.",
                    **self._of(name, _quotable(value)),
                )

    def _of(self, name: str, value: Any) -> dict[str, Any]:
        return {"path": self.place, "place": self.place, "name": name, "value": value}


def _quotable(value: Any) -> Any:
    # A pickle's lists may contain themselves: written out they would be endless.
    parts = value if isinstance(value, list | tuple) else [value]
    is_plain = all(isinstance(part, str | int | float) for part in parts)
    return value if is_plain else type(value).__name__


def plain(kept: Any) -> dict[str, Any]:
    """The values of a namespace or a mapping; none of anything else."""
    if isinstance(kept, Namespace):
        return dict(vars(kept))
    return {str(name): value for name, value in kept.items()} if isinstance(kept, Mapping) else {}
