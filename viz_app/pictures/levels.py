"""How a weight becomes a place on the colour map: linear, square root, or logarithmic. Numpy only.

The ends never follow the data: 0 … 1 for weights, −1 … 1 for differences of weights, whose
magnitude is scaled the same way around a middle of 0.
"""

from __future__ import annotations

import numpy as np

from model.arrays import FloatArray
from viz_app.workbench.state.attention_options import Scale

DECADES = 4
"""Powers of ten that the logarithmic scale covers; what is smaller has the colour of 0."""

Ticks = tuple[tuple[float, str], ...]
"""Shares of a colour bar's height, from the bottom, and what stands there."""

_MARKS: dict[Scale, tuple[str, ...]] = {
    "linear": ("0", "0.5", "1"),
    "sqrt": ("0", "0.1", "0.25", "0.5", "1"),
    "log": ("0.0001", "0.001", "0.01", "0.1", "1"),
}
_SIGNED_MARKS: dict[Scale, tuple[str, ...]] = {
    "linear": ("1",),
    "sqrt": ("0.1", "0.5", "1"),
    "log": ("0.01", "0.1", "1"),
}


def shares(values: FloatArray, scale: Scale) -> FloatArray:
    """Places of weights on the map, 0 … 1. ``[...]`` → float32 ``[...]``.

    ``log`` is 1 + log₁₀(w) / 4. What is outside 0 … 1 gets the nearer end; NaN stays NaN.
    """
    weights = np.asarray(np.clip(values, np.float32(0), np.float32(1), dtype=np.float32))
    if scale == "sqrt":
        return np.sqrt(weights, out=weights)
    if scale == "log":
        np.maximum(weights, np.float32(10.0**-DECADES), out=weights)
        np.log10(weights, out=weights)
        weights /= np.float32(DECADES)
        weights += np.float32(1)
    return weights


def signed_shares(values: FloatArray, scale: Scale) -> FloatArray:
    """Places of differences, −1 … 1, on a diverging map: 0 is at ½. ``[...]`` → ``[...]``."""
    half = shares(np.abs(values), scale) / np.float32(2)
    return np.copysign(half, values).astype(np.float32) + np.float32(0.5)


def ticks(scale: Scale, *, top: float = 1.0) -> Ticks:
    """What stands beside the colour bar of weights, whose colours end at ``top``."""
    marks = [(_share(mark, scale), _times(mark, top)) for mark in _MARKS[scale]]
    if scale == "log":
        marks[0] = (0.0, f"≤ {marks[0][1]}")
    if top < 1:
        marks[-1] = (1.0, f"≥ {marks[-1][1]}")
    return tuple(marks)


def signed_ticks(scale: Scale, *, top: float = 1.0) -> Ticks:
    """What stands beside the colour bar of differences, whose colours end at ±``top``."""
    marks = [(_share(mark, scale) / 2, _times(mark, top)) for mark in _SIGNED_MARKS[scale]]
    below = [(0.5 - half, f"−{mark}") for half, mark in reversed(marks)]
    return (*below, (0.5, "0"), *((0.5 + half, mark) for half, mark in marks))


def level_ticks(level: float) -> Ticks:
    """Both ends of the map and its middle, for the colour bar."""
    return ((0.0, f"−{level:.3g}"), (0.5, "0"), (1.0, f"{level:.3g}"))


def _times(mark: str, top: float) -> str:
    """A mark as it stands on a bar that ends elsewhere: ``0.25`` of 0.2 is ``0.05``."""
    return (
        mark if top == 1 else np.format_float_positional(float(mark) * top, precision=6, trim="-")
    )


def _share(mark: str, scale: Scale) -> float:
    return round(float(shares(np.array(float(mark), dtype=np.float32), scale)), 4)
