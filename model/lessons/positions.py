"""Sinusoidal positions (Vaswani et al. 2017, §3.5), for any size: table, wavelengths, rotation.

Numpy only; :mod:`model.network.layers` has the same table as a module of the network.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from model.arrays import DoubleArray, FloatArray, IntArray, frozen
from model.config import Sinusoids
from model.traces.trace import StopReason

Alteration = Literal["removed", "shuffled"]
"""What is done to positions: no row is added to any token, or that of another position."""

AlteredSide = Literal["source", "target", "both"]
"""Whose positions are altered."""


ORDER_EXAMPLES: Mapping[str, str] = dict.fromkeys(("zh-en", "zh-en-large"), "狗咬了猫。")
"""By task, a sentence with two nouns: only word order distinguishes agent and object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredTranslation:
    """A translation by a model whose positions are as they should be, or altered.

    Attributes:
        how: what was done to the positions; None = nothing.
        tokens: of the target, ``</s>`` included if it came.
        source_rows: for each source token the position whose row was added to it, or None.
        log_probability: of the whole target, natural logarithm, as that model finds it.
    """

    how: Alteration | None
    tokens: tuple[str, ...]
    text: str
    source_rows: tuple[int | None, ...]
    log_probability: float
    stop: StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredRecord:
    """One sentence three times: as it is, shuffled, removed; ``seed`` of the exchange of rows."""

    source_text: str
    source_tokens: tuple[str, ...]
    side: AlteredSide
    seed: int
    translations: tuple[AlteredTranslation, ...]

    @property
    def shows_effect(self) -> bool:
        kept, shuffled, _ = self.translations
        return kept.tokens != shuffled.tokens


BASE = 10_000.0


@dataclass(frozen=True, slots=True)
class Waves:
    """How a table is made of waves; the fields are those of ``ModelConfig``."""

    sinusoids: Sinusoids = "interleaved"
    closed_sinusoids: bool = False


PAPERS = Waves()


def frequencies(d_model: int, waves: Waves = PAPERS) -> DoubleArray:
    """Angular frequency of each pair of dimensions: 10000^(−2i/d_model). ``[pairs]``.

    An odd ``d_model`` has one more sine than cosines; it counts as a pair here.
    """
    divisor = max(d_model - 2, 1) if waves.closed_sinusoids else d_model
    return np.power(BASE, -np.arange(0, d_model, 2, dtype=np.float64) / divisor)


def pair_dimensions(d_model: int, waves: Waves = PAPERS) -> IntArray:
    """Dimensions of the sine and the cosine of each whole pair. ``[pairs, 2]``."""
    pairs = np.arange(d_model // 2)
    if waves.sinusoids == "halves":
        return np.stack([pairs, pairs + (d_model + 1) // 2], axis=1)
    return np.stack([2 * pairs, 2 * pairs + 1], axis=1)


def sinusoid_table(length: int, d_model: int) -> FloatArray:
    """PE(pos, 2i) = sin(pos · 10000^(−2i/d_model)), PE(pos, 2i+1) = cos(…); read-only.

    ``[length, d_model]``; an odd ``d_model`` ends on a sine.
    """
    angles = np.arange(length, dtype=np.float64)[:, None] * frequencies(d_model)  # [length, pairs]
    table = np.empty((length, d_model), dtype=np.float32)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return frozen(table)


def wavelengths(d_model: int, waves: Waves = PAPERS) -> DoubleArray:
    """Period of each pair in positions: 2π · 10000^(2i/d_model). ``[pairs]``.

    From 2π to nearly 10000 · 2π, or exactly that for closed waves.
    """
    return np.asarray(2 * math.pi / frequencies(d_model, waves))


def dot_similarity(table: FloatArray) -> FloatArray:
    """Dot product of every two rows. ``[length, d_model]`` → ``[length, length]``; read-only.

    For the sinusoidal table it depends only on the distance, and is at most ``d_model / 2``.
    """
    return frozen((table @ table.T).astype(np.float32))


def rotation_blocks(offset: int, d_model: int, *, waves: Waves = PAPERS) -> DoubleArray:
    """Rotations of each pair of PE(pos) into that of PE(pos + offset). ``[pairs, 2, 2]``.

    ``[[cos kω, sin kω], [−sin kω, cos kω]]`` times ``(sin posω, cos posω)``: the addition theorems.
    The last sine of an odd ``d_model`` has no cosine, and so no block.
    """
    angles = offset * frequencies(d_model, waves)[: d_model // 2]  # [pairs]
    cosines, sines = np.cos(angles), np.sin(angles)
    return np.stack([cosines, sines, -sines, cosines], axis=-1).reshape(-1, 2, 2)


def rotation_matrix(offset: int, d_model: int, *, waves: Waves = PAPERS) -> FloatArray:
    """The blocks as one matrix for every position, rows in the table's order; read-only.

    ``[even, even]`` with ``even`` = the dimensions of :func:`turned_dimensions`.
    """
    unit_rows = np.eye(d_model, dtype=np.float32)[turned_dimensions(d_model, waves)]
    return frozen(rotated(unit_rows, offset, waves=waves).T)


def turned_dimensions(d_model: int, waves: Waves = PAPERS) -> IntArray:
    """Dimensions of whole pairs, in the table's order. ``[even]``."""
    return np.sort(pair_dimensions(d_model, waves).ravel())


def pair_places(d_model: int, waves: Waves) -> IntArray:
    """Indices of each pair's sine and cosine among the rotated dimensions. ``[pairs, 2]``."""
    found = np.searchsorted(turned_dimensions(d_model, waves), pair_dimensions(d_model, waves))
    return np.asarray(found)


def rotated(rows: FloatArray, offset: int, *, waves: Waves = PAPERS) -> FloatArray:
    """R · PE: rows rotated by ``offset`` positions. ``[…, d_model]`` → ``[…, even]``; read-only."""
    d_model = rows.shape[-1]
    blocks, places = rotation_blocks(offset, d_model, waves=waves), pair_places(d_model, waves)
    sines, cosines = (
        rows[..., dimensions].astype(np.float64) for dimensions in pair_dimensions(d_model, waves).T
    )
    turned = np.empty((*rows.shape[:-1], 2 * len(blocks)), dtype=np.float32)
    for row in range(2):
        turned[..., places[:, row]] = blocks[:, row, 0] * sines + blocks[:, row, 1] * cosines
    return frozen(turned)


def rotation_errors(table: FloatArray, offset: int, *, waves: Waves = PAPERS) -> FloatArray:
    """Errors max |R · PE(pos) − PE(pos + offset)| of each position. ``[positions]``.

    The table ``[length, d_model]`` may be any; only sinusoidal ones rotate exactly. Positions
    without one ``offset`` ≥ 0 further on are left out. Raises ValueError if the table has no two
    positions so far apart.
    """
    if not 0 <= offset < len(table):
        raise ValueError(f"no positions are {offset} apart in a table of {len(table)}")
    turned = rotated(table[: len(table) - offset], offset, waves=waves)
    off = np.abs(turned - table[offset:, turned_dimensions(table.shape[1], waves)])
    return frozen(off.max(axis=1, initial=0.0))


DIALS = 8
"""Number of pairs shown individually; of more, evenly spaced ones."""


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
    table: FloatArray, *, position: int, offset: int, waves: Waves = PAPERS
) -> RotationStudy:
    """Rotate one row of a table ``[positions, d_model]`` into another."""
    d_model = table.shape[1]
    turned = rotated(table[position], offset, waves=waves)
    even = turned_dimensions(d_model, waves)
    rows = np.stack([table[position, even], turned, table[position + offset, even]])
    errors = rotation_errors(table, offset, waves=waves)
    return RotationStudy(
        position=position,
        offset=offset,
        dimensions=tuple(even.tolist()),
        pairs=frozen(pair_places(d_model, waves)),
        matrix=rotation_matrix(offset, d_model, waves=waves),
        rows=frozen(rows),
        error=float(errors[position]),
        worst=float(errors.max()),
        turns=tuple(_turns(rows, offset, d_model=d_model, waves=waves)),
    )


def shown_pairs(pairs: int) -> list[int]:
    """All pairs, or :data:`DIALS` of them evenly spaced."""
    if pairs <= DIALS:
        return list(range(pairs))
    return [round(number * (pairs - 1) / (DIALS - 1)) for number in range(DIALS)]


def _turns(rows: FloatArray, offset: int, *, d_model: int, waves: Waves) -> list[Turn]:
    blocks = rotation_blocks(offset, d_model, waves=waves)
    degrees = np.degrees(offset * frequencies(d_model, waves))
    pairs = pair_dimensions(d_model, waves)
    places = pair_places(d_model, waves)
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
