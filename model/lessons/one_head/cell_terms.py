"""How one number of a head came about, term by term, in double precision. Numpy only."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from model.arrays import DoubleArray, FloatArray, frozen
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.matrices import Matrix, MatrixAxis, MatrixCell

Way = Literal["dot", "sum", "softmax", "quotient", "mask", "copy", "norm"]


@dataclass(frozen=True, eq=False, kw_only=True)
class CellTerms:
    """One cell as a sum of terms, or as a formula of a few numbers.

    Attributes:
        way: ``dot``: terms are left · right; ``sum``: plain terms; ``softmax``: terms are
            exp(left − largest); the others have no terms but ``numbers``.
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
    left: DoubleArray
    right: DoubleArray
    terms: DoubleArray
    running: DoubleArray
    bias: float | None = None
    total: float
    value: float
    numbers: Mapping[str, float]


def cell_terms(anatomy: HeadAnatomy, matrix: Matrix, cell: MatrixCell) -> CellTerms:
    """Take a cell of a computed matrix apart.

    Raises:
        KeyError: the head does not compute that matrix.
    """
    return _WAYS[matrix](anatomy, cell)


def _projected(part: Literal["q", "k", "v"]) -> Callable[[HeadAnatomy, MatrixCell], CellTerms]:
    def terms(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
        """What came in for a token times the weights of one component, and its bias."""
        x = anatomy.x_query if part == "q" else anatomy.x_key
        weights, bias = getattr(anatomy, f"w_{part}"), getattr(anatomy, f"b_{part}")
        return _dot(
            "d_model",
            x[cell.row],
            weights[cell.column],
            bias=float(bias[cell.column]) if anatomy.biased else None,
            value=getattr(anatomy, part)[cell],
        )

    return terms


def _product(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    value = anatomy.products[cell]
    return _dot("d_k", anatomy.q[cell.row], anatomy.k[cell.column], value=value)


def _score(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    """Divided by √d_k, if the model does; a bias for the distance, if it has one."""
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
    """The largest score is taken off all, as softmax does: it changes no weight."""
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


def _context(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    value = anatomy.context[cell]
    return _dot("key", anatomy.weights[cell.row], anatomy.v[:, cell.column], value=value)


def _concatenated(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    head, dimension = divmod(cell.column, anatomy.d_k)
    value = float(anatomy.concatenation[cell])
    return _formula("copy", total=value, value=value, head=head, dimension=dimension)


def _contribution(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    value = anatomy.contribution[cell]
    return _dot("d_k", anatomy.context[cell.row], anatomy.w_o[cell.column], value=value)


def _output(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    return _summed(
        "sum",
        "head",
        anatomy.contributions[:, cell.row, cell.column],
        bias=float(anatomy.b_o[cell.column]) if anatomy.biased else None,
        value=anatomy.output[cell],
    )


def _added(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    both = (anatomy.before[cell], anatomy.output[cell])
    value = anatomy.added[cell]
    return _summed("sum", None, np.array(both, dtype=np.float32), value=value)


def _normalised(anatomy: HeadAnatomy, cell: MatrixCell) -> CellTerms:
    """Normalisation over the whole row; RMSNorm takes no mean off."""
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
    "q": _projected("q"),
    "k": _projected("k"),
    "v": _projected("v"),
    "products": _product,
    "scores": _score,
    "masked_scores": _masked_score,
    "weights": _weight,
    "context": _context,
    "concatenation": _concatenated,
    "contribution": _contribution,
    "output": _output,
    "added": _added,
    "after": _normalised,
}

TAKEN_APART: frozenset[Matrix] = frozenset(_WAYS)
"""Matrices whose cells :func:`cell_terms` explains."""


def _dot(
    axis: MatrixAxis,
    left: FloatArray,
    right: FloatArray,
    *,
    value: float,
    bias: float | None = None,
) -> CellTerms:
    factors = left.astype(np.float64), right.astype(np.float64)
    return _summed(
        "dot",
        axis,
        factors[0] * factors[1],
        left=factors[0],
        right=factors[1],
        value=value,
        bias=bias,
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
        left=frozen(_or_empty(left)),
        right=frozen(_or_empty(right)),
        terms=frozen(doubles),
        running=frozen(np.cumsum(doubles)),
        bias=bias,
        total=math.fsum(doubles) + (bias or 0.0),
        value=float(value),
        numbers=numbers,
    )


def _formula(way: Way, *, total: float, value: float, **numbers: float) -> CellTerms:
    nothing = frozen(np.empty(0))
    return CellTerms(
        way=way,
        left=nothing,
        right=nothing,
        terms=nothing,
        running=nothing,
        total=total,
        value=float(value),
        numbers=numbers,
    )


def _or_empty(factors: DoubleArray | None) -> DoubleArray:
    return np.empty(0) if factors is None else factors
