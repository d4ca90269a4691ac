"""What layers of different types cost (Vaswani et al. 2017, table 1). Numpy only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from model.arrays import DoubleArray

LayerType = Literal["self_attention", "recurrent", "convolutional", "restricted"]
LAYER_TYPES: tuple[LayerType, ...] = get_args(LayerType)

TimedLayer = Literal[
    "self_attention", "recurrent", "convolutional", "restricted", "projected_attention"
]
"""What can be measured: the types, and self-attention with its four projections, which the table
leaves out."""
TIMED_LAYERS: tuple[TimedLayer, ...] = get_args(TimedLayer)

COMPLEXITY: dict[LayerType, str] = {
    "self_attention": "n²·d",
    "recurrent": "n·d²",
    "convolutional": "k·n·d²",
    "restricted": "r·n·d",
}
"""Operations of one layer, up to a constant."""

SEQUENTIAL: dict[LayerType, str] = {
    "self_attention": "1",
    "recurrent": "n",
    "convolutional": "1",
    "restricted": "1",
}
"""Operations that must wait for one another, up to a constant."""

PATH_LENGTH: dict[LayerType, str] = {
    "self_attention": "1",
    "recurrent": "n",
    "convolutional": "log_k(n)",
    "restricted": "n/r",
}
"""Operations between two positions as far apart as can be, up to a constant.

Of convolutions that are dilated more from layer to layer; a stack of plain ones needs n/k.
"""


@dataclass(frozen=True, slots=True)
class Extent:
    """What a layer reads.

    Attributes:
        n: positions.
        d: width of each.
        k: width of a convolution's kernel.
        r: width of a restricted self-attention's window.
    """

    n: int
    d: int
    k: int = 3
    r: int = 16


def operations(
    layer: LayerType, n: npt.ArrayLike, d: npt.ArrayLike, *, k: int, r: int
) -> DoubleArray:
    """The table's count, without constants. ``n`` and ``d`` are broadcast."""
    length, width = np.asarray(n, np.float64), np.asarray(d, np.float64)
    if layer == "self_attention":
        return length**2 * width
    if layer == "recurrent":
        return length * width**2
    if layer == "convolutional":
        return k * length * width**2
    # a window is never wider than the sentence
    return np.minimum(r, length) * length * width


def sequential_operations(layer: LayerType, n: int) -> int:
    """How many operations must wait for one another."""
    return n if layer == "recurrent" else 1


def path_length(layer: LayerType, n: int, *, k: int, r: int) -> float:
    """Operations between the first and the last position, at least 1."""
    if layer == "self_attention":
        return 1.0
    if layer == "recurrent":
        return float(n)
    if layer == "convolutional":
        return max(1.0, math.log(n) / math.log(k))
    return max(1.0, n / r)


def multiply_adds(layer: TimedLayer, extent: Extent) -> int:
    """Of the matrix products of a whole layer, with all constants.

    Self-attention: QKᵀ and the weights times V. Recurrent: the input's and the state's product.
    """
    n, d = extent.n, extent.d
    if layer == "self_attention":
        return 2 * n * n * d
    if layer == "projected_attention":
        return 2 * n * n * d + 4 * n * d * d
    if layer == "recurrent":
        return 2 * n * d * d
    return extent.k * n * d * d if layer == "convolutional" else 2 * min(extent.r, n) * n * d


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerTime:
    """One measurement: the median of several forward passes over one sentence.

    Attributes:
        seconds: the median.
        runs: how many it is the median of.
    """

    layer: TimedLayer
    extent: Extent
    seconds: float
    runs: int
