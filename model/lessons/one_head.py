"""One head's computation term by term, in double precision. Numpy only."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from model.arrays import BoolArray, DoubleArray, FloatArray, frozen
from model.config import Norm, NormType
from model.traces.trace import Kind


@dataclass(frozen=True, eq=False, kw_only=True)
class HeadAnatomy:
    """All stages of one head for every query, in the order of computation; all read-only.

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
        replaced: matrices in which an intervention has put other values than their terms give.
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
    replaced: frozenset[Matrix] = frozenset()

    @property
    def n_heads(self) -> int:
        return int(self.contributions.shape[0])

    @property
    def d_k(self) -> int:
        return int(self.q.shape[1])

    @property
    def d_model(self) -> int:
        return int(self.before.shape[1])

    @property
    def contribution(self) -> FloatArray:
        """The summand of this head alone, ``[query, d_model]``; read-only."""
        return self.contributions[self.head]


Matrix = Literal[
    "x_query",
    "x_key",
    "w_q",
    "w_k",
    "w_v",
    "q",
    "k",
    "k_transposed",
    "v",
    "products",
    "position_bias",
    "scores",
    "mask",
    "masked_scores",
    "weights",
    "context",
    "concatenation",
    "w_o",
    "contribution",
    "contributions",
    "output",
    "before",
    "added",
    "after",
]
"""A matrix of :class:`HeadAnatomy`; ``contributions`` are those of all heads for one query."""

MatrixAxis = Literal["query", "key", "d_k", "heads·d_k", "d_model", "head"]


class MatrixCell(NamedTuple):
    """One number of a matrix; both from 0."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class MatrixShape:
    """What the rows and the columns of a matrix are."""

    rows: MatrixAxis
    columns: MatrixAxis


SHAPES: Mapping[Matrix, MatrixShape] = {
    "x_query": MatrixShape("query", "d_model"),
    "x_key": MatrixShape("key", "d_model"),
    "w_q": MatrixShape("d_model", "d_k"),
    "w_k": MatrixShape("d_model", "d_k"),
    "w_v": MatrixShape("d_model", "d_k"),
    "q": MatrixShape("query", "d_k"),
    "k": MatrixShape("key", "d_k"),
    "k_transposed": MatrixShape("d_k", "key"),
    "v": MatrixShape("key", "d_k"),
    "products": MatrixShape("query", "key"),
    "position_bias": MatrixShape("query", "key"),
    "scores": MatrixShape("query", "key"),
    "mask": MatrixShape("query", "key"),
    "masked_scores": MatrixShape("query", "key"),
    "weights": MatrixShape("query", "key"),
    "context": MatrixShape("query", "d_k"),
    "concatenation": MatrixShape("query", "heads·d_k"),
    "w_o": MatrixShape("d_k", "d_model"),
    "contribution": MatrixShape("query", "d_model"),
    "contributions": MatrixShape("head", "d_model"),
    "output": MatrixShape("query", "d_model"),
    "before": MatrixShape("query", "d_model"),
    "added": MatrixShape("query", "d_model"),
    "after": MatrixShape("query", "d_model"),
}


PRODUCTS: Mapping[Matrix, tuple[Matrix, Matrix]] = {
    "q": ("x_query", "w_q"),
    "k": ("x_key", "w_k"),
    "v": ("x_key", "w_v"),
    "products": ("q", "k_transposed"),
    "context": ("weights", "v"),
    "contribution": ("context", "w_o"),
}
"""The factors of matrices that are products, without their bias."""


def axis_size(anatomy: HeadAnatomy, axis: MatrixAxis) -> int:
    sizes: dict[MatrixAxis, int] = {
        "query": len(anatomy.query_tokens),
        "key": len(anatomy.key_tokens),
        "d_k": anatomy.d_k,
        "heads·d_k": anatomy.concatenation.shape[1],
        "d_model": anatomy.d_model,
        "head": anatomy.n_heads,
    }
    return sizes[axis]


def matrix_values(anatomy: HeadAnatomy, matrix: Matrix, *, query: int) -> FloatArray | BoolArray:
    """Values ``[row, column]``; projections as right factors of x, ``[in, out]``."""
    if matrix in {"w_q", "w_k", "w_v", "w_o"}:
        weights: FloatArray = getattr(anatomy, matrix)
        return weights.T
    if matrix == "k_transposed":
        return anatomy.k.T
    if matrix == "contributions":
        return anatomy.contributions[:, query]
    if matrix == "position_bias" and anatomy.position_bias is None:
        return np.zeros_like(anatomy.scores)
    values: FloatArray | BoolArray = getattr(anatomy, matrix)
    return values


Way = Literal["dot", "sum", "softmax", "quotient", "mask", "copy", "norm", "replaced"]


def _nothing() -> DoubleArray:
    return frozen(np.empty(0))


@dataclass(frozen=True, eq=False, kw_only=True)
class CellTerms:
    """One cell as a sum of terms, or as a formula of a few numbers.

    Attributes:
        way: ``dot``: terms are left · right; ``sum``: plain terms; ``softmax``: terms are
            exp(left − largest); the others have no terms but ``numbers``. ``replaced``: put there
            by an intervention.
        axis: what the terms run over; None where they have names of their own.
        left, right: factors, ``[term]``; empty where there are none.
        terms, running: and their running sum, ``[term]``.
        bias: added at the end, or None.
        total: the sum of all terms and the bias.
        value: the number in the picture.
        numbers: what else is in the formula, by name.
    """

    way: Way
    axis: MatrixAxis | None = None
    left: DoubleArray = field(default_factory=_nothing)
    right: DoubleArray = field(default_factory=_nothing)
    terms: DoubleArray = field(default_factory=_nothing)
    running: DoubleArray = field(default_factory=_nothing)
    bias: float | None = None
    total: float
    value: float
    numbers: Mapping[str, float]


def cell_terms(anatomy: HeadAnatomy, matrix: Matrix, cell: MatrixCell) -> CellTerms:
    """The terms of a computed matrix's cell; raises KeyError for another matrix.

    Of a value that an intervention has put there, what would be there without it.
    """
    terms = _dot(anatomy, matrix, cell) if matrix in PRODUCTS else _WAYS[matrix](anatomy, cell)
    own = terms.total
    if terms.way == "softmax":
        own = terms.terms[cell.column] / own if own else 0.0
    if matrix not in anatomy.replaced or math.isclose(own, terms.value, abs_tol=1e-5):
        return terms
    return _formula("replaced", total=terms.value, value=terms.value, own=own)


def _score(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    # Divided by √d_k if the model scales; plus a bias for the distance if it has one.
    product = float(anatomy.products[cell])
    root = math.sqrt(anatomy.d_k) if anatomy.scaled else 1.0
    biases = anatomy.position_bias
    bias = 0.0 if biases is None else float(biases[cell])
    return _formula(
        "quotient",
        total=product / root + bias,
        value=anatomy.scores[cell],
        product=product,
        root=root,
        bias=bias,
    )


def _masked_score(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    score = float(anatomy.scores[cell])
    allowed = bool(anatomy.mask[cell])
    return _formula(
        "mask",
        total=score if allowed else -math.inf,
        value=anatomy.masked_scores[cell],
        score=score,
        allowed=allowed,
    )


def _weight(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    # Softmax subtracts the largest score; the weights do not change.
    scores = anatomy.masked_scores[cell.row].astype(np.float64)
    largest = float(scores.max())
    raised = np.exp(scores - largest) if math.isfinite(largest) else np.zeros_like(scores)
    return _summed(
        "softmax",
        "key",
        raised,
        left=scores,
        value=anatomy.weights[cell],
        largest=largest,
        key=cell.column,
    )


def _concatenated(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    head, dimension = divmod(cell.column, anatomy.d_k)
    value = float(anatomy.concatenation[cell])
    return _formula("copy", total=value, value=value, head=head, dimension=dimension)


def _output(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    return _summed(
        "sum",
        "head",
        anatomy.contributions[:, cell.row, cell.column],
        bias=float(anatomy.b_o[cell.column]) if anatomy.biased else None,
        value=anatomy.output[cell],
    )


def _added(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    both = np.array((anatomy.before[cell], anatomy.output[cell]), dtype=np.float32)
    return _summed("sum", None, both, value=anatomy.added[cell])


def _normalised(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    # Over the whole row; RMSNorm does not subtract the mean.
    row = anatomy.added[cell.row].astype(np.float64)
    mean = float(row.mean()) if anatomy.norm_type == "layer" else 0.0
    deviation = math.sqrt(float(((row - mean) ** 2).mean()) + anatomy.norm_epsilon)
    gain, bias = (float(of_norm[cell.column]) for of_norm in (anatomy.norm_gain, anatomy.norm_bias))
    added = float(row[cell.column])
    return _formula(
        "norm",
        total=(added - mean) / deviation * gain + bias,
        value=anatomy.after[cell],
        added=added,
        mean=mean,
        deviation=deviation,
        gain=gain,
        bias=bias,
    )


_WAYS: Mapping[Matrix, Callable[[HeadAnatomy, MatrixCell], CellTerms]] = {
    "scores": _score,
    "masked_scores": _masked_score,
    "weights": _weight,
    "concatenation": _concatenated,
    "output": _output,
    "added": _added,
    "after": _normalised,
}

TAKEN_APART: frozenset[Matrix] = frozenset({*PRODUCTS, *_WAYS})
"""Matrices whose cells :func:`cell_terms` explains."""


def _dot(anatomy: HeadAnatomy, matrix: Matrix, cell: MatrixCell) -> CellTerms:
    left, right = PRODUCTS[matrix]
    row = matrix_values(anatomy, left, query=0)[cell.row].astype(np.float64)
    column = matrix_values(anatomy, right, query=0)[:, cell.column].astype(np.float64)
    biased = anatomy.biased and matrix in {"q", "k", "v"}
    return _summed(
        "dot",
        SHAPES[left].columns,
        row * column,
        left=row,
        right=column,
        value=matrix_values(anatomy, matrix, query=0)[cell],
        bias=float(getattr(anatomy, f"b_{matrix}")[cell.column]) if biased else None,
    )


def _summed(
    way: Way,
    axis: MatrixAxis | None,
    terms: FloatArray | DoubleArray,
    *,
    value: float,
    left: DoubleArray | None = None,
    right: DoubleArray | None = None,
    bias: float | None = None,
    **numbers: float,
) -> CellTerms:
    doubles = terms.astype(np.float64)
    return CellTerms(
        way=way,
        axis=axis,
        left=_nothing() if left is None else frozen(left),
        right=_nothing() if right is None else frozen(right),
        terms=frozen(doubles),
        running=frozen(np.cumsum(doubles)),
        bias=bias,
        total=math.fsum(doubles) + (bias or 0.0),
        value=float(value),
        numbers=numbers,
    )


def _formula(way: Way, *, total: float, value: float, **numbers: float) -> CellTerms:
    return CellTerms(way=way, total=total, value=float(value), numbers=numbers)


@dataclass(frozen=True, slots=True)
class Traced:
    """A row, a column, or with both a cell."""

    row: int | None = None
    column: int | None = None


Parts = Mapping[Matrix, Traced]


def traced_parts(anatomy: HeadAnatomy, matrix: Matrix, cell: MatrixCell) -> Parts:
    """The cells that a cell is computed from; empty for a given matrix or a replaced value."""
    if matrix in anatomy.replaced and cell_terms(anatomy, matrix, cell).way == "replaced":
        return {}
    row, column = Traced(row=cell.row), Traced(column=cell.column)
    same = Traced(cell.row, cell.column)
    biased = anatomy.position_bias is not None
    summands: tuple[Matrix, ...] = ("products", "position_bias") if biased else ("products",)
    head, dimension = divmod(cell.column, anatomy.d_k)
    is_own = head == anatomy.head
    parts: dict[Matrix, Parts] = {
        **{product: {left: row, right: column} for product, (left, right) in PRODUCTS.items()},
        "scores": dict.fromkeys(summands, same),
        "masked_scores": {"scores": same, "mask": same},
        "weights": {"masked_scores": row},
        "concatenation": {"context": Traced(cell.row, dimension)} if is_own else {},
        "output": {"contributions": column},
        "added": {"before": same, "output": same},
        "after": {"added": row},
    }
    return parts.get(matrix, {})
