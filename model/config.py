"""The configuration of a Transformer, and the devices that it can run on."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta

from model import values
from model.messages import ConfigError
from model.values import FieldText

Device = Literal["auto", "cpu", "cuda", "mps"]
"""``auto`` selects the fastest available one."""
DEVICES: tuple[Device, ...] = get_args(Device)

Precision = Literal["auto", "float32", "bfloat16"]
"""Of the products of matrices; weights are always float32.

``auto`` takes bfloat16 where the device has it and a run is long enough for it to matter.
"""

Norm = Literal["post", "pre"]
NormType = Literal["layer", "rms"]
Positions = Literal["sinusoidal", "learned", "given", "relative", "none"]
NEW_POSITIONS: tuple[Positions, ...] = ("sinusoidal", "learned", "relative", "none")
"""Positions available for new models: a given table is not."""

Sinusoids = Literal["interleaved", "halves"]
Activation = Literal["relu", "gelu", "gelu_tanh", "silu"]
Stack = Literal["encoder", "decoder"]
STACKS: tuple[Stack, ...] = get_args(Stack)

LARGEST_SIZE = 65_536
"""Sizes above this are rejected: a typing error must not allocate the whole memory."""

NetworkSize = Annotated[int, Meta(ge=1, le=LARGEST_SIZE)]
StackDepth = Annotated[int, Meta(ge=0, le=LARGEST_SIZE)]
"""Layers of one stack, which can have none."""
AnyCount = Annotated[int, Meta(ge=0)]
Fraction = Annotated[float, Meta(ge=0, lt=1)]

_ALWAYS_TOLD = frozenset(
    (
        *("n_layers", "n_heads", "d_model", "d_ff", "dropout"),
        *("norm", "positions", "max_len", "tie_embeddings", "activation"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """Architecture of an encoder-decoder Transformer (Vaswani et al. 2017, section 3).

    The defaults are small enough for a laptop; the paper's base model is 6 layers, 8 heads, d_model
    512, d_ff 2048, post-norm. What else can be chosen is what other people's models have. A field
    here is all of it: form, options, files and checks follow from its description. Raises
    ConfigError if a number is out of range, or two do not fit together.

    Attributes:
        encoder_layers, decoder_layers: of one of them, where they differ. One can have none: then
            nothing of it is there. Without an encoder that is the source and all cross-attention;
            without a decoder, the target: the encoder's output goes to the output projection.
        d_kv: width of a head's queries, keys and values; None = d_model / n_heads.
        norm: where a sublayer is normalised: what it reads, or what it has been added to.
        norm_type: LayerNorm, or RMSNorm (Zhang & Sennrich 2019), which has no mean and no bias.
        final_norm: None = with pre-norm only.
        positions: a table that is computed, trained or stored as it is; biases of the scores by
            distance (Raffel et al. 2020, section 2.1), or nothing.
        closed_sinusoids: the last wavelength is 10000 · 2π, not the one before.
        gated: the activated hidden units are multiplied by as many that are not (Shazeer 2020).
        output_transform: a projection, the activation and a norm (Devlin et al. 2019).
        tie_embeddings: the output projection is the target's embedding, or the only one there is.
    """

    CLOSED: ClassVar[bool] = True

    n_layers: Annotated[
        NetworkSize, FieldText("layers", "Number of layers in the encoder and in the decoder")
    ] = 3
    n_heads: Annotated[
        NetworkSize, FieldText("heads", "Attention heads per layer; they split the width")
    ] = 8
    encoder_layers: Annotated[
        StackDepth | None,
        FieldText("layers of the encoder", "Only if the encoder has a different number of layers"),
    ] = None
    decoder_layers: Annotated[
        StackDepth | None,
        FieldText("layers of the decoder", "Only if the decoder has a different number of layers"),
    ] = None
    d_model: Annotated[
        NetworkSize, FieldText("width (d_model)", "Size of a token's vector between layers")
    ] = 128
    d_ff: Annotated[
        NetworkSize, FieldText("inner width (d_ff)", "Width inside the feed-forward networks")
    ] = 512
    d_kv: Annotated[
        NetworkSize | None,
        FieldText("width of a head (d_k)", "Only if it is not the width divided by the heads"),
    ] = None
    dropout: Annotated[
        Fraction, FieldText("dropout", "Fraction of values set to zero during training, 0 … 1")
    ] = 0.1
    norm: Annotated[
        Norm, FieldText("normalisation", "A norm before each sublayer, or after it")
    ] = "pre"
    norm_type: Annotated[
        NormType, FieldText("kind of norm", "LayerNorm, or RMSNorm, which has no mean and no bias")
    ] = "layer"
    norm_epsilon: Annotated[
        Fraction, FieldText("epsilon of norms", "Added to the variance in a norm", in_form=False)
    ] = 1e-5
    final_norm: Annotated[
        bool | None,
        FieldText(
            "final norm",
            "One more norm after each stack; usually only with pre-norm, whose sums grow",
        ),
    ] = None
    activation: Annotated[
        Activation, FieldText("activation", "Between the two halves of a feed-forward network")
    ] = "relu"
    positions: Annotated[
        Positions,
        FieldText("positions", "How the model encodes token positions", offered=NEW_POSITIONS),
    ] = "sinusoidal"
    sinusoids: Annotated[
        Sinusoids,
        FieldText(
            "order of sinusoids",
            "Alternating sine and cosine, or sines, then cosines",
            in_form=False,
        ),
    ] = "interleaved"
    closed_sinusoids: Annotated[
        bool,
        FieldText(
            "closed sinusoids", "Sinusoids divide by d_model − 2 instead of d_model", in_form=False
        ),
    ] = False
    position_offset: Annotated[
        AnyCount, FieldText("first position", "Row of the table for the first token", in_form=False)
    ] = 0
    max_len: Annotated[
        NetworkSize,
        FieldText("longest sentence", "Maximum number of tokens in a sentence (max_len)"),
    ] = 128
    relative_buckets: Annotated[
        NetworkSize, FieldText("relative buckets", "Number of relative-position biases per head")
    ] = 32
    relative_distance: Annotated[
        NetworkSize, FieldText("relative distance", "Distances from here on share one bias")
    ] = 128
    gated: Annotated[
        bool, FieldText("gated feed-forward", "Hidden values are multiplied by a gate")
    ] = False
    biases: Annotated[
        bool, FieldText("biases", "Projections of attention and feed-forward have biases")
    ] = True
    tie_embeddings: Annotated[
        bool, FieldText("tied embeddings", "Target embedding and output layer share their weights")
    ] = False
    share_embeddings: Annotated[
        bool, FieldText("shared embeddings", "Source and target share one embedding table")
    ] = False
    scaled_embedding: Annotated[
        bool,
        FieldText(
            "scaled embedding", "Token embeddings are multiplied by the square root of the width"
        ),
    ] = True
    embedding_norm: Annotated[
        bool, FieldText("norm after embedding", "A norm after the positions have been added")
    ] = False
    scaled_scores: Annotated[
        bool,
        FieldText("scaled scores", "Scores are divided by the square root of the width of a head"),
    ] = True
    output_bias: Annotated[
        bool, FieldText("output bias", "The output layer has a bias for every token")
    ] = False
    output_transform: Annotated[
        bool,
        FieldText(
            "output transform",
            "Before the output layer: a projection, the activation and a norm",
            in_form=False,
        ),
    ] = False
    forbidden: Annotated[
        tuple[AnyCount, ...],
        FieldText("never predicted", "Ids of tokens that are never predicted", in_form=False),
    ] = ()

    def __post_init__(self) -> None:
        values.check(self)
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
    def from_json(cls, told: Mapping[str, Any]) -> ModelConfig:
        """Inverse of :meth:`to_json`; raises ConfigError if a field is unknown or out of range."""
        return values.read(cls, told)
