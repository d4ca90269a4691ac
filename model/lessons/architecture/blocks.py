"""The blocks of a Transformer with their sizes, from its configuration alone. Numpy only."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.config import STACKS, ModelConfig, Stack
from model.lessons.architecture.record import (
    Block,
    BlockKind,
    Letter,
    Product,
    Sublayer,
    TensorShape,
)

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
    """All blocks, encoder first, for a sentence of so many tokens; norms have no numbers yet."""
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
    """Of one layer of a side: nothing is crossed where there is no encoder."""
    crosses = config.stacks == STACKS
    return tuple(name for name in SUBLAYERS[side] if crosses or name != "cross_attention")


@dataclass(frozen=True, slots=True)
class _Side:
    """The blocks of one side; ``sizes`` gives every letter its number."""

    config: ModelConfig
    sizes: dict[Letter, int]
    side: Stack

    def blocks(self) -> Iterator[Block]:
        """In the order in which they compute."""
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
        """What stands before the first layer; a table that both sides share is the decoder's."""
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
        """A sublayer in its residual connection: where the norm stands is what differs."""
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
        """Of one norm."""
        gain, shift = self._shape("α", _D), self._shape("b", _D)
        return [gain] if self.config.norm_type == "rms" else [gain, shift]

    def _attention(self, kind: Sublayer, layer: int) -> Block:
        """``queries`` come from this side; a cross attention's keys from the memory."""
        queries, width = self._length, self._width
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
        """The biases of relative positions: the first layer's, which the others share."""
        if self.config.positions == "relative" and kind == "self_attention":
            table = self._shape("B", "buckets", "h")
            yield dataclasses.replace(table, shared=layer > 0)

    def _feed_forward(self, kind: Sublayer, layer: int) -> Block:
        """Gated, W_3 makes as many hidden units as W_1."""
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
        """Where the table is tied, it is the target's embedding, and counts there."""
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
        """A projection, an activation and a norm in one."""
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
        """``has`` are its trained parameters."""
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
        """Tensors that hold a vector for each position."""
        return [self._shape(name, self._length, _D) for name in names]

    @property
    def _width(self) -> Letter:
        """Of all heads side by side."""
        return _D if self.sizes["h·d_k"] == self.sizes[_D] else "h·d_k"

    def _linear(self, name: str, rows: Letter, columns: Letter) -> Iterator[TensorShape]:
        yield self._shape(f"W_{name}", rows, columns)
        if self.config.biases:
            yield self._shape(f"b_{name}", columns)

    def _shape(self, name: str, *letters: Letter) -> TensorShape:
        return TensorShape(name, letters, tuple(self.sizes[letter] for letter in letters))

    def _product(self, name: str, *letters: Letter) -> Product:
        return Product(name, letters, tuple(self.sizes[letter] for letter in letters))
