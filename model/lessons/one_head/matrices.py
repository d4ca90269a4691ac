"""The matrices of one head: what their rows and columns are, and their numbers. Numpy only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from model.arrays import BoolArray, FloatArray
from model.lessons.one_head.anatomy_record import HeadAnatomy

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


def axis_size(anatomy: HeadAnatomy, axis: MatrixAxis) -> int:
    """How many there are."""
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
    """The numbers ``[row, column]``; projections as they stand right of x, ``[in, out]``."""
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
