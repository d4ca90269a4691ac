"""What checkpoints of fairseq, OpenNMT-py and JoeyNMT have in common: options and layers."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import torch

from model import values
from model.checkpoint.readers.places import (
    TensorPlaces,
    copied,
    flat_table,
    position_rows,
    zeros,
)
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import LARGEST_SIZE, STACKS, Activation, ModelConfig, Stack
from model.network.positional import sinusoidal_table

_YES_NO = ("yes", "no")


@dataclass(frozen=True)
class Options:
    """What a training program was told, as far as the checkpoint kept it.

    Attributes:
        values: by name; none at all where nothing was kept.
        place: where they stand, for messages.
    """

    values: Mapping[str, Any]
    place: str

    def told(self, name: str, default: Any) -> Any:
        """A value, or the program's own default; None where nothing was kept.

        Raises:
            ForeignModelError: it is a list, or anything else that is no single value.
        """
        value = self.values.get(name, default) if self.values else None
        if value is not None and not isinstance(value, str | int | float):
            raise ForeignModelError(
                "{place}: {name} ({value!r}) must be one value.",
                place=self.place,
                name=name,
                value=_quotable(value),
            )
        return value

    def refuse(self, name: str, *fine: Any) -> None:
        """Raise ForeignModelError where an option has another value than these, or none."""
        value = self.values.get(name)
        known = isinstance(value, str | int | float)  # a tensor is in no list, and says so loudly
        if value is not None and not (known and value in fine):
            raise ForeignModelError(
                "{place}: {name} ({value!r}) has no counterpart here.",
                place=self.place,
                name=name,
                value=_quotable(value),
            )


def _quotable(value: Any) -> Any:
    """The value, or what it is: a pickle's lists in lists may be endless when written out."""
    parts = value if isinstance(value, list | tuple) else [value]
    plain_ = all(isinstance(part, str | int | float) for part in parts)
    return value if plain_ else type(value).__name__


def options_of(kept: Any, place: Path) -> Options:
    """Of a namespace or a mapping; of anything else there are none."""
    return Options(plain(kept), str(place))


def plain(kept: Any) -> dict[str, Any]:
    """A namespace or a mapping, by names; empty if it is neither."""
    if isinstance(kept, Namespace):
        return dict(vars(kept))
    return {str(name): value for name, value in kept.items()} if isinstance(kept, Mapping) else {}


def of_both(options: Options, names: str, default: Any) -> Any:
    """What is said of the encoder and of the decoder alike, by names with ``{}`` for the stack.

    Raises:
        ForeignModelError: they differ.
    """
    first, second = (names.format(stack) for stack in STACKS)
    one, two = options.told(first, default), options.told(second, default)
    if one != two:
        raise ForeignModelError(
            "{path}: {first} is {one!r}, but {second} is {two!r}.",
            path=options.place,
            first=first,
            one=one,
            second=second,
            two=two,
        )
    return one


def heads(answers: Answers, options: Options, told: Any, *, d_model: int) -> int:
    """As many as the options say; else it is asked.

    Raises:
        ForeignModelError: they say no number.
    """
    number = None if told is None else whole(options, "heads", told)
    return answers.number("heads", default=1, smallest=1, largest=d_model, told=number)


def activation(
    answers: Answers, told: Any, known: Mapping[str, Activation], *, place: str
) -> Activation:
    """The activation that the options name; else it is asked.

    Raises:
        ForeignModelError: the network has none of that name.
    """
    if told is not None and told not in known:
        raise ForeignModelError(
            "{path}: the activation {value!r} is none of {known}.",
            path=place,
            value=told,
            known=", ".join(known),
        )
    choices: tuple[Activation, ...] = get_args(Activation)
    name = answers.choice("activation", choices, told=None if told is None else known[told])
    return next(choice for choice in choices if choice == name)


def yes(answers: Answers, name: str, *, told: bool | None) -> bool:
    """Whether something is so, as the options say; else it is asked."""
    said = None if told is None else _YES_NO[not told]
    return answers.choice(name, _YES_NO, told=said) == "yes"


def stored_positions(file: TensorFile, tables: Sequence[str], *, family: str) -> dict[str, Any]:
    """Of tables that the program computes and stores: computed as it does by default, or given.

    Raises:
        ForeignModelError: one is missing, or is no table.
    """
    rows_of = [max(shape_of(file, name, family=family, dimensions=3)[:-1]) for name in tables]
    found = [flat_table(file.load(name)).float() for name in tables]
    usual = all(
        torch.allclose(table, sinusoidal_table(*table.shape, layout="interleaved"), atol=1e-3)
        for table in found
    )
    return {"positions": "sinusoidal" if usual else "given", "max_len": min(rows_of)}


def position_places(config: ModelConfig, tables: Sequence[str]) -> TensorPlaces:
    """Of tables that are given, by the source's name and the target's."""
    if config.positions != "given":
        return {}
    return {
        f"{side}_embedding.positions.table": position_rows(name, config.max_len)
        for side, name in zip(("src", "tgt"), tables, strict=True)
    }


def whole(options: Options, name: str, value: Any) -> int:
    """A number, which some write as a text.

    Raises:
        ForeignModelError: it is none.
    """
    told = value if isinstance(value, str) else ""
    if isinstance(value, int) and not isinstance(value, bool) and value <= values.LARGEST_WHOLE:
        told = str(value)
    if not told.isdecimal() or len(told) > len(str(values.LARGEST_WHOLE)):
        raise ForeignModelError(
            "{path}: {name} ({value!r}) must be a whole number.",
            path=options.place,
            name=name,
            value=value,
        )
    return int(told)


def shape_of(file: TensorFile, name: str, *, family: str, dimensions: int = 2) -> tuple[int, ...]:
    """Of a tensor that tells a size.

    Raises:
        ForeignModelError: there is none of that name with so many dimensions.
    """
    if len(shape := file.shapes.get(name, ())) != dimensions:
        raise ForeignModelError(
            "The {family} model has no tensor {name}.", family=family, name=name
        )
    return shape


def depth(file: TensorFile, start: str) -> int:
    """How many layers have names that start so; at least 1, which is then found missing."""
    found = (re.match(rf"{re.escape(start)}(\d{{1,4}})\.", name) for name in file.shapes)
    return min(LARGEST_SIZE, 1 + max((int(match[1]) for match in found if match), default=0))


def is_copy(file: TensorFile, name: str, other: str) -> bool:
    """Whether two names stand for the same numbers."""
    return name in file.shapes and file.same(name, other)


LayerNames = Mapping[Stack, Mapping[str, str]]
"""What the parts of one layer are called, by our names, after the layer's own."""


def layer_places(
    file: TensorFile, config: ModelConfig, starts: Mapping[Stack, str], names: LayerNames
) -> TensorPlaces:
    """Of all layers and the norms after them; ``starts`` stand before a layer's number."""
    places: TensorPlaces = {}
    for stack in STACKS:
        for layer in range(config.depth(stack)):
            for ours, theirs in names[stack].items():
                place = f"{stack}_layers.{layer}.{ours}"
                places |= module_places(file, config, place, f"{starts[stack]}{layer}.{theirs}")
        if config.has_final_norm:
            places |= module_places(file, config, f"{stack}_norm", f"{stack}.layer_norm")
    return places


def module_places(file: TensorFile, config: ModelConfig, ours: str, theirs: str) -> TensorPlaces:
    """Of a projection or norm; a bias that no projection of that name has is 0."""
    weight, bias = f"{theirs}.weight", f"{theirs}.bias"
    places = {f"{ours}.weight": copied(weight)}
    is_norm = ours.endswith("norm")
    if not (config.norm_type == "layer" if is_norm else config.biases):
        return places
    kind = f".{theirs.rpartition('.')[2]}.bias"
    made_up = not is_norm and weight in file.shapes
    if made_up and not any(name.endswith(kind) for name in file.shapes):
        return {**places, f"{ours}.bias": zeros(*file.shapes[weight][:1])}
    return {**places, f"{ours}.bias": copied(bias)}
