"""The numbers that define a Transformer's architecture."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, get_args

from model.messages import ConfigError

Norm = Literal["post", "pre"]
Positions = Literal["sinusoidal", "learned"]
Activation = Literal["relu", "gelu"]

LARGEST_SIZE = 65_536
"""No size above this is accepted: a typing error should not allocate the whole memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """Architecture of an encoder-decoder Transformer (Vaswani et al. 2017, section 3).

    The defaults are small enough for a laptop; the paper's base model is 6 layers, 8 heads,
    d_model 512, d_ff 2048, post-norm.

    Raises:
        ConfigError: a number is out of range, or two do not fit together.
    """

    n_layers: int = 3
    n_heads: int = 8
    d_model: int = 128
    d_ff: int = 512
    dropout: float = 0.1
    norm: Norm = "pre"
    positions: Positions = "sinusoidal"
    max_len: int = 128
    tie_embeddings: bool = False
    activation: Activation = "relu"

    def __post_init__(self) -> None:
        """Check every field alone, then together."""
        for name in ("n_layers", "n_heads", "d_model", "d_ff", "max_len"):
            check_size(name, getattr(self, name))
        check_choice("norm", self.norm, get_args(Norm))
        check_choice("positions", self.positions, get_args(Positions))
        check_choice("activation", self.activation, get_args(Activation))
        check_flag("tie_embeddings", self.tie_embeddings)
        check_share("dropout", self.dropout)
        if self.d_model % self.n_heads:
            raise ConfigError(
                "d_model ({d_model}) must be divisible by n_heads ({n_heads}).",
                d_model=self.d_model,
                n_heads=self.n_heads,
            )

    @property
    def d_k(self) -> int:
        """Width of one head's queries, keys and values."""
        return self.d_model // self.n_heads

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ModelConfig:
        """Inverse of :meth:`to_json`.

        Raises:
            ConfigError: a field is unknown or out of range.
        """
        return cls(**check_fields(cls, values))


def check_fields(cls: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as keyword arguments for a dataclass, with no unknown name among them.

    Raises:
        ConfigError: a name is not a field of the dataclass.
    """
    known = {field.name for field in dataclasses.fields(cls)}
    unknown = sorted(set(values) - known)
    if unknown:
        raise ConfigError("The configuration has an unknown field {name!r}.", name=unknown[0])
    return dict(values)


def check_share(name: str, value: object) -> None:
    """Raise ConfigError unless the value is a number with 0 ≤ value < 1."""
    if not (is_number(value) and 0 <= value < 1):
        raise ConfigError(
            "{name} ({value!r}) must be at least 0 and below 1.", name=name, value=value
        )


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def check_count(name: str, value: object) -> None:
    """Raise ConfigError unless the value is a whole number of at least 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ConfigError(
            "{name} ({value!r}) must be a whole number of at least {smallest}.",
            name=name,
            value=value,
            smallest=0,
        )


def check_size(name: str, value: object, *, largest: int = LARGEST_SIZE) -> None:
    """Raise ConfigError unless the value is a whole number with 1 ≤ value ≤ ``largest``."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= largest:
        raise ConfigError(
            "{name} ({value!r}) must be a whole number from 1 to {largest}.",
            name=name,
            value=value,
            largest=largest,
        )


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise ConfigError unless the value is one of the choices."""
    if value not in choices:
        raise ConfigError(
            "{name} ({value!r}) must be one of {choices}.",
            name=name,
            value=value,
            choices=", ".join(choices),
        )


def check_flag(name: str, value: object) -> None:
    """Raise ConfigError unless the value is true or false."""
    if not isinstance(value, bool):
        raise ConfigError("{name} ({value!r}) must be true or false.", name=name, value=value)
