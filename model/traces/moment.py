"""One moment of a run: the attention that its probes have after so many updates. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from model.arrays import FloatArray
from model.traces.trace import Kind, Trace

HeadNumber = Literal["entropy", "diagonality"]
HEAD_NUMBERS: tuple[HeadNumber, ...] = get_args(HeadNumber)


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """The traces of all probes at one update of a run.

    The probes' targets are given (teacher forcing): so every moment has the same tokens on its
    axes, and pictures of different moments can be laid over each other.

    Attributes:
        update: weight updates done; 0 = untrained.
        epoch: the epoch of that update, from 1; 0 before the first update.
        traces: one for each probe, in their order; every step's token is given.
        numbers: by kind and number ``[layers, heads]``, the mean over the probes; read-only.
    """

    update: int
    epoch: int
    traces: tuple[Trace, ...]
    numbers: Mapping[tuple[Kind, HeadNumber], FloatArray] = field(repr=False)
