"""A moment of a run as one ``.npz``, which NumPy alone can read. No Qt, no torch.

It holds, for the probe ``n`` (from 0), ``encoder_n``, ``decoder_n`` and ``cross_n``, the weights
``[layers, heads, query, key]`` in float32; and ``about``, JSON text with everything else: tokens,
log-probabilities, candidates. The numbers of the heads follow from the weights.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from model import values
from model.arrays import FloatArray, frozen
from model.traces.moment import Moment, head_numbers
from model.traces.trace import KINDS, Kind
from viz_app.storage.npz_files import Arrays, npz_bytes, read_npz
from viz_app.storage.run_errors import reading
from viz_app.storage.stored_traces import TRACE, shares, stored_trace, trace_of

VERSION = 1
ABOUT = "about"


def moment_bytes(moment: Moment) -> bytes:
    """The moment as a file; the numbers of its heads are left out."""
    arrays: dict[str, Any] = {
        f"{kind}_{number}": trace.weights(kind)
        for number, trace in enumerate(moment.traces)
        for kind in KINDS
    }
    about = {
        "version": VERSION,
        "update": moment.update,
        "epoch": moment.epoch,
        "probes": [stored_trace(trace) for trace in moment.traces],
    }
    return npz_bytes({**arrays, ABOUT: np.array(json.dumps(about, ensure_ascii=False))})


def read_moment(path: Path) -> Moment:
    """A moment exactly as it was written; the numbers of its heads are computed anew.

    Raises:
        RunError: the file is missing, damaged or no moment.
    """
    arrays = read_npz(path)
    with reading(path):
        return _moment(arrays)


def _moment(arrays: Arrays) -> Moment:
    about = _ABOUT(ABOUT, json.loads(str(arrays[ABOUT])))
    traces = tuple(
        trace_of(told, *(_weights(told, arrays[f"{kind}_{number}"], kind) for kind in KINDS))
        for number, told in enumerate(about["probes"])
    )
    return Moment(
        update=about["update"],
        epoch=about["epoch"],
        traces=traces,
        numbers=head_numbers(traces),
    )


def _weights(told: Mapping[str, Any], array: FloatArray, kind: Kind) -> FloatArray:
    """Of a kind that the model does not have there may be none."""
    none = kind not in told.get("kinds", KINDS) and not array.size
    if none and array.dtype == np.float32 and array.ndim == 4:
        return frozen(array)
    return shares(array)


_ABOUT = values.fields(
    {
        "version": values.whole(VERSION, VERSION),
        "update": values.whole(),
        "epoch": values.whole(),
        "probes": values.many(TRACE, fewest=1, most=values.MOST_SHOWN),
    }
)
