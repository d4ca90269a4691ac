"""A trace as a file for other programs: NumPy's npz, JSON or CSV. No Qt, no torch.

In JSON and CSV, layers, heads, queries and keys count from 1, as in the window; in npz they are
indices of arrays and count from 0.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from model.arrays import FloatArray
from model.atomic import write_atomically
from model.foreign_files import utf8
from model.traces.trace import KINDS, Kind, Trace
from viz_app.storage.trace_values import finite, translation_values

COUNTS_FROM = 1
CSV_COLUMNS = (
    "kind",
    "layer",
    "head",
    "query",
    "key",
    "query_token",
    "predicted_token",
    "key_token",
    "weight",
    "allowed",
    "counts_from",
)


def write_trace(path: Path, trace: Trace, *, model: str) -> None:
    """Write tokens, steps, masks and all weights, in the format that the suffix names.

    Args:
        path: ends on one of :data:`TRACE_SUFFIXES`; an existing file is replaced at once.
        trace: what to write.
        model: the name of the model that made it.

    Raises:
        KeyError: there is no format of that suffix.
        WriteError: the file cannot be written there.
    """
    write_atomically(path, _FORMATS[path.suffix.lower()](trace, model))


def _npz(trace: Trace, model: str) -> bytes:
    """Texts are arrays of unicode, never objects, so that nobody needs ``allow_pickle``."""
    arrays: dict[str, Any] = {
        "model": np.array(model),
        "source_text": np.array(trace.source_text),
        "translation": np.array(trace.translation),
        "stop": np.array(trace.stop),
        "source_tokens": np.array(trace.source_tokens, dtype=np.str_),
        "fed_tokens": np.array(trace.fed_tokens, dtype=np.str_),
        "predicted_tokens": np.array(trace.predicted_tokens, dtype=np.str_),
        "log_probability": np.array([step.log_probability for step in trace.steps]),
        "entropy_bits": np.array([step.entropy for step in trace.steps]),
    }
    if trace.places:
        best = [place.candidates[0] for place in trace.places]
        arrays |= {
            "place_tokens": np.array([candidate.token for candidate in best], dtype=np.str_),
            "place_log_probability": np.array([one.log_probability for one in best]),
            "place_entropy_bits": np.array([place.entropy for place in trace.places]),
        }
    for kind in KINDS:
        arrays[kind] = trace.weights(kind)  # [layers, heads, query, key]
        arrays[f"{kind}_mask"] = trace.mask(kind)  # [query, key]
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def _json(trace: Trace, model: str) -> bytes:
    values = {
        "model": model,
        "counts_from": COUNTS_FROM,
        **translation_values(trace),
        "attention": {kind: _kind_values(trace, kind) for kind in KINDS},
    }
    return utf8(json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n")


def _kind_values(trace: Trace, kind: Kind) -> Mapping[str, Any]:
    return {
        "query_tokens": trace.query_tokens(kind),
        "predicted_tokens": None if kind == "encoder" else trace.predicted_tokens,
        "key_tokens": trace.key_tokens(kind),
        "mask": trace.mask(kind).tolist(),
        "heads": [
            {"layer": layer, "head": head, "weights": _numbers(weights)}
            for layer, head, weights in _heads(trace, kind)
        ],
    }


def _numbers(weights: FloatArray) -> list[list[float | None]]:
    """``[query, key]`` with as few digits as give the same 32-bit numbers back."""
    return [[finite(float(str(value))) for value in row] for row in weights]


def _csv(trace: Trace, model: str) -> bytes:
    """One line a weight; the model's name has no place in it."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for kind in KINDS:
        for layer, head, weights in _heads(trace, kind):
            cells = _cells(trace, kind, weights)
            writer.writerows((kind, layer, head, *cell, COUNTS_FROM) for cell in cells)
    return utf8(file.getvalue())


def _cells(trace: Trace, kind: Kind, weights: FloatArray) -> Iterator[tuple[object, ...]]:
    """Query, key, their tokens, weight and mask of every cell of one head."""
    mask, keys = trace.mask(kind), trace.key_tokens(kind)
    predicted = ("",) * len(weights) if kind == "encoder" else trace.predicted_tokens
    for row, fed in enumerate(trace.query_tokens(kind)):
        for column, key in enumerate(keys):
            places = (row + COUNTS_FROM, column + COUNTS_FROM)
            allowed = "true" if mask[row, column] else "false"
            yield (*places, fed, predicted[row], key, str(weights[row, column]), allowed)


def _heads(trace: Trace, kind: Kind) -> Iterator[tuple[int, int, FloatArray]]:
    """Layer, head and weights ``[query, key]`` of every head of a kind."""
    for layer, heads in enumerate(trace.weights(kind), start=COUNTS_FROM):
        for head, weights in enumerate(heads, start=COUNTS_FROM):
            yield layer, head, weights


_FORMATS: Mapping[str, Callable[[Trace, str], bytes]] = {".npz": _npz, ".json": _json, ".csv": _csv}
TRACE_SUFFIXES = tuple(_FORMATS)
