"""Attention matrices combined into one, rows and columns merged, and the links to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen
from model.traces.trace import Kind

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
        return _span_of(self.rows, query)

    def column_of(self, key: int) -> int | None:
        return _span_of(self.columns, key)


def whole(rows: int, columns: int) -> TokenSpans:
    return TokenSpans(rows=single(range(rows)), columns=single(range(columns)))


def single(tokens: Sequence[int]) -> tuple[Span, ...]:
    return tuple((token, token + 1) for token in tokens)


def project_weights(weights: FloatArray, projection: TokenSpans) -> FloatArray:
    """``[..., query, key]`` → ``[..., rows, columns]``, read-only; a view if nothing is merged."""
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
    """``[query, key]`` → ``[rows, columns]``: True if any of a cell's tokens may attend."""
    counts = mask.astype(np.float32)
    both = _summed(_summed(counts, projection.columns, axis=-1), projection.rows, axis=-2)
    return frozen(both > 0)


def _summed(values: FloatArray, spans: Sequence[Span], *, axis: int) -> FloatArray:
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


_HALF = np.float32(0.5)

_FORMULAS: dict[Kind, str] = {
    "encoder": "R₁ = ½(A₁ + I), Rₗ = ½(Aₗ + I)·Rₗ₋₁",
    "decoder": "T₀ = I, Tₗ = ¼(Sₗ + I)·Tₗ₋₁",
    "cross": "X₀ = 0, Xₗ = ¼(Sₗ + I)·Xₗ₋₁ + ½Cₗ·E",
}


def mean_over_heads(weights: FloatArray, heads: Sequence[int]) -> FloatArray:
    """Mean of the chosen heads: rows still sum to 1.

    ``[layers, heads, query, key]`` → ``[layers, query, key]``, read-only.

    Raises:
        ValueError: no head is chosen.
    """
    return frozen(_over_heads(weights, heads, np.add) / np.float32(len(heads)))


def max_over_heads(weights: FloatArray, heads: Sequence[int]) -> FloatArray:
    """Largest weight among the chosen heads: rows sum to 1 or more, up to the number of heads.

    ``[layers, heads, query, key]`` → ``[layers, query, key]``, read-only.

    Raises:
        ValueError: no head is chosen.
    """
    return frozen(_over_heads(weights, heads, np.maximum))


def encoder_rollout(weights: FloatArray) -> FloatArray:
    """Shares of the source tokens in the encoder's states after each layer.

    With A the mean over all heads: R₁ = ½(A₁ + I), Rₗ = ½(Aₗ + I)·Rₗ₋₁. Rows sum to 1.

    Args:
        weights: ``[layers, heads, query, key]``.

    Returns:
        ``[layers, query, key]``, read-only; the last is the memory's.
    """
    means = weights.mean(axis=1)  # [layers, query, key]
    rollout = np.empty_like(means)
    shares = np.eye(means.shape[1], dtype=np.float32)
    for layer, mean in enumerate(means):
        shares = _mixed(mean, shares, out=rollout[layer])
    return frozen(rollout)


def decoder_rollout(
    self_weights: FloatArray, cross_weights: FloatArray, *, memory: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Shares of target and source tokens in the decoder's states after each layer.

    With S and C the means over all heads of self- and cross-attention and E = ``memory``, a layer
    first takes T ← ½(S + I)·T and X ← ½(S + I)·X, then T ← ½T and X ← ½X + ½C·E, from T = I and
    X = 0. Rows of T and X side by side sum to 1. What is decoded later changes no earlier row.

    Args:
        self_weights: ``[layers, heads, query, target]``, as many targets as queries.
        cross_weights: ``[layers, heads, query, source]``.
        memory: ``[source, source]``, the last layer of :func:`encoder_rollout`.

    Returns:
        T ``[layers, query, target]`` and X ``[layers, query, source]``, both read-only.
    """
    self_means = self_weights.mean(axis=1)  # [layers, query, target]
    from_memory = cross_weights.mean(axis=1) @ memory  # [layers, query, source]
    target, source = np.empty_like(self_means), np.empty_like(from_memory)
    own, read = np.eye(self_means.shape[1], dtype=np.float32), np.zeros_like(from_memory[0])
    for layer, (mean, brought) in enumerate(zip(self_means, from_memory, strict=True)):
        own = _mixed(mean, own, out=target[layer])
        own *= _HALF
        read = _mixed(mean, read, out=source[layer])
        read += brought
        read *= _HALF
    return frozen(target), frozen(source)


def formula(kind: Kind) -> str:
    """The formula of a kind's rollout, in one line without words.

    A, S and C are the means over heads of encoder, decoder and cross attention in layer l; R, T and
    X are the values of encoder, decoder and cross plots; E is R of the encoder's last layer.
    """
    return _FORMULAS[kind]


def _over_heads(weights: FloatArray, heads: Sequence[int], combine: np.ufunc) -> FloatArray:
    # Head by head, so that the weights are not copied.
    if not heads:
        raise ValueError("no head is chosen")
    total = weights[:, heads[0]].copy()
    for head in heads[1:]:
        combine(total, weights[:, head], out=total)
    return total


def _mixed(mean: FloatArray, shares: FloatArray, *, out: FloatArray) -> FloatArray:
    """½(A + I)·R, written into ``out``."""
    np.matmul(mean, shares, out=out)
    out += shares
    out *= _HALF
    return out


ROUNDING = 1e-6
"""Relative slack: 0.5 and 0.4 reach 0.9 although neither 0.4 nor 0.9 has an exact float."""


def strongest(weights: FloatArray, *, mass: float) -> BoolArray:
    """The fewest keys of each row, heaviest first, that together reach ``mass`` of its sum.

    Ties are broken by position. With mass 1 every key with a weight above 0 is kept, with mass 0
    none; nor is one in a row of zeros. NaN and weights not above 0 are never kept.

    Args:
        weights: ``[..., query, key]``; rows need not sum to 1.
        mass: share of the row's sum, 0 … 1.

    Returns:
        ``[..., query, key]``, True = keep; read-only.

    Raises:
        ValueError: ``mass`` is not from 0 to 1.
    """
    if not 0 <= mass <= 1:
        raise ValueError(f"mass ({mass!r}) must be from 0 to 1")
    kept = weights > 0
    if mass < 1 and weights.size:
        # matrix by matrix, so that what is needed in between fits into the processor's cache
        for place in np.ndindex(weights.shape[:-2]):
            kept[place] = _heaviest(np.where(kept[place], weights[place], 0), mass)
    return frozen(kept)


def _heaviest(weights: FloatArray, mass: float) -> BoolArray:
    """:func:`strongest` of one matrix ``[query, key]``."""
    # Sorted values instead of argsort, which is far slower.
    descending = np.sort(weights, axis=-1)[..., ::-1]
    sums = np.cumsum(descending, axis=-1, dtype=np.float64)
    goal = mass * (1 - ROUNDING) * sums[..., -1:]
    needed = (sums - descending < goal).sum(axis=-1, keepdims=True)  # what comes before falls short
    padded = np.concatenate([np.full_like(descending[..., :1], np.inf), descending], axis=-1)
    lightest = np.take_along_axis(padded, needed, axis=-1)
    kept: BoolArray = weights >= lightest
    tied = np.flatnonzero(kept.sum(axis=-1) > needed[..., 0])
    for row in tied:  # of those as light as the last one, the first keys
        last = np.flatnonzero(weights[row] == lightest[row])
        kept[row, last[len(last) - (kept[row].sum() - needed[row, 0]) :]] = False
    return kept
