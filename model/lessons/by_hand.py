"""One head small enough to be computed by hand: three tokens, d_k = 4; puzzles. Numpy only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, get_args

import numpy as np
from msgspec import Meta

from model.arrays import BoolArray, DoubleArray, FloatArray, frozen
from model.traces.trace import Kind
from model.values import Count, ShortText

TOKENS, D_K = 3, 4

LARGEST = 999.0
"""Largest absolute value of an entry."""

# -------------------------------------------------------------------------------------------- head

_Entry = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
_Share = Annotated[float, Meta(ge=0, le=1.001)]
HandRow = tuple[_Entry, _Entry, _Entry, _Entry]
HandMatrix = tuple[HandRow, HandRow, HandRow]
"""A matrix ``[token, d_k]``."""

Names = tuple[ShortText, ShortText, ShortText]
_Allowed = tuple[bool, bool, bool]
Mask = tuple[_Allowed, _Allowed, _Allowed]
"""``[query, key]``, True = may attend."""

CAUSAL: Mask = ((True, False, False), (True, True, False), (True, True, True))

Given = Literal["q", "k", "v"]
GIVEN: tuple[Given, ...] = get_args(Given)
Computed = Literal["scores", "weights", "output"]


HandPart = Given | Computed
"""A matrix, given or computed."""


class HandCell(NamedTuple):
    """One number of a matrix; row and column from 0."""

    part: HandPart
    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOrigin:
    """The trained head that the numbers are from; layer and head count from 0.

    ``share``: of the three rows' weight, what is on the three keys.
    """

    kind: Kind
    layer: Count
    head: Count
    share: _Share


@dataclass(frozen=True, slots=True, kw_only=True)
class HandHead:
    """What a head by hand is given.

    Attributes:
        queries, keys: names of the rows of Q, and of K and V.
        mask: used where ``masked``.
    """

    queries: Names = ("the", "cat", "sleeps")
    keys: Names = ("the", "cat", "sleeps")
    q: HandMatrix = ((1.0, 0.0, 0.0, 0.5), (0.0, 1.0, 0.5, 0.0), (0.5, -1.0, 1.0, 0.0))
    k: HandMatrix = ((1.0, 0.5, 0.0, 0.0), (0.0, 1.0, 0.0, 0.5), (0.5, 0.0, 1.0, 0.0))
    v: HandMatrix = ((0.5, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, -1.0), (0.0, 0.0, 1.0, 0.5))
    mask: Mask = CAUSAL
    masked: bool = False
    origin: HandOrigin | None = None

    def matrix(self, part: HandPart) -> DoubleArray:
        """A given one, ``[token, d_k]``."""
        return np.array(getattr(self, part), dtype=np.float64)

    def value(self, cell: HandCell) -> float:
        """Of a given matrix."""
        return float(getattr(self, cell.part)[cell.row][cell.column])

    def with_value(self, cell: HandCell, value: float) -> HandHead:
        """Another number in a given matrix, clipped to the range; NaN is 0."""
        values = self.matrix(cell.part)
        values[cell.row, cell.column] = np.clip(np.nan_to_num(value), -LARGEST, LARGEST)
        changed: dict[str, Any] = {cell.part: _rows(values)}
        return dataclasses.replace(self, **changed)


EXAMPLE = HandHead()


@dataclass(frozen=True, eq=False)
class HandRecord:
    """What follows from a :class:`HandHead`; read-only.

    Attributes:
        scores: QKᵀ/√d_k before the mask, ``[query, key]``.
        mask: ``[query, key]``, True = may attend.
        weights: their softmax over the allowed keys; a fully masked row is 0.
        output: weights · V, ``[query, d_k]``.
    """

    scores: DoubleArray
    mask: BoolArray
    weights: DoubleArray
    output: DoubleArray


def hand_record(head: HandHead) -> HandRecord:
    q, k, v = (head.matrix(name) for name in GIVEN)
    scores = q @ k.T / np.sqrt(D_K)  # [query, key]
    mask = np.array(head.mask, dtype=np.bool_) | (not head.masked)
    shifted = np.where(mask, scores, -np.inf)
    largest = shifted.max(axis=1, keepdims=True)
    exponents = np.exp(shifted - np.where(np.isfinite(largest), largest, 0.0))
    weights = exponents / np.maximum(exponents.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    return HandRecord(*map(frozen, (scores, mask, weights, weights @ v)))


def _rows(values: DoubleArray) -> HandMatrix:
    rows: HandMatrix = tuple(map(tuple, values.tolist()))  # type: ignore[assignment]
    return rows


# -------------------------------------------------------------------------------- of a trained head


def telling_pairs(weights: FloatArray) -> tuple[list[int], list[int]]:
    """Three queries and three keys of a head, each in the order of the sentence.

    The largest weight first, then the largest one of another query on another key: concentrated
    rows that differ in what they attend to.

    Args:
        weights: ``[query, key]``, at least 3 × 3.
    """
    left = np.array(weights, dtype=np.float64)
    pairs = []
    for _ in range(TOKENS):
        row, key = np.unravel_index(int(left.argmax()), left.shape)
        pairs.append((int(row), int(key)))
        left[row, :] = left[:, key] = -1.0
    return sorted(row for row, _ in pairs), sorted(key for _, key in pairs)


def reduced_head(
    scores: FloatArray,
    values: FloatArray,
    mask: BoolArray,
    *,
    queries: Names,
    keys: Names,
    origin: HandOrigin,
) -> HandHead:
    """A head with d_k = 4 and the same scores, by singular value decomposition (SVD).

    Three rows have at most three directions, so nothing is lost: Q Kᵀ/√4 are the scores, and V
    has the lengths and products of the given values. The fourth column is 0.

    Args:
        scores: before the mask, with any bias for positions, ``[3, 3]``.
        values: ``[3, d_k]``.
        mask: ``[3, 3]``, True = may attend.
        queries: names of the rows of Q.
        keys: names of the rows of K and V.
        origin: where they are from.
    """
    left, sizes, right = np.linalg.svd(np.asarray(scores, np.float64) * np.sqrt(D_K))
    signs = _signs(left)
    q, k = left * signs * np.sqrt(sizes), right.T * signs * np.sqrt(sizes)
    left, sizes, _ = np.linalg.svd(np.asarray(values, np.float64), full_matrices=False)
    v = left * _signs(left) * sizes  # [3, min(3, d_k)]
    padded = [np.pad(each, ((0, 0), (0, D_K - each.shape[1]))) for each in (q, k, v)]
    matrices = [_rows(np.clip(each, -LARGEST, LARGEST)) for each in padded]
    some = not mask.all()
    allowed: Mask = tuple(map(tuple, mask.tolist())) if some else CAUSAL  # type: ignore[assignment]
    return HandHead(
        queries=queries,
        keys=keys,
        **dict(zip(GIVEN, matrices, strict=True)),
        mask=allowed,
        masked=some,
        origin=origin,
    )


def _signs(vectors: DoubleArray) -> DoubleArray:
    """Of each column's entry of the largest absolute value: SVD leaves them open."""
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return np.where(largest < 0, -1.0, 1.0)


# ----------------------------------------------------------------------------------------- puzzles

PuzzleName = Literal["attend", "even", "mask", "popular", "value", "previous"]
PUZZLE_NAMES: tuple[PuzzleName, ...] = get_args(PuzzleName)


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A goal, and what may be changed for it; it begins with :data:`EXAMPLE`.

    Attributes:
        free: the rows that may be changed, by matrix; of no matrix: the mask.
        measure: the number that the goal is about.
        goal: what it should be, within ``tolerance``, or at least where that is None.
    """

    free: Mapping[Given, tuple[int, ...]]
    measure: Callable[[HandRecord], float]
    goal: float
    tolerance: float | None = None

    def solved(self, record: HandRecord) -> bool:
        value = self.measure(record)
        if self.tolerance is None:
            return value >= self.goal
        return abs(value - self.goal) <= self.tolerance


PUZZLES: Mapping[PuzzleName, Puzzle] = {
    "attend": Puzzle(free={"q": (2,)}, measure=lambda now: float(now.weights[2, 1]), goal=0.9),
    "even": Puzzle(
        free={"q": (1,)},
        measure=lambda now: float(np.abs(now.weights[1] - 1 / TOKENS).max()),
        goal=0.0,
        tolerance=0.02,
    ),
    "mask": Puzzle(free={}, measure=lambda now: float(now.weights[0, 0]), goal=0.99),
    "popular": Puzzle(
        free={"k": (2,)}, measure=lambda now: float(now.weights[:, 2].min()), goal=0.6
    ),
    "value": Puzzle(
        free={"v": (2,)},
        measure=lambda now: float(now.output[0, 0]),
        goal=1.0,
        tolerance=0.02,
    ),
    "previous": Puzzle(
        free={"q": (1, 2)},
        measure=lambda now: float(min(now.weights[1, 0], now.weights[2, 1])),
        goal=0.8,
    ),
}


def puzzle_start(name: PuzzleName) -> HandHead:
    return dataclasses.replace(EXAMPLE, masked=name == "previous")


def may_change(puzzle: PuzzleName | None, cell: HandCell) -> bool:
    """Whether a number is given, and not locked by a puzzle."""
    if cell.part not in GIVEN:
        return False
    return puzzle is None or cell.row in PUZZLES[puzzle].free.get(cell.part, ())


def may_mask(puzzle: PuzzleName | None) -> bool:
    return puzzle is None or not PUZZLES[puzzle].free
