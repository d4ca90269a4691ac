"""Which links to draw: for each query the fewest keys that hold most of its weight. Numpy only."""

from __future__ import annotations

import numpy as np

from model.trace import BoolArray, FloatArray, frozen

ROUNDING = 1e-6
"""Relative slack: 0.5 and 0.4 reach 0.9 although neither 0.4 nor 0.9 has an exact float."""


def strongest(weights: FloatArray, *, mass: float) -> BoolArray:
    """The fewest keys of each row, heaviest first, that together reach ``mass`` of its sum.

    Of equal weights the first keys are taken. With mass 1 every key with a weight above 0 is
    kept, with mass 0 none; nor is one in a row of zeros. What is not above 0, or not a number,
    is never kept.

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
    present = weights > 0
    if mass == 1:
        return frozen(present)
    return frozen(_heaviest(np.where(present, weights, 0), mass))


def _heaviest(weights: FloatArray, mass: float) -> BoolArray:
    """By values, not by order: numpy sorts values much faster than it finds their order."""
    descending = np.sort(weights, axis=-1)[..., ::-1]
    sums = np.cumsum(descending, axis=-1, dtype=np.float64)
    goal = mass * (1 - ROUNDING) * sums[..., -1:]
    needed = sums - descending < goal  # what comes before falls short
    lightest = np.where(needed, descending, np.inf).min(axis=-1, keepdims=True, initial=np.inf)
    above, level = weights > lightest, weights == lightest
    room = needed.sum(axis=-1, keepdims=True) - above.sum(axis=-1, keepdims=True)
    return above | (level & (np.cumsum(level, axis=-1) <= room))
