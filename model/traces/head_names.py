"""Names of heads, each by a stated test over a stated sample. Numpy only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from model.arrays import DoubleArray, frozen
from model.messages import Message
from model.traces.trace import Kind, Trace

HeadName = Literal["alignment", "previous", "diagonal", "first"]
HEAD_NAMES: tuple[HeadName, ...] = get_args(HeadName)

NAMED_FROM = 0.8
"""Mean weight on the keys of a test, from which on a head has its name."""


@dataclass(frozen=True, eq=False, kw_only=True)
class HeadNames:
    """Scores of every head of a model in each test, so far.

    Attributes:
        model_key: key of the model in the worker.
        sample: the sentences in words, with their number.
        n: number of sentences so far.
        total: number of all of them.
        scores: mean weight on the keys of a test, 0 … 1, by kind and name: ``[layers, heads]``,
            read-only; a test without any row is missing.
    """

    model_key: int
    sample: Message
    n: int
    total: int
    scores: Mapping[tuple[Kind, HeadName], DoubleArray]

    @property
    def finished(self) -> bool:
        return self.n == self.total

    def of(self, kind: Kind, layer: int, head: int) -> tuple[tuple[HeadName, float], ...]:
        """The names of a head with their scores, the best first; mostly none."""
        found = [
            (name, float(self.scores[kind, name][layer, head]))
            for name in HEAD_NAMES
            if (kind, name) in self.scores
        ]
        passed = (each for each in found if each[1] >= NAMED_FROM)
        return tuple(sorted(passed, key=lambda each: -each[1]))


class NameTests:
    """The tests, over one trace after another.

    A score is the mean over all rows that may attend to more than one key and that have a key of
    the test: the previous token, the first, the one at the row's own position (*diagonal*: in
    cross-attention that of the predicted token), or those that the predicted token is aligned to.
    """

    def __init__(self) -> None:
        self._sums: dict[tuple[Kind, HeadName], DoubleArray] = {}
        self._rows: dict[tuple[Kind, HeadName], int] = defaultdict(int)

    def add(self, trace: Trace, aligned: Mapping[int, Collection[int]] | None = None) -> None:
        """``aligned``: keys of the cross-attention by row, of a generated task."""
        for kind in trace.kinds:
            n_rows = len(trace.mask(kind))
            self._count(trace, kind, "first", dict.fromkeys(range(n_rows), (0,)))
            self._count(trace, kind, "diagonal", {row: (row,) for row in range(n_rows)})
            if kind != "cross":
                self._count(trace, kind, "previous", {row: (row - 1,) for row in range(1, n_rows)})
            elif aligned is not None:
                self._count(trace, kind, "alignment", aligned)

    def scores(self) -> Mapping[tuple[Kind, HeadName], DoubleArray]:
        return {test: frozen(total / self._rows[test]) for test, total in self._sums.items()}

    def _count(
        self, trace: Trace, kind: Kind, name: HeadName, wanted: Mapping[int, Collection[int]]
    ) -> None:
        mask = trace.mask(kind)
        keys = np.zeros(mask.shape, dtype=np.float64)  # [query, key]
        for row, of_row in wanted.items():
            keys[row, [key for key in of_row if key < mask.shape[1]]] = 1.0
        keys[mask.sum(axis=1) < 2] = 0.0
        rows = np.flatnonzero((keys * mask).any(axis=1))
        if len(rows):
            weights = trace.weights(kind)[:, :, rows]
            total = np.einsum("lhqk,qk->lh", weights, keys[rows], dtype=np.float64)
            self._sums[kind, name] = self._sums.get((kind, name), 0.0) + total
            self._rows[kind, name] += len(rows)
