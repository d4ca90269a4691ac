"""At which updates a run records its moments: densely at first, then at the ends of epochs."""

from __future__ import annotations

import math
from collections.abc import Iterator

MOST_MOMENTS = 100

_RATIOS = (math.sqrt(2.0), 2.0, 4.0, 16.0)
_EARLY_SHARE = 3
"""At most every third moment comes before the epochs' ends are dense enough."""


def moment_updates(*, per_epoch: int, epochs: int, most: int = MOST_MOMENTS) -> frozenset[int]:
    """The updates after which a moment is recorded; 0 is before the first.

    The first and the last are always among them. A model changes most at first: so the moments
    begin as a geometric series (1, 2, 3, 4, 6, 8, 11 …), as long as it is denser than the
    epochs. Then each epoch's end is one; where there are too many, evenly spaced ones of them.

    Args:
        per_epoch: updates in an epoch, 1 or more.
        epochs: how many, 1 or more.
        most: moments that there may be, 2 or more.

    Raises:
        ValueError: a number is too small.
    """
    if per_epoch < 1 or epochs < 1 or most < 2:
        raise ValueError(f"no moments for {per_epoch} updates, {epochs} epochs, {most} moments")
    last = per_epoch * epochs
    early = _early(per_epoch, last, most=(most - 2) // _EARLY_SHARE)
    ends = _spread(epochs, most - 1 - len(early))
    return early | {0} | {per_epoch * epoch for epoch in ends}


def _early(per_epoch: int, last: int, *, most: int) -> frozenset[int]:
    """The finest series that has room."""
    for ratio in _RATIOS:
        series = frozenset(_series(ratio, per_epoch=per_epoch, last=last))
        if len(series) <= most:
            return series
    return frozenset()


def _series(ratio: float, *, per_epoch: int, last: int) -> Iterator[int]:
    """1, ratio, ratio² … rounded, while one is less than an epoch from the next."""
    power = 1.0
    while power < last and power * (ratio - 1.0) < per_epoch:
        yield round(power)
        power *= ratio


def _spread(epochs: int, most: int) -> frozenset[int]:
    """At most so many of the epochs 1 … ``epochs``, evenly; the last always."""
    count = min(epochs, most)
    return frozenset(-(-epochs * number // count) for number in range(1, count + 1))
