"""What a network is made of, block by block, with the sizes of one sentence. Numpy only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from model.arrays import FloatArray
from model.config import ModelConfig, Stack

Sublayer = Literal["self_attention", "cross_attention", "feed_forward"]
BlockKind = Literal[
    "embedding",
    "positions",
    "embedding_norm",
    "norm",
    "self_attention",
    "cross_attention",
    "feed_forward",
    "add",
    "final_norm",
    "output_transform",
    "projection",
    "softmax",
]

Letter = str
"""``n`` source tokens, ``m`` target tokens, ``d_model``, ``d_ff``, ``h``, ``d_k``, ``h·d_k``,
``max_len``, ``buckets``, ``V_src``, ``V_tgt``: a size by its usual name."""


@dataclass(frozen=True, slots=True)
class TensorShape:
    """A tensor by name, its sizes in letters and in numbers, e.g. ``Q [h, n, d_k] = [8, 5, 16]``.

    Attributes:
        shared: a parameter that another block holds, and that counts there.
    """

    name: str
    letters: tuple[Letter, ...]
    sizes: tuple[int, ...]
    shared: bool = False

    @property
    def numbers(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.sizes)


@dataclass(frozen=True, slots=True)
class Product:
    """A matrix product: as many multiply-adds as its three or four sizes give, multiplied."""

    name: str
    letters: tuple[Letter, ...]
    sizes: tuple[int, ...]

    @property
    def multiply_adds(self) -> int:
        """One for each number of the result and each term of its sum; masked cells too."""
        return math.prod(self.sizes)


@dataclass(frozen=True, eq=False, kw_only=True)
class NormStatistics:
    """One norm over this sentence; all arrays are read-only float32. RMSNorm takes μ and b as 0.

    Mean and variance are taken over d_model at each position, ``[position]``; the variance divides
    by d_model, as LayerNorm's own does.

    Attributes:
        mean_before, variance_before: of what goes in, x.
        mean_normalised, variance_normalised: of (x − μ)/√(σ² + ε), or of x/√(mean of x² + ε).
        mean_after, variance_after: of what comes out: that times α, plus b.
        alpha, b: the trained gain and shift, ``[d_model]``.
        epsilon: keeps the root above 0.
    """

    mean_before: FloatArray
    variance_before: FloatArray
    mean_normalised: FloatArray
    variance_normalised: FloatArray
    mean_after: FloatArray
    variance_after: FloatArray
    alpha: FloatArray
    b: FloatArray
    epsilon: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Block:
    """One part of the network.

    Attributes:
        side: the output projection and the softmax belong to the decoder.
        layer: from 0; None outside the layers.
        sublayer: of a norm or an addition, the sublayer whose residual connection it is part of.
        shapes: of this sentence's tensors; what goes in first, what comes out last.
        tables: its trained parameters.
        products: its matrix products; what else it computes goes number by number.
        norm: of a normalisation, what it did to this sentence.
    """

    kind: BlockKind
    side: Stack
    layer: int | None = None
    sublayer: Sublayer | None = None
    shapes: tuple[TensorShape, ...]
    tables: tuple[TensorShape, ...] = ()
    products: tuple[Product, ...] = ()
    norm: NormStatistics | None = None

    @property
    def n_parameters(self) -> int:
        """Trained numbers; what another block holds counts there."""
        return sum(table.numbers for table in self.tables if not table.shared)

    @property
    def multiply_adds(self) -> int:
        """Of its matrix products, for this sentence."""
        return sum(product.multiply_adds for product in self.products)


@dataclass(frozen=True, slots=True)
class StreamPoint:
    """A place in the residual stream: after the embedding (both None), or after a sublayer."""

    layer: int | None = None
    sublayer: Sublayer | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Stream:
    """How long the vectors of one side's residual stream are; Euclidean norms, read-only.

    Attributes:
        points: after the embedding, then after every sublayer with its addition and, post-norm,
            its normalisation.
        lengths: ‖x‖ at each point, ``[point, position]``.
        updates: ‖f(x)‖, what each sublayer adds, ``[point − 1, position]``.
    """

    side: Stack
    points: tuple[StreamPoint, ...]
    lengths: FloatArray
    updates: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class ArchitectureRecord:
    """A model with one sentence in it: all target positions at once, as in training.

    Attributes:
        blocks: encoder, then decoder, each in the order in which they compute.
        streams: of the encoder and the decoder, or of the one that there is.
        src_tokens, tgt_tokens: what stands at the positions; the target begins with ``<s>``.
        device: where it was computed.
    """

    config: ModelConfig
    src_tokens: tuple[str, ...]
    tgt_tokens: tuple[str, ...]
    blocks: tuple[Block, ...]
    streams: tuple[Stream, ...]
    device: str

    @cached_property
    def n_parameters(self) -> int:
        """Of all blocks: each trained number once."""
        return sum(block.n_parameters for block in self.blocks)

    @cached_property
    def multiply_adds(self) -> int:
        """Of all matrix products."""
        return sum(block.multiply_adds for block in self.blocks)

    def unfolded(self, side: Stack, layer: int) -> int:
        """The layer of a side when ``layer`` is looked at; the shorter side's last stays."""
        return min(layer, self.config.depth(side) - 1)

    def share(self, block: Block) -> float:
        """Of all multiply-adds, 0 … 1."""
        return block.multiply_adds / self.multiply_adds

    def tokens(self, side: Stack) -> tuple[str, ...]:
        """What stands at the positions of a side."""
        return self.src_tokens if side == "encoder" else self.tgt_tokens

    def stream(self, side: Stack) -> Stream:
        """The residual stream of a side that has layers."""
        return self.streams[self.config.stacks.index(side)]
