"""Many attention matrices as one: mean and maximum over heads, and attention rollout. Numpy only.

Rollout (Abnar & Zuidema 2020, “Quantifying Attention Flow in Transformers”) follows attention
through the layers: how much of each position's state comes from which input token, if every
sublayer passed on one half of its residual stream and one half of what it attends to. That half
is an assumption, the same for pre- and post-norm layers: nothing is measured but the weights, and
values, feed-forward networks and norms are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.arrays import FloatArray, frozen
from model.traces.trace import Kind

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
    shares = _identity(means)
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
    own, read = _identity(self_means), np.zeros_like(from_memory[0])
    for layer, (mean, brought) in enumerate(zip(self_means, from_memory, strict=True)):
        own = _mixed(mean, own, out=target[layer])
        own *= _HALF
        read = _mixed(mean, read, out=source[layer])
        read += brought
        read *= _HALF
    return frozen(target), frozen(source)


def formula(kind: Kind) -> str:
    """How a kind's rollout is computed, in one line without words.

    A, S and C are the means over heads of encoder, decoder and cross attention in layer l; R, T
    and X are what the encoder, decoder and cross plots show; E is R of the encoder's last layer.
    """
    return _FORMULAS[kind]


def _over_heads(weights: FloatArray, heads: Sequence[int], combine: np.ufunc) -> FloatArray:
    """Head by head, so that no copy of all weights is made."""
    if not heads:
        raise ValueError("no head is chosen")
    total = weights[:, heads[0]].copy()
    for head in heads[1:]:
        combine(total, weights[:, head], out=total)
    return total


def _identity(means: FloatArray) -> FloatArray:
    """Every state is its own token's. ``[layers, query, query]`` → ``[query, query]``."""
    return np.eye(means.shape[1], dtype=np.float32)


def _mixed(mean: FloatArray, shares: FloatArray, *, out: FloatArray) -> FloatArray:
    """Half of what stays, half of what is attended to: ½(A + I)·R, written into ``out``."""
    np.matmul(mean, shares, out=out)
    out += shares
    out *= _HALF
    return out
