"""One head of one attention, stage by stage, with a sentence's numbers. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

from model.arrays import BoolArray, FloatArray
from model.config import Norm, NormType
from model.traces.trace import Kind


@dataclass(frozen=True, eq=False, kw_only=True)
class HeadAnatomy:
    """What a head computed for every query, in the order in which it did; all read-only.

    Attributes:
        kind, layer, head: which head; layer and head count from 0.
        norm: where the layer normalises: before the attention reads, or after it has added.
        query_tokens, key_tokens: of rows and columns; decoder and cross rows are the fed tokens.
        before: residual stream before the attention, ``[query, d_model]``.
        norm_type: how: RMSNorm takes no mean off.
        norm_gain, norm_bias: of the norm around this attention, ``[d_model]``.
        norm_epsilon: what that norm adds to the variance.
        biased: the projections have biases; without, those here are 0.
        scaled: scores are divided by √d_k.
        position_bias: added to the scores for relative positions, ``[query, key]``, or None.
        x_query: what the queries are made of, ``[query, d_model]``: ``before``, normalised in a
            pre-norm model.
        x_key: what keys and values are made of, ``[key, d_model]``; the memory for cross.
        w_q, w_k, w_v: this head's projections, ``[d_k, d_model]``.
        b_q, b_k, b_v: their biases, ``[d_k]``.
        q: ``[query, d_k]``.
        k, v: ``[key, d_k]``.
        products: q·k, ``[query, key]``.
        scores: q·k/√d_k, or q·k if they are not ``scaled``, plus the ``position_bias``;
            ``[query, key]``.
        mask: ``[query, key]``, True = may attend.
        masked_scores: the scores, −∞ where masked.
        weights: their softmax, ``[query, key]``; a fully masked row is 0.
        context: weights · v, ``[query, d_k]``.
        concatenation: the contexts of all heads side by side, ``[query, heads · d_k]``.
        w_o: this head's columns of W_O, ``[d_model, d_k]``.
        b_o: the bias of W_O, which belongs to no head, ``[d_model]``.
        contributions: each head's context through its columns of W_O,
            ``[heads, query, d_model]``.
        output: of the attention, ``[query, d_model]``: the sum of all contributions, and ``b_o``.
        added: ``before + output``, ``[query, d_model]``.
        after: residual stream after the attention, ``[query, d_model]``: ``added``, normalised in
            a post-norm model.
    """

    kind: Kind
    layer: int
    head: int
    norm: Norm
    query_tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    before: FloatArray
    norm_gain: FloatArray
    norm_bias: FloatArray
    norm_epsilon: float
    x_query: FloatArray
    x_key: FloatArray
    w_q: FloatArray
    w_k: FloatArray
    w_v: FloatArray
    b_q: FloatArray
    b_k: FloatArray
    b_v: FloatArray
    q: FloatArray
    k: FloatArray
    v: FloatArray
    products: FloatArray
    scores: FloatArray
    mask: BoolArray
    masked_scores: FloatArray
    weights: FloatArray
    context: FloatArray
    concatenation: FloatArray
    w_o: FloatArray
    b_o: FloatArray
    contributions: FloatArray
    output: FloatArray
    added: FloatArray
    after: FloatArray
    norm_type: NormType = "layer"
    biased: bool = True
    scaled: bool = True
    position_bias: FloatArray | None = None

    @property
    def n_heads(self) -> int:
        """Heads that are concatenated."""
        return int(self.contributions.shape[0])

    @property
    def d_k(self) -> int:
        """Width of this head's queries, keys and values."""
        return int(self.q.shape[1])

    @property
    def d_model(self) -> int:
        """Width of the residual stream."""
        return int(self.before.shape[1])

    @property
    def contribution(self) -> FloatArray:
        """What this head alone adds, ``[query, d_model]``; read-only."""
        return self.contributions[self.head]
