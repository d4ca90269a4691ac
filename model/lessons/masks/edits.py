"""Mask cells that a user has flipped. Numpy only."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from model.arrays import BoolArray, frozen
from model.traces.trace import Kind


class MaskCell(NamedTuple):
    """One cell of a kind's mask; ``query`` is the row and ``key`` the column, from 0."""

    kind: Kind
    query: int
    key: int


@dataclass(frozen=True, slots=True)
class MaskEdits:
    """The cells whose mask is the opposite of the usual one; two equal sets are equal edits."""

    cells: frozenset[MaskCell] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything is flipped."""
        return bool(self.cells)

    def flipped(self, cell: MaskCell) -> MaskEdits:
        """The same edits with one cell flipped; flipped twice it is as usual again."""
        return dataclasses.replace(self, cells=self.cells ^ {cell})

    def of(self, kind: Kind) -> tuple[MaskCell, ...]:
        """The cells of one kind, row by row."""
        return tuple(sorted(cell for cell in self.cells if cell.kind == kind))

    def edited(self, mask: BoolArray, kind: Kind) -> BoolArray:
        """A mask ``[query, key]``, True = may attend, with its cells flipped; read-only.

        Cells beyond the mask wait until it is as long.
        """
        changed = mask.copy()
        rows, columns = mask.shape
        for _, query, key in self.of(kind):
            if query < rows and key < columns:
                changed[query, key] = not mask[query, key]
        return frozen(changed)

    def masks(self, *, n_source: int, n_target: int) -> dict[Kind, BoolArray]:
        """The masks of one sentence, which has no padding, with their cells flipped.

        ``[source, source]``, ``[target, target]`` and ``[target, source]``; without edits they
        are those that the model uses: all may attend, but no target token to a later one.
        """
        usual: dict[Kind, BoolArray] = {
            "encoder": np.ones((n_source, n_source), dtype=np.bool_),
            "decoder": np.tri(n_target, dtype=np.bool_),
            "cross": np.ones((n_target, n_source), dtype=np.bool_),
        }
        return {kind: self.edited(mask, kind) for kind, mask in usual.items()}

    def within(self, kind: Kind, *, queries: int, keys: int) -> MaskEdits:
        """Those of one kind that a mask of this size has."""
        return MaskEdits(
            frozenset(cell for cell in self.of(kind) if cell.query < queries and cell.key < keys)
        )


NO_EDITS = MaskEdits()
