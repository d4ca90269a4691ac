"""PE(pos + k) as a rotation of PE(pos), in one table. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model.arrays import FloatArray, IntArray, frozen
from model.lessons.positions import sinusoid
from model.lessons.positions.sinusoid import Waves

DIALS = 8
"""Pairs that are shown one by one; of more, as many that lie equally far apart."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Turn:
    """One pair of dimensions; vectors are (sine, cosine).

    Attributes:
        dimensions: of its sine and of its cosine.
        degrees: by how much it is turned.
        block: what turns it, ``[2, 2]``.
        before, turned, after: PE(pos), the block times that, PE(pos + k); ``[2]``.
    """

    dimensions: tuple[int, int]
    degrees: float
    block: FloatArray
    before: FloatArray
    turned: FloatArray
    after: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class RotationStudy:
    """A rotation by ``offset`` positions, and how well it fits a table.

    Attributes:
        dimensions: those that are turned, ``[even]``.
        pairs: where each pair's sine and cosine stand among them, ``[pairs, 2]``.
        matrix: what turns them, ``[even, even]``.
        rows: PE(pos), R · PE(pos), PE(pos + k): ``[3, even]``.
        error: max |R · PE(pos) − PE(pos + k)|.
        worst: the largest such error of any position of the table.
        turns: some of the pairs.
    """

    position: int
    offset: int
    dimensions: tuple[int, ...]
    pairs: IntArray
    matrix: FloatArray
    rows: FloatArray
    error: float
    worst: float
    turns: tuple[Turn, ...]


def rotation_study(
    table: FloatArray, *, position: int, offset: int, waves: Waves = sinusoid.PAPERS
) -> RotationStudy:
    """Turn one row of a table ``[positions, d_model]`` into another."""
    d_model = table.shape[1]
    turned = sinusoid.rotated(table[position], offset, waves=waves)
    even = sinusoid.turned_dimensions(d_model, waves)
    rows = np.stack([table[position, even], turned, table[position + offset, even]])
    errors = sinusoid.rotation_errors(table, offset, waves=waves)
    return RotationStudy(
        position=position,
        offset=offset,
        dimensions=tuple(even.tolist()),
        pairs=frozen(sinusoid.pair_places(d_model, waves)),
        matrix=sinusoid.rotation_matrix(offset, d_model, waves=waves),
        rows=frozen(rows),
        error=float(errors[position]),
        worst=float(errors.max()),
        turns=tuple(_turns(rows, offset, d_model=d_model, waves=waves)),
    )


def shown_pairs(pairs: int) -> list[int]:
    """All pairs, or :data:`DIALS` of them from the first to the last."""
    if pairs <= DIALS:
        return list(range(pairs))
    return [round(number * (pairs - 1) / (DIALS - 1)) for number in range(DIALS)]


def _turns(rows: FloatArray, offset: int, *, d_model: int, waves: Waves) -> list[Turn]:
    """``rows`` are those of the dimensions that are turned."""
    blocks = sinusoid.rotation_blocks(offset, d_model, waves=waves)
    degrees = np.degrees(offset * sinusoid.frequencies(d_model, waves))
    pairs = sinusoid.pair_dimensions(d_model, waves)
    places = sinusoid.pair_places(d_model, waves)
    turns = []
    for pair in shown_pairs(len(blocks)):
        before, turned, after = (frozen(row[places[pair]]) for row in rows)
        sine, cosine = pairs[pair].tolist()
        turns.append(
            Turn(
                dimensions=(sine, cosine),
                degrees=float(degrees[pair]),
                block=frozen(blocks[pair].astype(np.float32)),
                before=before,
                turned=turned,
                after=after,
            )
        )
    return turns
