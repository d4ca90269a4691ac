"""The blocks of a Transformer with their sizes and costs, from its configuration. Numpy only."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from model.arrays import FloatArray
from model.config import STACKS, ModelConfig, Norm, Stack

LayerType = Literal["self_attention", "recurrent", "convolutional", "restricted"]
LAYER_TYPES: tuple[LayerType, ...] = get_args(LayerType)

TimedLayer = Literal[
    "self_attention", "recurrent", "convolutional", "restricted", "projected_attention"
]
"""What can be measured: the types, and self-attention with its four projections, which the table
leaves out."""
TIMED_LAYERS: tuple[TimedLayer, ...] = get_args(TimedLayer)

ORDERS: dict[LayerType, tuple[str, str, str]] = {
    "self_attention": ("n²·d", "1", "1"),
    "recurrent": ("n·d²", "n", "n"),
    "convolutional": ("k·n·d²", "1", "log_k(n)"),
    "restricted": ("r·n·d", "1", "n/r"),
}
"""The numbers of :class:`LayerCosts`, up to a constant.

The path is that of convolutions that are dilated more from layer to layer; a stack of plain ones
needs n/k.
"""


@dataclass(frozen=True, slots=True)
class Extent:
    """What a layer reads.

    Attributes:
        n: positions.
        d: width of each.
        k: width of a convolution's kernel.
        r: width of a restricted self-attention's window.
    """

    n: int
    d: int
    k: int = 3
    r: int = 16


class LayerCosts(NamedTuple):
    """A row of table 1, without constants.

    ``sequential`` operations must wait for one another; ``path`` operations, 1 or more, lie between
    two positions as far apart as can be.
    """

    operations: int
    sequential: int
    path: float


def layer_costs(layer: LayerType, extent: Extent) -> LayerCosts:
    n, d = extent.n, extent.d
    if layer == "self_attention":
        return LayerCosts(n * n * d, 1, 1)
    if layer == "recurrent":
        return LayerCosts(n * d * d, n, n)
    if layer == "convolutional":
        path = math.log(n) / math.log(extent.k)
        return LayerCosts(extent.k * n * d * d, 1, max(1, path))
    # a window is never wider than the sentence
    return LayerCosts(min(extent.r, n) * n * d, 1, max(1, n / extent.r))


def multiply_adds(layer: TimedLayer, extent: Extent) -> int:
    """Multiply-adds of the matrix products of a whole layer, with constants.

    Self-attention: QKᵀ and the weights times V. Recurrent: the products of input and state.
    """
    n, d = extent.n, extent.d
    if layer == "self_attention":
        return 2 * n * n * d
    if layer == "projected_attention":
        return 2 * n * n * d + 4 * n * d * d
    if layer == "recurrent":
        return 2 * n * d * d
    return extent.k * n * d * d if layer == "convolutional" else 2 * min(extent.r, n) * n * d


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerTime:
    """One measurement: the median of ``runs`` forward passes over one sentence."""

    layer: TimedLayer
    extent: Extent
    seconds: float
    runs: int


@dataclass(frozen=True, eq=False, kw_only=True)
class NormGradients:
    """Gradient norms of untrained networks on one sentence, as in Xiong et al. 2020, figure 3.

    Attributes:
        norm: where the LayerNorm stands in these networks.
        seeds: the weights of each network are drawn from one.
        encoder, decoder: ‖∂loss/∂W₂‖, the Frobenius norm of the gradient of each layer's second
            feed-forward matrix, ``[seed, layer]``; read-only.
        losses: the mean loss of a target token, in nats, ``[seed]``; read-only.
    """

    norm: Norm
    seeds: tuple[int, ...]
    encoder: FloatArray
    decoder: FloatArray
    losses: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class NormComparison:
    """The same architecture with its norms in both places, after ``done`` of ``total`` networks."""

    post: NormGradients
    pre: NormGradients
    done: int
    total: int

    def of(self, norm: Norm) -> NormGradients:
        return self.post if norm == "post" else self.pre


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
        return math.prod(self.sizes)


@dataclass(frozen=True, slots=True)
class Product:
    """A matrix product: as many multiply-adds as its three or four sizes give, multiplied."""

    name: str
    letters: tuple[Letter, ...]
    sizes: tuple[int, ...]

    @property
    def multiply_adds(self) -> int:
        """One for each value of the result and term of its sum, masked cells included."""
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
        return sum(table.numbers for table in self.tables if not table.shared)

    @property
    def multiply_adds(self) -> int:
        return sum(product.multiply_adds for product in self.products)


@dataclass(frozen=True, slots=True)
class StreamPoint:
    """A place in the residual stream: after the embedding (both None), or after a sublayer."""

    layer: int | None = None
    sublayer: Sublayer | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Stream:
    """Euclidean norms of one side's residual stream; read-only.

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
    """

    config: ModelConfig
    src_tokens: tuple[str, ...]
    tgt_tokens: tuple[str, ...]
    blocks: tuple[Block, ...]
    streams: tuple[Stream, ...]
    device: str

    @cached_property
    def n_parameters(self) -> int:
        return sum(block.n_parameters for block in self.blocks)

    @cached_property
    def multiply_adds(self) -> int:
        return sum(block.multiply_adds for block in self.blocks)

    def unfolded(self, side: Stack, layer: int) -> int:
        """The unfolded layer of a side when ``layer`` is selected; at most the side's last."""
        return min(layer, self.config.depth(side) - 1)

    def share(self, block: Block) -> float:
        """Share of all multiply-adds, 0 … 1."""
        return block.multiply_adds / self.multiply_adds

    def tokens(self, side: Stack) -> tuple[str, ...]:
        return self.src_tokens if side == "encoder" else self.tgt_tokens

    def stream(self, side: Stack) -> Stream:
        return self.streams[self.config.stacks.index(side)]


SUBLAYERS: dict[Stack, tuple[Sublayer, ...]] = {
    "encoder": ("self_attention", "feed_forward"),
    "decoder": ("self_attention", "cross_attention", "feed_forward"),
}
"""Of one layer, in order."""

_LENGTH: dict[Stack, Letter] = {"encoder": "n", "decoder": "m"}
_VOCABULARY: dict[Stack, Letter] = {"encoder": "V_src", "decoder": "V_tgt"}
_D = "d_model"


def architecture_blocks(
    config: ModelConfig, *, n_source: int, n_target: int, src_vocabulary: int, tgt_vocabulary: int
) -> tuple[Block, ...]:
    """All blocks, encoder first, for a sentence of these lengths; norms without statistics."""
    sizes = {
        "n": n_source,
        "m": n_target,
        "d_model": config.d_model,
        "d_ff": config.d_ff,
        "d_k": config.d_k,
        "h": config.n_heads,
        "h·d_k": config.n_heads * config.d_k,
        "max_len": config.max_len,
        "buckets": config.relative_buckets,
        "V_src": src_vocabulary,
        "V_tgt": tgt_vocabulary,
    }
    sides = (_Side(config, sizes, side) for side in config.stacks)
    return tuple(block for side in sides for block in side.blocks())


def sublayers(config: ModelConfig, side: Stack) -> tuple[Sublayer, ...]:
    crosses = config.stacks == STACKS
    return tuple(name for name in SUBLAYERS[side] if crosses or name != "cross_attention")


@dataclass(frozen=True, slots=True)
class _Side:
    """The blocks of one side; ``sizes`` maps every letter to its number."""

    config: ModelConfig
    sizes: dict[Letter, int]
    side: Stack

    def blocks(self) -> Iterator[Block]:
        config = self.config
        yield from self._embedding()
        for layer in range(config.depth(self.side)):
            for sublayer in sublayers(config, self.side):
                yield from self._residual(layer, sublayer)
        if config.has_final_norm:
            yield self._norm("final_norm")
        if self.side == config.stacks[-1]:
            if config.output_transform:
                yield self._output_transform()
            logits = self._shape("logits", self._length, "V_tgt")
            yield self._projection(logits)
            yield self._block(
                "softmax", logits, self._shape("probabilities", self._length, "V_tgt")
            )

    def _embedding(self) -> Iterator[Block]:
        # A table shared by both sides counts in the decoder.
        config = self.config
        table = self._shape("E", _VOCABULARY[self.side], _D)
        if config.share_embeddings and self.side == "encoder":
            table = dataclasses.replace(table, shared=True)
        yield self._block(
            "embedding", self._shape("ids", self._length), *self._rows("x"), has=(table,)
        )
        if config.positions in {"sinusoidal", "learned", "given"}:
            trained = (self._shape("PE", "max_len", _D),) if config.positions == "learned" else ()
            yield self._block("positions", *self._rows("x", "PE", "x + PE"), has=trained)
        if config.embedding_norm:
            yield self._norm("embedding_norm")

    def _residual(self, layer: int, sublayer: Sublayer) -> Iterator[Block]:
        norm = self._norm("norm", layer=layer, sublayer=sublayer)
        if self.config.norm == "pre":
            yield norm
        compute = self._feed_forward if sublayer == "feed_forward" else self._attention
        yield dataclasses.replace(compute(sublayer, layer), layer=layer)
        added = self._rows("x", "f(x)", "x + f(x)")
        yield self._block("add", *added, layer=layer, sublayer=sublayer)
        if self.config.norm == "post":
            yield norm

    def _norm(
        self, kind: BlockKind, *, layer: int | None = None, sublayer: Sublayer | None = None
    ) -> Block:
        name = "RMSNorm(x)" if self.config.norm_type == "rms" else "LayerNorm(x)"
        rows = self._rows("x", name)
        return self._block(kind, *rows, layer=layer, sublayer=sublayer, has=self._gains())

    def _gains(self) -> list[TensorShape]:
        gain, shift = self._shape("α", _D), self._shape("b", _D)
        return [gain] if self.config.norm_type == "rms" else [gain, shift]

    def _attention(self, kind: Sublayer, layer: int) -> Block:
        queries = self._length
        width: Letter = _D if self.sizes["h·d_k"] == self.sizes[_D] else "h·d_k"
        crosses = kind == "cross_attention"
        keys = "n" if crosses else queries
        tables = [table for name in "QKV" for table in self._linear(name, _D, width)]
        return self._block(
            kind,
            *self._rows("x"),
            *((self._shape("memory", keys, _D),) if crosses else ()),
            self._shape("Q", "h", queries, "d_k"),
            self._shape("K", "h", keys, "d_k"),
            self._shape("V", "h", keys, "d_k"),
            self._shape("A", "h", queries, keys),
            self._shape("Z", "h", queries, "d_k"),
            *self._rows("f(x)"),
            has=[*tables, *self._linear("O", width, _D), *self._distances(kind, layer)],
            products=(
                self._product("xW_Q", queries, _D, width),
                self._product("xW_K", keys, _D, width),
                self._product("xW_V", keys, _D, width),
                self._product("QKᵀ", "h", queries, keys, "d_k"),
                self._product("A·V", "h", queries, keys, "d_k"),
                self._product("Z·W_O", queries, width, _D),
            ),
        )

    def _distances(self, kind: Sublayer, layer: int) -> Iterator[TensorShape]:
        # The first layer's biases are shared by the others.
        if self.config.positions == "relative" and kind == "self_attention":
            table = self._shape("B", "buckets", "h")
            yield dataclasses.replace(table, shared=layer > 0)

    def _feed_forward(self, kind: Sublayer, layer: int) -> Block:
        length, wide = self._length, ("1", "3") if self.config.gated else ("1",)
        tables = [table for name in wide for table in self._linear(name, _D, "d_ff")]
        return self._block(
            kind,
            *self._rows("x"),
            self._shape("hidden", length, "d_ff"),
            *self._rows("f(x)"),
            has=(*tables, *self._linear("2", "d_ff", _D)),
            products=(
                *(self._product(f"xW_{name}", length, _D, "d_ff") for name in wide),
                self._product("hidden·W_2", length, "d_ff", _D),
            ),
        )

    def _projection(self, logits: TensorShape) -> Block:
        # A tied table counts in the target's embedding.
        table = self._shape("W", "V_tgt", _D)
        if self.config.tie_embeddings:
            table = dataclasses.replace(table, name="E", shared=True)
        bias = (self._shape("b", "V_tgt"),) if self.config.output_bias else ()
        return self._block(
            "projection",
            *self._rows("x"),
            logits,
            has=(table, *bias),
            products=(self._product("xWᵀ", self._length, _D, "V_tgt"),),
        )

    def _output_transform(self) -> Block:
        return self._block(
            "output_transform",
            *self._rows("x", "transformed"),
            has=(*self._linear("t", _D, _D), *self._gains()),
            products=(self._product("xW_t", self._length, _D, _D),),
        )

    def _block(
        self,
        kind: BlockKind,
        *shapes: TensorShape,
        layer: int | None = None,
        sublayer: Sublayer | None = None,
        has: Sequence[TensorShape] = (),
        products: tuple[Product, ...] = (),
    ) -> Block:
        return Block(
            kind=kind,
            side=self.side,
            layer=layer,
            sublayer=sublayer,
            shapes=shapes,
            tables=tuple(has),
            products=products,
        )

    @property
    def _length(self) -> Letter:
        return _LENGTH[self.side]

    def _rows(self, *names: str) -> list[TensorShape]:
        return [self._shape(name, self._length, _D) for name in names]

    def _linear(self, name: str, rows: Letter, columns: Letter) -> Iterator[TensorShape]:
        yield self._shape(f"W_{name}", rows, columns)
        if self.config.biases:
            yield self._shape(f"b_{name}", columns)

    def _shape(self, name: str, *letters: Letter) -> TensorShape:
        return TensorShape(name, letters, tuple(self.sizes[letter] for letter in letters))

    def _product(self, name: str, *letters: Letter) -> Product:
        return Product(name, letters, tuple(self.sizes[letter] for letter in letters))
