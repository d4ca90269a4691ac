"""What the scale does to a softmax: weights, entropy and Jacobian of one row of scores. Numpy only.

Scores that lie far apart have a softmax that is nearly one-hot, and then its Jacobian is nearly 0:
almost nothing can be learned through it (Vaswani et al. 2017, §3.2.1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from model.arrays import DoubleArray, FloatArray, frozen

LARGEST_JACOBIAN = 0.25
"""No entry of a softmax's Jacobian is larger: p(1 − p) is ¼ at p = ½."""


def softmax(scores: npt.ArrayLike) -> DoubleArray:
    """Weights of one row. ``[key]`` → ``[key]``, which sum to 1.

    Raises:
        ValueError: there is no score.
    """
    row = np.asarray(scores, dtype=np.float64)
    if not row.size:
        raise ValueError("no score to take the softmax of")
    powers = np.exp(row - row.max())
    return np.asarray(powers / powers.sum())


def entropy_bits(weights: npt.ArrayLike) -> float:
    """Entropy of weights ``[key]``: 0 when one key has all, log₂(keys) when all have the same."""
    row = np.asarray(weights, dtype=np.float64)
    positive = row[row > 0]
    return float(-(positive * np.log2(positive)).sum()) + 0.0


def softmax_jacobian(weights: npt.ArrayLike) -> DoubleArray:
    """∂p_i/∂s_j = p_i(δ_ij − p_j) of the softmax with output ``[key]``. ``[key, key]``.

    Symmetric; its rows sum to 0; it is diag(p) − ppᵀ.
    """
    row = np.asarray(weights, dtype=np.float64)
    return np.diag(row) - np.outer(row, row)


@dataclass(frozen=True, eq=False, kw_only=True)
class SoftmaxStudy:
    """The softmax of one row of scores times a factor; read-only.

    Attributes:
        factor: what the scores were multiplied by.
        scores: after that, ``[key]``.
        weights: their softmax, ``[key]``.
        entropy: of the weights, in bits.
        jacobian: of the softmax where the scores are, ``[key, key]``.
    """

    factor: float
    scores: FloatArray
    weights: FloatArray
    entropy: float
    jacobian: FloatArray

    @classmethod
    def of(cls, scores: npt.ArrayLike, *, factor: float) -> Self:
        """Study ``factor`` times the scores ``[key]``.

        Raises:
            ValueError: there is no score.
        """
        scaled = np.asarray(scores, dtype=np.float64) * factor
        weights = softmax(scaled)
        return cls(
            factor=factor,
            scores=frozen(scaled.astype(np.float32)),
            weights=frozen(weights.astype(np.float32)),
            entropy=entropy_bits(weights),
            jacobian=frozen(softmax_jacobian(weights).astype(np.float32)),
        )

    @property
    def most_entropy(self) -> float:
        """What the entropy would be if all keys had the same weight, in bits."""
        return math.log2(len(self.weights))

    @property
    def steepest(self) -> float:
        """The largest magnitude in the Jacobian: 0 when nothing can be learned here."""
        return float(np.abs(self.jacobian).max())
