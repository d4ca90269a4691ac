"""Results of checks of a model: a verdict and the measured value behind it. No torch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

import numpy as np

from model.arrays import BoolArray, FloatArray
from model.traces.trace import Kind

CheckName = Literal[
    "weights",
    "activations",
    "future",
    "padding",
    "shift",
    "source",
    "positions",
    "cache",
    "rows",
    "dead_heads",
    "saturated_heads",
    "tied",
    "task",
]
CHECK_NAMES: tuple[CheckName, ...] = get_args(CheckName)
"""In the order in which they are made: what rests on another one comes after it."""

Verdict = Literal["passed", "warning", "failed", "not applicable"]
Unit = Literal[
    "tensors",
    "modules",
    "logits",
    "% moved",
    "% same",
    "sum",
    "heads",
    "difference",
    "% exact",
    "BLEU",
]
"""The shares are of the probability that moves, of the steps that say what they are fed, and of the
translations that are exact.
"""
Note = Literal[
    "no encoder",
    "no decoder",
    "no positions",
    "no room",
    "one word",
    "no choice",
    "fixed heads",
    "hardly moved",
    "untrained",
    "tied",
    "untied",
    "same values",
    "silent heads",
    "no task",
    "no score",
]
"""What is to be said beside a number, or why there is none."""


def verdict_of(*, failed: bool, doubtful: bool = False) -> Verdict:
    return "failed" if failed else "warning" if doubtful else "passed"


class CheckedHead(NamedTuple):
    """A head; layers and heads count from 0."""

    kind: Kind
    layer: int
    head: int


class CheckedLayer(NamedTuple):
    """A layer of a stack, or all its heads of a kind; from 0."""

    kind: Kind
    layer: int


AxisName = str | CheckedLayer
"""A token, a number or the name of a parameter, as it is; or a layer."""

ColumnWord = Literal[
    "outside", "own source", "another source", "own order", "another order", "moved", "sum"
]
MeasuredThing = Literal[
    "bad numbers",
    "bad outputs",
    "moved by change",
    "moved by padding",
    "moved by cache",
    "copies",
    "predictions",
    "reordered",
    "row sums",
    "uneven",
    "fixed",
    "beside",
    "outputs",
    "tables",
    "right tokens",
]
"""What the rows, columns and numbers of a matrix are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a check measured, cell by cell: the picture of it.

    Attributes:
        words: what the last columns are, behind those that have names.
        level: the colours end here.
        marked: cells ``(row, column)`` that the verdict is about.
        head: whose weights these are.
        values: ``[row, column]``, NaN where nothing was measured, or masked.
    """

    thing: MeasuredThing
    rows: tuple[AxisName, ...]
    columns: tuple[AxisName, ...] = ()
    words: tuple[ColumnWord, ...] = ()
    level: float = 1.0
    marked: tuple[tuple[int, int], ...] = ()
    head: CheckedHead | None = None
    values: FloatArray = field(compare=False, repr=False)


def cells_where(marked: BoolArray) -> tuple[tuple[int, int], ...]:
    """The places of True in ``[row, column]``."""
    return tuple((int(row), int(column)) for row, column in np.argwhere(marked))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one check of a model found.

    Attributes:
        number: what was measured; None where nothing was.
        limit: beyond which the check is not passed; where less is worse, a share to be reached.
        total: of how many tensors, modules or heads the number counts those that are not well.
        heads, names: which heads, or parameters and modules, these are.
        rests_on: the check without whose success this one says nothing, where it did not succeed.
        measured: what the number is the sum of, if anything was measured.
    """

    name: CheckName
    verdict: Verdict
    number: float | None = None
    unit: Unit | None = None
    limit: float | None = None
    total: int | None = None
    heads: tuple[CheckedHead, ...] = ()
    names: tuple[str, ...] = ()
    note: Note | None = None
    rests_on: CheckName | None = None
    measured: Measured | None = None

    @property
    def failed(self) -> bool:
        return self.verdict == "failed"
