"""A recorded moment of a training run: the attention of its probe sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, get_args

import numpy as np

from model.arrays import FloatArray, frozen
from model.special_tokens import SPECIAL_TOKENS
from model.traces.head_measures import head_measure
from model.traces.trace import KINDS, Kind, Trace
from model.values import Count, Few, Text


@dataclass(frozen=True, slots=True)
class Probe:
    """A source with the target that it should have; neither is learned from, where possible."""

    source: Text
    target: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleTranslations:
    """Greedy translations of a run's probes after some updates.

    Attributes:
        update: weight updates done; 0 = untrained.
        epoch: the epoch of that update, from 1; 0 before the first update.
        translations: one for each probe, in their order.
    """

    update: Count
    epoch: Count
    translations: Few[Text]


HeadNumber = Literal["entropy", "diagonality"]
HEAD_NUMBERS: tuple[HeadNumber, ...] = get_args(HeadNumber)


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """The traces of all probes at one update of a run.

    The probes' targets are given (teacher forcing), so every moment has the same tokens on its
    axes, and moments can be compared cell by cell.

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


def head_numbers(traces: Sequence[Trace]) -> Mapping[tuple[Kind, HeadNumber], FloatArray]:
    """Each number as the mean over the traces, ``[layers, heads]``, read-only.

    Entropy is in bits, diagonality from -1 to 1 (:func:`model.traces.head_measures.head_measure`).

    Raises:
        ValueError: there is no trace.
    """
    if not traces:
        raise ValueError("no trace to measure")
    numbers = {}
    for kind, number in product(KINDS, HEAD_NUMBERS):
        measured = [
            head_measure(
                trace.weights(kind),
                trace.mask(kind),
                measure=number,
                kind=kind,
                special_keys=np.isin(trace.key_tokens(kind), SPECIAL_TOKENS),
            )
            for trace in traces
        ]
        mean = np.mean(measured, axis=0, dtype=np.float64)
        numbers[kind, number] = frozen(np.asarray(mean, dtype=np.float32))
    return numbers
