"""Which links to draw: for each query the fewest keys that hold most of its weight. Numpy only."""

from __future__ import annotations

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen

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
    kept = weights > 0
    if mass < 1 and weights.size:
        # matrix by matrix, so that what is needed in between fits into the processor's cache
        for place in np.ndindex(weights.shape[:-2]):
            kept[place] = _heaviest(np.where(kept[place], weights[place], 0), mass)
    return frozen(kept)


def _heaviest(weights: FloatArray, mass: float) -> BoolArray:
    """Of one matrix ``[query, key]``, by sorted values: to find their order takes far longer."""
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
