"""Sorting that lets other threads go on: ``sorted`` keeps Python's lock until its end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def order_of(*keys: Sequence[float]) -> list[int]:
    """Indices in ascending order of the first key; where it is the same, of the next.

    Where all are the same, they stay as they stand. numpy sorts without Python's lock: a window
    stays alive while a corpus is sorted beside it.

    >>> order_of([2, 1, 1], [0, 5, 4])
    [2, 1, 0]
    """
    order: list[int] = np.lexsort([np.asarray(key) for key in reversed(keys)]).tolist()
    return order
