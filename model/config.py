"""The configuration of a Transformer, and the devices that it can run on."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, get_args

from model.messages import ConfigError

# ----------------------------------------------------------------------------------------- devices
# Where and in which numbers a model can be asked to compute.


DEVICES = ("auto", "cpu", "cuda", "mps")
"""``auto`` selects the fastest available one."""

Precision = Literal["auto", "float32", "bfloat16"]
"""Of the products of matrices; weights are always float32.

``auto`` takes bfloat16 where the device has it and a run is long enough for it to matter.
"""

# ------------------------------------------------------------------------------------------ config


Norm = Literal["post", "pre"]
NormType = Literal["layer", "rms"]
Positions = Literal["sinusoidal", "learned", "given", "relative", "none"]
Sinusoids = Literal["interleaved", "halves"]
Activation = Literal["relu", "gelu", "gelu_tanh", "silu"]
Stack = Literal["encoder", "decoder"]
STACKS: tuple[Stack, ...] = get_args(Stack)

LARGEST_SIZE = 65_536
"""Sizes above this are rejected: a typing error must not allocate the whole memory."""

_ALWAYS_TOLD = frozenset(
    (
        *("n_layers", "n_heads", "d_model", "d_ff", "dropout"),
        *("norm", "positions", "max_len", "tie_embeddings", "activation"),
    )
)
_SIZES = ("n_layers", "n_heads", "d_model", "d_ff", "max_len")
_RELATIVE = ("relative_buckets", "relative_distance")
_CHOICES: Mapping[str, Any] = {
    "norm": Norm,
    "norm_type": NormType,
    "positions": Positions,
    "sinusoids": Sinusoids,
    "activation": Activation,
}
_FLAGS = (
    "scaled_embedding",
    "embedding_norm",
    "closed_sinusoids",
    "scaled_scores",
    "gated",
    "biases",
    "output_bias",
    "output_transform",
    "tie_embeddings",
    "share_embeddings",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """Architecture of an encoder-decoder Transformer (Vaswani et al. 2017, section 3).

    The defaults are small enough for a laptop; the paper's base model is 6 layers, 8 heads,
    d_model 512, d_ff 2048, post-norm. What else can be chosen is what other people's models have.

    Attributes:
        n_layers: of the encoder and of the decoder.
        encoder_layers, decoder_layers: of one of them, where they differ. One can have none: then
            nothing of it is there. Without an encoder that is the source and all cross-attention;
            without a decoder, the target: the encoder's output goes to the output projection.
        d_kv: width of a head's queries, keys and values; None = d_model / n_heads.
        norm: where a sublayer is normalised: what it reads, or what it has been added to.
        norm_type: LayerNorm, or RMSNorm (Zhang & Sennrich 2019), which has no mean and no bias.
        norm_epsilon: what a norm adds to the variance.
        final_norm: one norm more after each stack; None = with pre-norm only.
        scaled_embedding: token rows are multiplied by √d_model.
        embedding_norm: a norm after the positions have been added.
        positions: a table that is computed, trained or stored as it is; biases of the scores by
            distance (Raffel et al. 2020, section 2.1), or nothing.
        sinusoids: sines and cosines by turns, or all sines before all cosines.
        closed_sinusoids: the last wavelength is 10000 · 2π, not the one before: divide by
            d_model − 2 instead of d_model.
        position_offset: row of the table that the first token gets.
        relative_buckets, relative_distance: of relative positions: how many biases a head has, and
            from which distance on all share one.
        scaled_scores: scores are divided by √d_k.
        gated: the activated hidden units are multiplied by as many that are not (Shazeer 2020).
        biases: the projections of attention and feed-forward have them.
        output_bias: the output projection has one.
        output_transform: before it stand a projection, the activation and a norm (Devlin et al.
            2019).
        tie_embeddings: the output projection is the target's embedding, or the only one there is.
        share_embeddings: the source's embedding is the target's.
        forbidden: ids that are never predicted.

    Raises:
        ConfigError: a number is out of range, or two do not fit together.
    """

    n_layers: int = 3
    encoder_layers: int | None = None
    decoder_layers: int | None = None
    n_heads: int = 8
    d_model: int = 128
    d_kv: int | None = None
    d_ff: int = 512
    dropout: float = 0.1
    norm: Norm = "pre"
    norm_type: NormType = "layer"
    norm_epsilon: float = 1e-5
    final_norm: bool | None = None
    scaled_embedding: bool = True
    embedding_norm: bool = False
    positions: Positions = "sinusoidal"
    sinusoids: Sinusoids = "interleaved"
    closed_sinusoids: bool = False
    position_offset: int = 0
    relative_buckets: int = 32
    relative_distance: int = 128
    max_len: int = 128
    scaled_scores: bool = True
    activation: Activation = "relu"
    gated: bool = False
    biases: bool = True
    output_bias: bool = False
    output_transform: bool = False
    tie_embeddings: bool = False
    share_embeddings: bool = False
    forbidden: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name in (*_SIZES, *_RELATIVE):
            check_size(name, getattr(self, name))
        for name in ("encoder_layers", "decoder_layers", "d_kv"):
            value = getattr(self, name)
            if value is not None:  # one of the stacks can have no layers
                check_size(name, value, smallest=1 if name == "d_kv" else 0)
        for name, choices in _CHOICES.items():
            check_choice(name, getattr(self, name), get_args(choices))
        for name in _FLAGS:
            check_flag(name, getattr(self, name))
        if self.final_norm is not None:
            check_flag("final_norm", self.final_norm)
        check_share("dropout", self.dropout)
        check_share("norm_epsilon", self.norm_epsilon)
        check_count("position_offset", self.position_offset)
        for token_id in self.forbidden:
            check_count("forbidden", token_id)
        self._check_together()

    def _check_together(self) -> None:
        if not self.stacks:
            raise ConfigError("encoder_layers and decoder_layers cannot both be 0.")
        if self.share_embeddings and len(self.stacks) == 1:
            raise ConfigError("share_embeddings needs both an encoder and a decoder.")
        if self.d_kv is None and self.d_model % self.n_heads:
            raise ConfigError(
                "d_model ({d_model}) must be divisible by n_heads ({n_heads}).",
                d_model=self.d_model,
                n_heads=self.n_heads,
            )
        exact = self.relative_buckets // 2  # distances up to here have a bucket of their own
        if not exact < self.relative_distance:
            raise ConfigError(
                "relative_distance ({distance}) must be greater than half of "
                "relative_buckets ({exact}).",
                distance=self.relative_distance,
                exact=exact,
            )

    @property
    def d_k(self) -> int:
        """Width of one head's queries, keys and values."""
        return self.d_model // self.n_heads if self.d_kv is None else self.d_kv

    @property
    def has_final_norm(self) -> bool:
        """True if a norm follows each stack: pre-norm layers leave the stream unnormalised."""
        return self.norm == "pre" if self.final_norm is None else self.final_norm

    def depth(self, stack: Stack) -> int:
        own = self.encoder_layers if stack == "encoder" else self.decoder_layers
        return self.n_layers if own is None else own

    @property
    def deepest(self) -> int:
        return max(map(self.depth, STACKS))

    @property
    def depths(self) -> str:
        """Layers as text: ``6``, or ``6 + 2`` of encoder and decoder."""
        depths = [self.depth(stack) for stack in self.stacks]
        return " + ".join(map(str, dict.fromkeys(depths)))

    @property
    def stacks(self) -> tuple[Stack, ...]:
        return tuple(stack for stack in STACKS if self.depth(stack))

    def check_vocabularies(self, source: int, target: int) -> None:
        """Raise ConfigError if vocabularies of different sizes share one table."""
        tied = self.tie_embeddings and self.stacks == ("encoder",)
        if (self.share_embeddings or tied) and source != target:
            raise ConfigError(
                "Source and target share their embedding, but their vocabularies have "
                "{source} and {target} tokens.",
                source=source,
                target=target,
            )

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        # Switches that only imported models use are left out at their defaults, so that older files
        # of models and runs stay the same.
        return {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name in _ALWAYS_TOLD or getattr(self, field.name) != field.default
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ModelConfig:
        """Inverse of :meth:`to_json`; raises ConfigError if a field is unknown or out of range."""
        fields = check_fields(cls, values)
        forbidden = fields.get("forbidden", ())
        if not isinstance(forbidden, Sequence) or isinstance(forbidden, str):
            raise ConfigError("forbidden ({value!r}) must be a list of ids.", value=forbidden)
        return cls(**{**fields, "forbidden": tuple(forbidden)})


def check_fields(cls: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as keyword arguments of a dataclass; raises ConfigError for unknown names."""
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
    """True for int and float, False for bool."""
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


def check_size(name: str, value: object, *, smallest: int = 1, largest: int = LARGEST_SIZE) -> None:
    """Raise ConfigError unless the value is a whole number from ``smallest`` to ``largest``."""
    if not isinstance(value, int) or isinstance(value, bool) or not smallest <= value <= largest:
        raise ConfigError(
            "{name} ({value!r}) must be a whole number from {smallest} to {largest}.",
            name=name,
            value=value,
            smallest=smallest,
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
