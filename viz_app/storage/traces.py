"""Traces as values and arrays, and as files for other programs. No Qt, no torch."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import numpy as np

from model import values
from model.arrays import FloatArray, frozen
from model.config import LARGEST_SIZE
from model.files import utf8, write_atomically
from model.messages import Message
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import (
    KINDS,
    Candidate,
    DecodeStep,
    Kind,
    PlaceCandidates,
    StopReason,
    Trace,
)

# ----------------------------------------------------------------------------------- stored traces
# A trace as values for JSON and three arrays, and back, checked. No Qt, no torch.


MOST_TOKENS = LARGEST_SIZE
MOST_HEADS = 4096
"""Heads of a kind: the window paints all of them."""
HIGHEST_SHARE = 1.001
"""A softmax in 32 bits is hardly above 1."""

DEEPEST = 16
"""Nesting of messages."""

_FORMAT = re.compile(r",?(\.\d)?[fg%]?")
_PLAIN = (str, int, float, bool, type(None))


def stored_trace(trace: Trace) -> dict[str, Any]:
    """All but the weights."""
    return {
        "source_text": trace.source_text,
        "source_tokens": trace.source_tokens,
        "source_ids": trace.source_ids,
        "unknown": trace.unknown,
        "notices": [_message_values(notice) for notice in trace.notices],
        "stop": trace.stop,
        "translation": trace.translation,
        "looks_ahead": trace.looks_ahead,
        "kinds": trace.kinds,
        "steps": [_step_values(step) for step in trace.steps],
        **({"places": [_place_values(place) for place in trace.places]} if trace.places else {}),
    }


def _step_values(step: DecodeStep) -> dict[str, Any]:
    return {
        "fed": step.fed,
        "token": step.token,
        "id": step.token_id,
        "log_probability": step.log_probability,
        "entropy": step.entropy,
        "given": step.given,
        "candidates": _candidate_values(step.candidates),
    }


def _place_values(place: PlaceCandidates) -> dict[str, Any]:
    return {
        "masked": place.masked,
        "id": place.token_id,
        "log_probability": place.log_probability,
        "entropy": place.entropy,
        "candidates": _candidate_values(place.candidates),
    }


def _candidate_values(candidates: Sequence[Candidate]) -> list[list[Any]]:
    return [[c.token, c.token_id, c.log_probability] for c in candidates]


def _message_values(message: Message) -> dict[str, Any]:
    # A value that JSON does not support is stored as text.
    told = {
        name: _message_values(value)
        if isinstance(value, Message)
        else (value if isinstance(value, _PLAIN) else str(value))
        for name, value in message.values.items()
    }
    return {"template": message.template, "values": told}


def trace_of(
    told: Mapping[str, Any], encoder: FloatArray, decoder: FloatArray, cross: FloatArray
) -> Trace:
    """Trace of values checked by :data:`TRACE`, and of weights checked by :func:`shares`.

    Raises:
        ValueError: weights do not fit the tokens, or there are too many heads.
    """
    tokens, ids = told["source_tokens"], told["source_ids"]
    steps, places = told["steps"], told.get("places", ())
    layers, heads, n_source, _ = encoder.shape
    decoder_layers = decoder.shape[0]
    shapes = {
        (encoder.shape, (layers, heads, len(tokens), len(ids))),
        (decoder.shape, (decoder_layers, heads, len(steps), len(steps))),
        (cross.shape, (decoder_layers, heads, len(steps), n_source)),
    }
    kinds = told.get("kinds", KINDS)  # older files have all
    deepest = max(layers, decoder_layers)
    if not 0 < deepest * heads <= MOST_HEADS or any(a != b for a, b in shapes):
        raise ValueError(shapes)
    if places and (kinds != ("encoder",) or steps or len(places) != len(tokens)):
        raise ValueError(len(places))
    looks_ahead = told.get("looks_ahead", False)  # older files do not say
    given = given_target(decoder, cross, looks_ahead=looks_ahead)
    return Trace(
        source_text=told["source_text"],
        source_tokens=tokens,
        source_ids=ids,
        encoder_weights=encoder,
        unknown=told["unknown"],
        notices=told["notices"],
        steps=tuple(_steps(steps, given)),
        stop=told["stop"],
        translation=told["translation"],
        recording=given.recording,
        looks_ahead=looks_ahead,
        kinds=kinds,
        places=places,
    )


def shares(array: FloatArray) -> FloatArray:
    """Weights from 0 to 1 or NaN, read-only; raises ValueError for others."""
    known = np.isnan(array) | ((array >= 0) & (array <= HIGHEST_SHARE))
    if array.dtype != np.float32 or array.ndim != 4 or not array.size or not known.all():
        raise ValueError(array.dtype)
    return frozen(array)


def _steps(told: Sequence[Mapping[str, Any]], given: GivenTarget) -> Iterator[DecodeStep]:
    each = zip(told, given.rows, strict=True)
    for row, (step, (decoder_rows, cross_rows)) in enumerate(each):
        yield DecodeStep(
            index=row,
            fed=step["fed"],
            token=step["token"],
            token_id=step["id"],
            log_probability=step["log_probability"],
            candidates=step["candidates"],
            entropy=step["entropy"],
            decoder_rows=decoder_rows,
            cross_rows=cross_rows,
            given=step["given"],
        )


def _message(read: Mapping[str, Any]) -> Message:
    """Inverse of :func:`_message_values`; raises ValueError for an unsafe template."""
    message = Message(read["template"], {n: _told(n, value) for n, value in read["values"].items()})
    for _, name, spec, _ in Formatter().parse(message.template):
        # {a:>1000000000} would fill the memory, and {a.b} is of a value that the window wraps
        if not _FORMAT.fullmatch(spec or "") or name not in {None, *message.values}:
            raise ValueError(message.template)
    if _depth(message) > DEEPEST:
        raise ValueError(DEEPEST)
    _TEXT("message", str(message))  # nested repetitions are checked at each level
    return message


def _depth(message: Message) -> int:
    inner = (value for value in message.values.values() if isinstance(value, Message))
    return 1 + max(map(_depth, inner), default=0)


def _told(name: str, value: object) -> object:
    if isinstance(value, dict):
        return _MESSAGE(name, value)
    return (
        value
        if isinstance(value, bool | None)
        else (_TEXT if isinstance(value, str) else _NUMBER)(name, value)
    )


def _candidate(name: str, value: Any) -> Candidate:
    token, token_id, chance = value
    return Candidate(_TEXT(name, token), values.whole()(name, token_id), _chance(name, chance))


def _place(read: Mapping[str, Any]) -> PlaceCandidates:
    return PlaceCandidates(
        masked=read["masked"],
        token_id=read["id"],
        log_probability=read["log_probability"],
        candidates=read["candidates"],
        entropy=read["entropy"],
    )


def _chance(name: str, value: object) -> float:
    """A log-probability: −inf and NaN are allowed."""
    if isinstance(value, float) and math.isnan(value):
        return value
    return values.number(-math.inf, HIGHEST_SHARE)(name, value)


def _entropy(name: str, value: object) -> float:
    """In bits."""
    return value if isinstance(value, float) and math.isnan(value) else _NUMBER(name, value)


_TEXT, _NUMBER = values.text(), values.number()
_WORDS = values.text(values.MOST_SHOWN)
_MESSAGE = values.made(_message, values.fields({"template": _WORDS, "values": values.mapping}))
_TOKENS = values.many(_TEXT, most=MOST_TOKENS)
_STEP = values.fields(
    {
        "fed": _TEXT,
        "token": _TEXT,
        "id": values.whole(),
        "log_probability": _chance,
        "entropy": _entropy,
        "given": values.flag,
        "candidates": values.many(_candidate, most=values.MOST_SHOWN),
    }
)
_PLACE = values.fields(
    {
        "masked": values.flag,
        "id": values.whole(),
        "log_probability": _chance,
        "entropy": _entropy,
        "candidates": values.many(_candidate, fewest=1, most=values.MOST_SHOWN),
    }
)
TRACE = values.fields(
    {
        "source_text": _TEXT,
        "source_tokens": _TOKENS,
        "source_ids": values.many(values.whole(), most=MOST_TOKENS),
        "unknown": _TOKENS,
        "notices": values.many(_MESSAGE, most=values.MOST_SHOWN),
        "stop": values.choice(get_args(StopReason)),
        "translation": _TEXT,
        "steps": values.many(_STEP, most=MOST_TOKENS),
    },
    {
        "looks_ahead": values.flag,
        "kinds": values.many(values.choice(KINDS), fewest=1, most=len(KINDS)),
        "places": values.many(values.made(_place, _PLACE), most=MOST_TOKENS),
    },
)

# ------------------------------------------------------------------------------------ trace values
# A translation as plain values for JSON: what was read, and how each token was chosen.


def translation_values(trace: Trace) -> dict[str, Any]:
    """Without attention weights."""
    return {
        "source": {
            "text": trace.source_text,
            "tokens": trace.source_tokens,
            "unknown": trace.unknown,
        },
        "steps": [_plain_step(step) for step in trace.steps],
        **({"places": [_plain_place(place) for place in trace.places]} if trace.places else {}),
        "translation": trace.translation,
        "stop": trace.stop,
        "notices": [str(notice) for notice in trace.notices],
    }


def finite(value: float) -> float | None:
    """The number, or None (``null``) for NaN and infinity."""
    return value if math.isfinite(value) else None


def _plain_step(step: DecodeStep) -> dict[str, Any]:
    return {
        "fed": step.fed,
        **_choice_values(step),
        "entropy_bits": finite(step.entropy),
        "candidates": [_choice_values(candidate) for candidate in step.candidates],
    }


def _plain_place(place: PlaceCandidates) -> dict[str, Any]:
    return {
        "masked": place.masked,
        "entropy_bits": finite(place.entropy),
        "candidates": [_choice_values(candidate) for candidate in place.candidates],
    }


def _choice_values(choice: Candidate | DecodeStep) -> dict[str, Any]:
    return {
        "token": choice.token,
        "log_probability": finite(choice.log_probability),
        "probability": finite(choice.probability),
    }


# ------------------------------------------------------------------------------------- trace files
# A trace as a file for other programs: NumPy's npz, JSON or CSV. No Qt, no torch.


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


FORMULA_MARKS = ("=", "@", "+", "-")
"""Spreadsheets evaluate a cell that begins with one of these."""


def write_trace(path: Path, trace: Trace, *, model: str, safe_csv: bool = False) -> None:
    """Write tokens, steps, masks and all weights, in the format of the suffix.

    Args:
        path: ends on one of :data:`TRACE_SUFFIXES`; an existing file is replaced in one step.
        trace: to be written.
        model: name of the model.
        safe_csv: put an apostrophe before tokens in CSV that begin with :data:`FORMULA_MARKS`.

    Raises:
        KeyError: the suffix is unknown.
        WriteError: the file cannot be written there.
    """
    suffix = path.suffix.lower()
    write = partial(_csv, safe=True) if safe_csv and suffix == ".csv" else _FORMATS[suffix]
    write_atomically(path, write(trace, model))


def _npz(trace: Trace, model: str) -> bytes:
    # Texts are arrays of unicode, never objects: readers do not need ``allow_pickle``.
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
    """``[query, key]`` with the fewest digits that restore the 32-bit numbers."""
    return [[finite(float(str(value))) for value in row] for row in weights]


def _csv(trace: Trace, model: str, *, safe: bool = False) -> bytes:
    """One line per weight; without the model's name."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for kind in KINDS:
        for layer, head, weights in _heads(trace, kind):
            for cell in _cells(trace, kind, weights):
                cells = map(_not_evaluated, cell) if safe else cell
                writer.writerow((kind, layer, head, *cells, COUNTS_FROM))
    return utf8(file.getvalue())


def _not_evaluated(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_MARKS) else cell


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
