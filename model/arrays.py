"""The kinds of numpy array that the package hands out, and how they are made read-only."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]
DoubleArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
Scalar = TypeVar("Scalar", bound=np.generic)


def softmax(scores: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Over the last axis; NaN in a row of −∞ only."""
    with np.errstate(invalid="ignore"):  # −∞ − −∞
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares: npt.NDArray[Scalar] = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def frozen(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Make an array read-only and return it."""
    array.setflags(write=False)
    return array
