"""The matrices of one head: what their rows and columns are, their numbers, their fixed levels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from model.arrays import BoolArray, FloatArray
from model.lessons.one_head.anatomy_record import HeadAnatomy
from viz_app.panels.one_head.state import Matrix, OneHeadState, Projection, Share, Stage

Axis = Literal["query", "key", "d_k", "d_model", "head"]


@dataclass(frozen=True, slots=True)
class Shape:
    """What the rows and the columns of a matrix are."""

    rows: Axis
    columns: Axis


SHAPES: Mapping[Matrix, Shape] = {
    "x_query": Shape("query", "d_model"),
    "x_key": Shape("key", "d_model"),
    "w_q": Shape("d_model", "d_k"),
    "w_k": Shape("d_model", "d_k"),
    "w_v": Shape("d_model", "d_k"),
    "q": Shape("query", "d_k"),
    "k": Shape("key", "d_k"),
    "k_transposed": Shape("d_k", "key"),
    "v": Shape("key", "d_k"),
    "products": Shape("query", "key"),
    "scores": Shape("query", "key"),
    "mask": Shape("query", "key"),
    "masked_scores": Shape("query", "key"),
    "weights": Shape("query", "key"),
    "context": Shape("query", "d_k"),
    "concatenation": Shape("query", "d_model"),
    "w_o": Shape("d_k", "d_model"),
    "contribution": Shape("query", "d_model"),
    "contributions": Shape("head", "d_model"),
    "output": Shape("query", "d_model"),
    "before": Shape("query", "d_model"),
    "added": Shape("query", "d_model"),
    "after": Shape("query", "d_model"),
}

_PROJECTED: Mapping[Projection, tuple[Matrix, ...]] = {
    "q": ("x_query", "w_q", "q"),
    "k": ("x_key", "w_k", "k"),
    "v": ("x_key", "w_v", "v"),
}
_SHARED: Mapping[Share, tuple[Matrix, ...]] = {
    "head": ("context", "w_o", "contribution"),
    "heads": ("contributions", "output"),
}
_STAGES: Mapping[Stage, tuple[Matrix, ...]] = {
    "product": ("q", "k_transposed", "products"),
    "scale": ("products", "scores"),
    "mask": ("scores", "mask", "masked_scores"),
    "softmax": ("masked_scores", "weights"),
    "values": ("weights", "v", "context"),
    "concatenate": ("context", "concatenation"),
    "add": ("before", "output", "added"),
}


def stage_matrices(state: OneHeadState, anatomy: HeadAnatomy) -> tuple[Matrix, ...]:
    """What goes into the stage in view, and last what comes out."""
    if state.stage == "project":
        return _PROJECTED[state.projection]
    if state.stage == "output":
        return _SHARED[state.share]
    after: tuple[Matrix, ...] = ("after",)
    normalised = state.stage == "add" and anatomy.norm == "post"
    return _STAGES[state.stage] + (after if normalised else ())


def axis_size(anatomy: HeadAnatomy, axis: Axis) -> int:
    """How many there are."""
    sizes: dict[Axis, int] = {
        "query": len(anatomy.query_tokens),
        "key": len(anatomy.key_tokens),
        "d_k": anatomy.d_k,
        "d_model": anatomy.d_model,
        "head": anatomy.n_heads,
    }
    return sizes[axis]


def matrix_values(anatomy: HeadAnatomy, matrix: Matrix, *, query: int) -> FloatArray | BoolArray:
    """The numbers ``[row, column]``; projections as they stand right of x, ``[in, out]``."""
    if matrix in {"w_q", "w_k", "w_v", "w_o"}:
        weights: FloatArray = getattr(anatomy, matrix)
        return weights.T
    if matrix == "k_transposed":
        return anatomy.k.T
    if matrix == "contributions":
        return anatomy.contributions[:, query]
    values: FloatArray | BoolArray = getattr(anatomy, matrix)
    return values


def matrix_level(anatomy: HeadAnatomy, matrix: Matrix) -> float:
    """Where the colours end, at −level and +level: the same for all heads and sentences.

    The numbers of a trained model seldom lie outside. Weights are not signed: 0 … 1.
    """
    post = anatomy.norm == "post"
    if matrix in {"mask", "weights"}:
        return 1.0
    if matrix in {"w_q", "w_k", "w_v", "w_o"}:
        return 4.0 / math.sqrt(anatomy.d_model)
    if matrix == "products":
        return float(round(8.0 * math.sqrt(anatomy.d_k)))
    if matrix in {"scores", "masked_scores", "output"}:
        return 8.0
    if matrix in {"before", "added", "after"}:
        return 4.0 if post else 16.0
    return 4.0
