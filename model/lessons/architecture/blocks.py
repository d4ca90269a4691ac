"""The blocks of a Transformer with their sizes, from its configuration alone. Numpy only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.config import ModelConfig
from model.lessons.architecture.record import (
    STACKS,
    Block,
    Letter,
    Product,
    Stack,
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
        "max_len": config.max_len,
        "V_src": src_vocabulary,
        "V_tgt": tgt_vocabulary,
    }
    sides = (_Side(config, sizes, side) for side in STACKS)
    return tuple(block for side in sides for block in side.blocks())


@dataclass(frozen=True, slots=True)
class _Side:
    """The blocks of one side; ``sizes`` gives every letter its number."""

    config: ModelConfig
    sizes: dict[Letter, int]
    side: Stack

    def blocks(self) -> Iterator[Block]:
        """In the order in which they compute."""
        yield self._embedding()
        yield self._positions()
        for layer in range(self.config.n_layers):
            for sublayer in SUBLAYERS[self.side]:
                yield from self._residual(layer, sublayer)
        if self.config.norm == "pre":
            yield self._final_norm()
        if self.side == "decoder":
            yield self._projection()
            yield self._softmax()

    def _residual(self, layer: int, sublayer: Sublayer) -> Iterator[Block]:
        """A sublayer in its residual connection: where the norm stands is what differs."""
        norm = Block(
            kind="norm",
            side=self.side,
            layer=layer,
            sublayer=sublayer,
            shapes=(self._x(), self._shape("LayerNorm(x)", self._length, _D)),
            tables=self._norm_tables(),
        )
        if self.config.norm == "pre":
            yield norm
        yield self._sublayer(layer, sublayer)
        yield Block(
            kind="add",
            side=self.side,
            layer=layer,
            sublayer=sublayer,
            shapes=(
                self._x(),
                self._shape("f(x)", self._length, _D),
                self._shape("x + f(x)", self._length, _D),
            ),
        )
        if self.config.norm == "post":
            yield norm

    def _sublayer(self, layer: int, sublayer: Sublayer) -> Block:
        if sublayer == "feed_forward":
            return self._feed_forward(layer)
        return self._attention(layer, sublayer)

    def _embedding(self) -> Block:
        vocabulary = _VOCABULARY[self.side]
        return Block(
            kind="embedding",
            side=self.side,
            shapes=(self._shape("ids", self._length), self._shape("x", self._length, _D)),
            tables=(self._shape("E", vocabulary, _D),),
        )

    def _positions(self) -> Block:
        learned = self.config.positions == "learned"
        return Block(
            kind="positions",
            side=self.side,
            shapes=(
                self._x(),
                self._shape("PE", self._length, _D),
                self._shape("x + PE", self._length, _D),
            ),
            tables=(self._shape("PE", "max_len", _D),) if learned else (),
        )

    def _attention(self, layer: int, sublayer: Sublayer) -> Block:
        """``queries`` come from this side; a cross attention's keys from the memory."""
        queries = self._length
        crosses = sublayer == "cross_attention"
        keys = "n" if crosses else queries
        memory = (self._shape("memory", keys, _D),) if crosses else ()
        return Block(
            kind=sublayer,
            side=self.side,
            layer=layer,
            shapes=(
                self._x(),
                *memory,
                self._shape("Q", "h", queries, "d_k"),
                self._shape("K", "h", keys, "d_k"),
                self._shape("V", "h", keys, "d_k"),
                self._shape("A", "h", queries, keys),
                self._shape("Z", "h", queries, "d_k"),
                self._shape("f(x)", queries, _D),
            ),
            tables=tuple(
                table for name in ("Q", "K", "V", "O") for table in self._linear(name, _D, _D)
            ),
            products=(
                self._product("xW_Q", queries, _D, _D),
                self._product("xW_K", keys, _D, _D),
                self._product("xW_V", keys, _D, _D),
                self._product("QKᵀ", "h", queries, keys, "d_k"),
                self._product("A·V", "h", queries, keys, "d_k"),
                self._product("Z·W_O", queries, _D, _D),
            ),
        )

    def _feed_forward(self, layer: int) -> Block:
        length = self._length
        return Block(
            kind="feed_forward",
            side=self.side,
            layer=layer,
            shapes=(
                self._x(),
                self._shape("hidden", length, "d_ff"),
                self._shape("f(x)", length, _D),
            ),
            tables=(*self._linear("1", _D, "d_ff"), *self._linear("2", "d_ff", _D)),
            products=(
                self._product("xW_1", length, _D, "d_ff"),
                self._product("hidden·W_2", length, "d_ff", _D),
            ),
        )

    def _final_norm(self) -> Block:
        return Block(
            kind="final_norm",
            side=self.side,
            shapes=(self._x(), self._shape("LayerNorm(x)", self._length, _D)),
            tables=self._norm_tables(),
        )

    def _projection(self) -> Block:
        """Where the table is tied, it is the target's embedding, and counts there."""
        table = self._shape("W", "V_tgt", _D)
        if self.config.tie_embeddings:
            table = TensorShape("E", table.letters, table.sizes, shared=True)
        return Block(
            kind="projection",
            side=self.side,
            shapes=(self._x(), self._shape("logits", self._length, "V_tgt")),
            tables=(table,),
            products=(self._product("xWᵀ", self._length, _D, "V_tgt"),),
        )

    def _softmax(self) -> Block:
        return Block(
            kind="softmax",
            side=self.side,
            shapes=(
                self._shape("logits", self._length, "V_tgt"),
                self._shape("probabilities", self._length, "V_tgt"),
            ),
        )

    @property
    def _length(self) -> Letter:
        return _LENGTH[self.side]

    def _x(self) -> TensorShape:
        return self._shape("x", self._length, _D)

    def _norm_tables(self) -> tuple[TensorShape, ...]:
        return self._shape("α", _D), self._shape("b", _D)

    def _linear(self, name: str, rows: Letter, columns: Letter) -> tuple[TensorShape, TensorShape]:
        return self._shape(f"W_{name}", rows, columns), self._shape(f"b_{name}", columns)

    def _shape(self, name: str, *letters: Letter) -> TensorShape:
        return TensorShape(name, letters, tuple(self.sizes[letter] for letter in letters))

    def _product(self, name: str, *letters: Letter) -> Product:
        return Product(name, letters, tuple(self.sizes[letter] for letter in letters))
