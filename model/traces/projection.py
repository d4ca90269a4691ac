"""Which tokens the rows and columns of a picture stand for. Numpy only.

Pieces of one word can share a row and a column, and tokens can be hidden. The weights of a word
are those of its pieces: summed over keys, because a row gives its one unit of attention to them
together, and averaged over queries, because each of them gives one of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen

Span = tuple[int, int]
"""A half-open range of token indices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSpans:
    """Spans of query and of key tokens, in order; tokens in none of them are hidden.

    Attributes:
        rows, columns: none is empty, none overlaps another.
        renormalised: every row is divided by what is left of it.
    """

    rows: tuple[Span, ...]
    columns: tuple[Span, ...]
    renormalised: bool = False

    def row_of(self, query: int) -> int | None:
        """The row that a query token is part of."""
        return _span_of(self.rows, query)

    def column_of(self, key: int) -> int | None:
        """The column that a key token is part of."""
        return _span_of(self.columns, key)


def whole(rows: int, columns: int) -> TokenSpans:
    """A row for each query and a column for each key."""
    return TokenSpans(rows=single(range(rows)), columns=single(range(columns)))


def single(tokens: Sequence[int]) -> tuple[Span, ...]:
    """A span for each of some tokens."""
    return tuple((token, token + 1) for token in tokens)


def project_weights(weights: FloatArray, projection: TokenSpans) -> FloatArray:
    """Weights of a picture's cells. ``[..., query, key]`` → ``[..., rows, columns]``, read-only.

    Without anything merged or hidden these are the weights themselves, not a copy.
    """
    rows, columns = projection.rows, projection.columns
    shown = _summed(_summed(weights, columns, axis=-1), rows, axis=-2)
    lengths = np.array([end - start for start, end in rows], dtype=np.float32)
    if (lengths > 1).any():
        shown = shown / lengths[:, None]
    if projection.renormalised:
        sums = shown.sum(axis=-1, keepdims=True)
        sums[sums == 0] = 1  # rows with nothing left stay 0
        # one more array of all heads would cost more time than all the sums
        shown = np.divide(shown, sums, out=None if shown is weights else shown)
    return frozen(shown) if shown is not weights else weights


def project_mask(mask: BoolArray, projection: TokenSpans) -> BoolArray:
    """``[query, key]`` → ``[rows, columns]``: True where any of a cell's tokens may attend."""
    counts = mask.astype(np.float32)
    both = _summed(_summed(counts, projection.columns, axis=-1), projection.rows, axis=-2)
    return frozen(both > 0)


def _summed(values: FloatArray, spans: Sequence[Span], *, axis: int) -> FloatArray:
    """Sums over the spans of an axis; the values themselves where each token has its own."""
    starts = np.array([start for start, _ in spans], dtype=np.intp)
    ends = np.array([end for _, end in spans], dtype=np.intp)
    size = values.shape[axis]
    if len(spans) == 0 or (ends - starts == 1).all():
        alone = len(spans) == size
        return values if alone else values.take(starts, axis=axis)
    edges = np.stack([starts, ends], axis=1).ravel()
    if edges[-1] == size:
        edges = edges[:-1]
    sums = np.add.reduceat(values, edges, axis=axis)
    return sums.take(np.arange(0, sums.shape[axis], 2), axis=axis)


def _span_of(spans: Sequence[Span], token: int) -> int | None:
    return next((at for at, (start, end) in enumerate(spans) if start <= token < end), None)
