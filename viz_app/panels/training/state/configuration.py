"""The numbers of a model and its training as they are typed, and what is wrong with them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from model.config import ModelConfig
from model.messages import ConfigError, Message
from model.runs.presets import TrainingConfig, check_new

MODEL_FIELDS = tuple(field.name for field in dataclasses.fields(ModelConfig))
_OPTIONAL = {field.name for field in dataclasses.fields(ModelConfig) if field.default is None}
"""Numbers that need not be there: others say what they are then."""
TRAINING_FIELDS = tuple(field.name for field in dataclasses.fields(TrainingConfig))

Typed = str | bool
"""A field as it stands in a form: text, or whether a box is ticked."""


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong, and the fields that it is about."""

    fields: tuple[str, ...]
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """What typed numbers come to.

    Attributes:
        model, training: the numbers; where they are wrong, something that is not.
        problems: in the order of the fields; empty when everything is right.
    """

    model: ModelConfig
    training: TrainingConfig
    problems: tuple[FieldProblem, ...] = ()


def configured(
    typed: Mapping[str, Typed], *, model: ModelConfig, training: TrainingConfig
) -> Configuration:
    """The numbers with those that were typed.

    Args:
        typed: by the name of a field of either configuration.
        model: the numbers of the fields that are not typed, and in place of wrong ones.
        training: likewise.

    Raises:
        ConfigError: those that are not typed are wrong by themselves.
    """
    new_model, wrong_model = _configured(model, typed, MODEL_FIELDS)
    new_training, wrong_training = _configured(training, typed, TRAINING_FIELDS)
    return Configuration(
        model=new_model, training=new_training, problems=(*wrong_model, *wrong_training)
    )


def typed_value(value: object) -> Typed:
    """A number as it stands in a form."""
    if value is None:
        return ""
    return value if isinstance(value, bool | str) else repr(value)


def read_value(typed: Typed) -> object:
    """A number, where it is one; else as it is: the configuration quotes it in its sentence."""
    if isinstance(typed, bool):
        return typed
    text = typed.strip()
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _configured(
    base: Any, typed: Mapping[str, Typed], names: tuple[str, ...]
) -> tuple[Any, tuple[FieldProblem, ...]]:
    """The configuration, and all that is wrong: what is at fault gives way until it is right."""
    values = {name: _read(name, typed[name]) for name in names if name in typed}
    problems: list[FieldProblem] = []
    wrong: set[str] = set()
    while True:
        try:
            new = dataclasses.replace(base, **values)
            if isinstance(new, ModelConfig):
                check_new(new)
            return new, tuple(problems)
        except ConfigError as error:
            named = _named(error, names)
            at_fault = tuple(name for name in named if name in values)
            if not at_fault:  # the numbers before were wrong: nothing that was typed is
                raise
            if wrong.isdisjoint(named):  # else it may be right beside what should stand there
                problems.append(FieldProblem(at_fault, error.message))
            wrong.update(at_fault)
            values = {name: value for name, value in values.items() if name not in at_fault}


def _read(name: str, typed: Typed) -> object:
    """The number of a field, or None where nothing is said of it."""
    return None if name in _OPTIONAL and typed == "" else read_value(typed)


def _named(error: ConfigError, names: tuple[str, ...]) -> tuple[str, ...]:
    """The fields that a sentence has before a bracket: ``d_model (100) must be divisible by …``."""
    named = set(re.findall(r"(\w+) \(", str(error)))
    return tuple(name for name in names if name in named)
