"""How fast a cost grows: the exponent of a power law."""

from collections.abc import Sequence

import numpy as np

FITTED = 3
"""Points of the upper part, where what is constant no longer counts."""


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """Slope of log cost over log size by least squares, through the last points alone."""
    x, y = (np.log(np.asarray(values[-FITTED:], float)) for values in (sizes, costs))
    x -= x.mean()
    return float(x @ y / (x @ x))
