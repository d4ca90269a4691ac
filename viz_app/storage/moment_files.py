"""A moment of a run as one ``.npz``, which NumPy alone can read. No Qt, no torch.

It holds, for the probe ``n`` (from 0), ``encoder_n``, ``decoder_n`` and ``cross_n``, the weights
``[layers, heads, query, key]`` in float32; and ``about``, JSON text with everything else: tokens,
log-probabilities, candidates. The numbers of the heads follow from the weights.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import numpy as np

from model.arrays import FloatArray, frozen
from model.messages import Message
from model.traces.moment import Moment, head_numbers
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import KINDS, Candidate, DecodeStep, StopReason, Trace
from viz_app.storage.npz_files import Arrays, npz_bytes, read_npz
from viz_app.storage.run_errors import reading

VERSION = 1
ABOUT = "about"
_PLAIN = (str, int, float, bool, type(None))


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
        "probes": [_trace_values(trace) for trace in moment.traces],
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
    about = json.loads(str(arrays[ABOUT]))
    if about["version"] != VERSION:
        raise ValueError(about["version"])
    traces = tuple(
        _trace(values, *(_weights(arrays[f"{kind}_{number}"]) for kind in KINDS))
        for number, values in enumerate(about["probes"])
    )
    return Moment(
        update=int(about["update"]),
        epoch=int(about["epoch"]),
        traces=traces,
        numbers=head_numbers(traces),
    )


def _weights(array: FloatArray) -> FloatArray:
    if array.dtype != np.float32 or array.ndim != 4:
        raise ValueError(array.dtype)
    return frozen(array)


def _trace_values(trace: Trace) -> dict[str, Any]:
    return {
        "source_text": trace.source_text,
        "source_tokens": trace.source_tokens,
        "source_ids": trace.source_ids,
        "unknown": trace.unknown,
        "notices": [_message_values(notice) for notice in trace.notices],
        "stop": trace.stop,
        "translation": trace.translation,
        "looks_ahead": trace.looks_ahead,
        "steps": [_step_values(step) for step in trace.steps],
    }


def _step_values(step: DecodeStep) -> dict[str, Any]:
    return {
        "fed": step.fed,
        "token": step.token,
        "id": step.token_id,
        "log_probability": step.log_probability,
        "entropy": step.entropy,
        "given": step.given,
        "candidates": [[c.token, c.token_id, c.log_probability] for c in step.candidates],
    }


def _message_values(message: Message) -> dict[str, Any]:
    """A value that JSON does not know is kept as it reads."""
    values = {
        name: _message_values(value)
        if isinstance(value, Message)
        else (value if isinstance(value, _PLAIN) else str(value))
        for name, value in message.values.items()
    }
    return {"template": message.template, "values": values}


def _trace(
    values: Mapping[str, Any], encoder: FloatArray, decoder: FloatArray, cross: FloatArray
) -> Trace:
    tokens, ids = tuple(values["source_tokens"]), tuple(values["source_ids"])
    steps = values["steps"]
    layers, heads, n_source, _ = encoder.shape
    shapes = {
        (encoder.shape, (layers, heads, len(tokens), len(ids))),
        (decoder.shape, (layers, heads, len(steps), len(steps))),
        (cross.shape, (layers, heads, len(steps), n_source)),
    }
    if any(found != expected for found, expected in shapes):
        raise ValueError(shapes)
    looks_ahead = _flag(values.get("looks_ahead", False))  # older files do not say
    given = given_target(decoder, cross, looks_ahead=looks_ahead)
    return Trace(
        source_text=values["source_text"],
        source_tokens=tokens,
        source_ids=ids,
        encoder_weights=encoder,
        unknown=tuple(values["unknown"]),
        notices=tuple(_message(notice) for notice in values["notices"]),
        steps=tuple(_steps(steps, given)),
        stop=_stop(values["stop"]),
        translation=values["translation"],
        recording=given.recording,
        looks_ahead=looks_ahead,
    )


def _steps(values: list[dict[str, Any]], given: GivenTarget) -> Iterator[DecodeStep]:
    each = zip(values, given.rows, strict=True)
    for row, (step, (decoder_rows, cross_rows)) in enumerate(each):
        yield DecodeStep(
            index=row,
            fed=step["fed"],
            token=step["token"],
            token_id=step["id"],
            log_probability=step["log_probability"],
            candidates=tuple(Candidate(*candidate) for candidate in step["candidates"]),
            entropy=step["entropy"],
            decoder_rows=decoder_rows,
            cross_rows=cross_rows,
            given=step["given"],
        )


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _stop(value: Any) -> StopReason:
    if value not in get_args(StopReason):
        raise ValueError(value)
    reason: StopReason = value
    return reason


def _message(values: Mapping[str, Any]) -> Message:
    """Inverse of :func:`_message_values`."""
    return Message(
        str(values["template"]),
        {
            name: _message(value) if isinstance(value, dict) else value
            for name, value in values["values"].items()
        },
    )
