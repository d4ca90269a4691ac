"""Ranges of axes that grow in steps: to draw new ticks costs more than to draw the curve."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Range = tuple[float, float]

SMALLEST = 1e-6
"""A loss below this is drawn here: a logarithm needs something above zero."""

FEWEST_UPDATES = 10.0


def roomy(value: float) -> float:
    """The next round number: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step * power for step in steps if step * power >= value)


def update_range(updates: Sequence[int]) -> Range:
    """From the start to a little after the last of these."""
    return 0.0, roomy(max((FEWEST_UPDATES, *map(float, updates))))


def value_range(values: Numbers, *, log: bool) -> Range | None:
    """Of a vertical axis; in powers of ten where it is logarithmic; None without a number."""
    seen = values[np.isfinite(values)]
    if not seen.size:
        return None
    low, high = float(seen.min()), float(seen.max())
    if not log:
        return 0.0, roomy(max(high, SMALLEST))
    low, high = math.log10(max(low, SMALLEST)), math.log10(max(high, SMALLEST))
    return math.floor(4 * low) / 4, max(math.ceil(4 * high) / 4, math.floor(4 * low) / 4 + 0.25)
