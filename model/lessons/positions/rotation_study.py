"""PE(pos + k) as a rotation of PE(pos), in one table. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model.arrays import FloatArray, frozen
from model.lessons.positions import sinusoid

DIALS = 8
"""Pairs that are shown one by one; of more, as many that lie equally far apart."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Turn:
    """One pair of dimensions; vectors are (sine, cosine).

    Attributes:
        pair: 0 for dimensions 0 and 1.
        degrees: by how much it is turned.
        block: what turns it, ``[2, 2]``.
        before, turned, after: PE(pos), the block times that, PE(pos + k); ``[2]``.
    """

    pair: int
    degrees: float
    block: FloatArray
    before: FloatArray
    turned: FloatArray
    after: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class RotationStudy:
    """A rotation by ``offset`` positions, and how well it fits a table.

    Attributes:
        matrix: block diagonal, ``[even, even]``.
        rows: PE(pos), R · PE(pos), PE(pos + k): ``[3, even]``.
        error: max |R · PE(pos) − PE(pos + k)|.
        worst: the largest such error of any position of the table.
        turns: some of the pairs.
    """

    position: int
    offset: int
    matrix: FloatArray
    rows: FloatArray
    error: float
    worst: float
    turns: tuple[Turn, ...]


def rotation_study(table: FloatArray, *, position: int, offset: int) -> RotationStudy:
    """Turn one row of a table ``[positions, d_model]`` into another."""
    d_model = table.shape[1]
    turned = sinusoid.rotated(table[position], offset)
    even = len(turned)
    rows = np.stack([table[position, :even], turned, table[position + offset, :even]])
    errors = sinusoid.rotation_errors(table, offset)
    return RotationStudy(
        position=position,
        offset=offset,
        matrix=sinusoid.rotation_matrix(offset, d_model),
        rows=frozen(rows),
        error=float(errors[position]),
        worst=float(errors.max()),
        turns=tuple(_turns(rows, offset, d_model)),
    )


def shown_pairs(pairs: int) -> list[int]:
    """All pairs, or :data:`DIALS` of them from the first to the last."""
    if pairs <= DIALS:
        return list(range(pairs))
    return [round(number * (pairs - 1) / (DIALS - 1)) for number in range(DIALS)]


def _turns(rows: FloatArray, offset: int, d_model: int) -> list[Turn]:
    blocks = sinusoid.rotation_blocks(offset, d_model)
    degrees = np.degrees(offset * sinusoid.frequencies(d_model))
    turns = []
    for pair in shown_pairs(len(blocks)):
        before, turned, after = (frozen(row[2 * pair : 2 * pair + 2].copy()) for row in rows)
        turns.append(
            Turn(
                pair=pair,
                degrees=float(degrees[pair]),
                block=frozen(blocks[pair].astype(np.float32)),
                before=before,
                turned=turned,
                after=after,
            )
        )
    return turns
