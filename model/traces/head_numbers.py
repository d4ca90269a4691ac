"""The numbers of every head at one moment of a run: spread and direction. Numpy only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from model.arrays import FloatArray, frozen
from model.special_tokens import SPECIAL_TOKENS
from model.traces.head_measures import head_measure
from model.traces.moment import HEAD_NUMBERS, HeadNumber
from model.traces.trace import KINDS, Kind, Trace


def head_numbers(traces: Sequence[Trace]) -> Mapping[tuple[Kind, HeadNumber], FloatArray]:
    """Each number as the mean over the traces, ``[layers, heads]``, read-only.

    Entropy is in bits, diagonality from -1 to 1 (:func:`model.traces.head_measures.head_measure`).

    Raises:
        ValueError: there is no trace.
    """
    if not traces:
        raise ValueError("no trace to measure")
    return {
        (kind, number): _mean([_measured(trace, kind, number) for trace in traces])
        for kind in KINDS
        for number in HEAD_NUMBERS
    }


def _measured(trace: Trace, kind: Kind, number: HeadNumber) -> FloatArray:
    special = [token in SPECIAL_TOKENS for token in trace.key_tokens(kind)]
    return head_measure(
        trace.weights(kind),
        trace.mask(kind),
        measure=number,
        kind=kind,
        special_keys=np.array(special, dtype=np.bool_),
    )


def _mean(values: Sequence[FloatArray]) -> FloatArray:
    """Of arrays of one shape."""
    mean = np.mean(values, axis=0, dtype=np.float64)
    return frozen(np.asarray(mean, dtype=np.float32))
