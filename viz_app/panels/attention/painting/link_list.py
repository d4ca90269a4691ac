"""Some links of a picture one by one: those in view, or those of a token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.arrays import BoolArray, FloatArray

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinkList:
    """Links; all arrays are ``[link]``.

    Attributes:
        layers: which of the picture's heads a link belongs to, or for a difference 0 = less and
            1 = more.
        rows, columns: its two ends.
        weights: 0 … 1, of a difference −1 … 1.
        levels: how strongly it is drawn, 0 … 1, by the picture's scale.
        n_layers: heads, or 2 for a difference.
    """

    layers: Indices
    rows: Indices
    columns: Indices
    weights: FloatArray
    levels: FloatArray
    n_layers: int

    def __len__(self) -> int:
        return len(self.rows)

    def touching(self, queries: range, keys: range) -> LinkList:
        """Those with at least one end among some queries and keys."""
        return self.taken(_within(self.rows, queries) | _within(self.columns, keys))

    def taken(self, which: npt.NDArray[np.intp] | BoolArray) -> LinkList:
        """Some of them, by their places in the arrays, or as a mask."""
        return LinkList(
            layers=self.layers[which],
            rows=self.rows[which],
            columns=self.columns[which],
            weights=self.weights[which],
            levels=self.levels[which],
            n_layers=self.n_layers,
        )

    def by_weight(self) -> npt.NDArray[np.intp]:
        """Places in the arrays, heaviest first."""
        return np.argsort(-np.abs(self.weights), kind="stable")


def _within(indices: Indices, seen: range) -> BoolArray:
    inside: BoolArray = (indices >= seen.start) & (indices < seen.stop)
    return inside
