"""Traces as values and arrays, and as files for other programs. No Qt, no torch."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Meta

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
from model.values import Count, Few, Number, ShortText, Text, fields_named, read
from viz_app.storage.files import csv_bytes, npz_bytes

# ----------------------------------------------------------------------------------- stored traces
# A trace as values for JSON and three arrays, and back, checked. No Qt, no torch.


MOST_TOKENS = LARGEST_SIZE
_T = TypeVar("_T")
_Tokens = Annotated[tuple[_T, ...], Meta(max_length=MOST_TOKENS)]
MOST_HEADS = 4096
"""Heads of a kind: the window paints all of them."""
HIGHEST_SHARE = 1.001
"""A softmax in 32 bits is hardly above 1."""

DEEPEST = 16
"""Nesting of messages."""

_FORMAT = re.compile(r",?(\.\d)?[fg%]?")
_PLAIN = (str, int, float, bool, type(None))
_Chance = Annotated[float, Meta(le=HIGHEST_SHARE)]


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A sentence with its values."""

    template: ShortText
    values: dict[str, Text | int | Number | bool | StoredMessage | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredChoice:
    id: Count
    log_probability: float
    entropy: float
    candidates: Few[tuple[Text, Count, float]]

    def __post_init__(self) -> None:
        """Check the numbers: each may be NaN, and a log-probability −∞."""
        for chance in (self.log_probability, *(candidate[2] for candidate in self.candidates)):
            if not math.isnan(chance):
                read(_Chance, chance, "log_probability")
        if not math.isnan(self.entropy):
            read(Number, self.entropy, "entropy")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStep(_StoredChoice):
    """A step without its rows."""

    fed: Text
    token: Text
    given: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlace(_StoredChoice):
    """What is expected in one place."""

    masked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTrace:
    """A trace without its weights; older files have none of those with a default."""

    source_text: Text
    source_tokens: _Tokens[Text]
    source_ids: _Tokens[Count]
    unknown: _Tokens[Text]
    notices: Few[StoredMessage]
    stop: StopReason
    translation: Text
    steps: _Tokens[StoredStep]
    looks_ahead: bool = False
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=len(KINDS))] = KINDS
    places: _Tokens[StoredPlace] = ()


_OF_TRACE = (
    *("source_text", "source_tokens", "source_ids", "unknown"),
    *("stop", "translation", "looks_ahead", "kinds"),
)
_OF_STEP = ("fed", "token", "given", "log_probability", "entropy")
_OF_PLACE = ("masked", "log_probability", "entropy")
"""Fields that are stored as they are."""


def stored_trace(trace: Trace) -> StoredTrace:
    return StoredTrace(
        **fields_named(trace, _OF_TRACE),
        notices=tuple(map(_stored_message, trace.notices)),
        steps=tuple(
            StoredStep(**fields_named(step, _OF_STEP), **_choice(step)) for step in trace.steps
        ),
        places=tuple(
            StoredPlace(**fields_named(place, _OF_PLACE), **_choice(place))
            for place in trace.places
        ),
    )


def _choice(choice: DecodeStep | PlaceCandidates) -> dict[str, Any]:
    candidates = tuple((c.token, c.token_id, c.log_probability) for c in choice.candidates)
    return {"id": choice.token_id, "candidates": candidates}


def _chosen(told: _StoredChoice) -> dict[str, Any]:
    return {"token_id": told.id, "candidates": tuple(starmap(Candidate, told.candidates))}


def _stored_message(message: Message) -> StoredMessage:
    # A value that JSON does not support is stored as text.
    told = {
        name: _stored_message(value)
        if isinstance(value, Message)
        else (value if isinstance(value, _PLAIN) else str(value))
        for name, value in message.values.items()
    }
    return StoredMessage(message.template, told)


def trace_of(
    told: StoredTrace, encoder: FloatArray, decoder: FloatArray, cross: FloatArray
) -> Trace:
    """Trace of a file, with weights checked by :func:`shares`.

    Raises:
        ValueError: weights do not fit the tokens, or there are too many heads.
    """
    tokens, steps, places = told.source_tokens, told.steps, told.places
    layers, heads, n_source, _ = encoder.shape
    decoder_layers = decoder.shape[0]
    shapes = {
        (encoder.shape, (layers, heads, len(tokens), len(told.source_ids))),
        (decoder.shape, (decoder_layers, heads, len(steps), len(steps))),
        (cross.shape, (decoder_layers, heads, len(steps), n_source)),
    }
    deepest = max(layers, decoder_layers)
    if not 0 < deepest * heads <= MOST_HEADS or any(a != b for a, b in shapes):
        raise ValueError(shapes)
    if places and (told.kinds != ("encoder",) or steps or len(places) != len(tokens)):
        raise ValueError(len(places))
    given = given_target(decoder, cross, looks_ahead=told.looks_ahead)
    return Trace(
        **fields_named(told, _OF_TRACE),
        encoder_weights=encoder,
        notices=tuple(map(_message, told.notices)),
        steps=tuple(_steps(steps, given)),
        recording=given.recording,
        places=tuple(
            PlaceCandidates(**fields_named(place, _OF_PLACE), **_chosen(place)) for place in places
        ),
    )


def shares(array: FloatArray) -> FloatArray:
    """Weights from 0 to 1 or NaN, read-only; raises ValueError for others."""
    known = np.isnan(array) | ((array >= 0) & (array <= HIGHEST_SHARE))
    if array.dtype != np.float32 or array.ndim != 4 or not array.size or not known.all():
        raise ValueError(array.dtype)
    return frozen(array)


def _steps(told: Sequence[StoredStep], given: GivenTarget) -> Iterator[DecodeStep]:
    each = zip(told, given.rows, strict=True)
    for row, (step, (decoder_rows, cross_rows)) in enumerate(each):
        yield DecodeStep(
            index=row,
            decoder_rows=decoder_rows,
            cross_rows=cross_rows,
            **fields_named(step, _OF_STEP),
            **_chosen(step),
        )


def _message(told: StoredMessage) -> Message:
    """Inverse of :func:`_stored_message`; raises ValueError for an unsafe template."""
    values = {
        name: _message(value) if isinstance(value, StoredMessage) else value
        for name, value in told.values.items()
    }
    message = Message(told.template, values)
    for _, name, spec, _ in Formatter().parse(message.template):
        # {a:>1000000000} would fill the memory, and {a.b} is of a value that the window wraps
        if not _FORMAT.fullmatch(spec or "") or name not in {None, *message.values}:
            raise ValueError(message.template)
    if _depth(message) > DEEPEST:
        raise ValueError(DEEPEST)
    read(Text, str(message), "message")  # nested repetitions are checked at each level
    return message


def _depth(message: Message) -> int:
    inner = (value for value in message.values.values() if isinstance(value, Message))
    return 1 + max(map(_depth, inner), default=0)


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
        "steps": [
            {"fed": step.fed, **_choice_values(step), **_expected(step)} for step in trace.steps
        ],
        **(
            {"places": [{"masked": place.masked, **_expected(place)} for place in trace.places]}
            if trace.places
            else {}
        ),
        "translation": trace.translation,
        "stop": trace.stop,
        "notices": [str(notice) for notice in trace.notices],
    }


def finite(value: float) -> float | None:
    """The number, or None (``null``) for NaN and infinity."""
    return value if math.isfinite(value) else None


def finite_rows(values: npt.NDArray[Any]) -> list[list[float | None]]:
    """``[row, column]`` with the fewest digits that restore the numbers of 32 bits."""
    return [[finite(float(str(value))) for value in row] for row in values]


def _expected(choice: DecodeStep | PlaceCandidates) -> dict[str, Any]:
    return {
        "entropy_bits": finite(choice.entropy),
        "candidates": [_choice_values(candidate) for candidate in choice.candidates],
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
    return npz_bytes(arrays)


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
            {"layer": layer, "head": head, "weights": finite_rows(weights)}
            for layer, head, weights in _heads(trace, kind)
        ],
    }


def _csv(trace: Trace, model: str, *, safe: bool = False) -> bytes:
    """One line per weight; without the model's name."""

    def shown(token: str) -> str:
        return f"'{token}" if safe and token.startswith(FORMULA_MARKS) else token

    def rows() -> Iterator[tuple[object, ...]]:
        for kind in KINDS:
            mask, queries = trace.mask(kind), trace.query_tokens(kind)
            predicted = ("",) * len(queries) if kind == "encoder" else trace.predicted_tokens
            names = [[*map(shown, part)] for part in (queries, predicted, trace.key_tokens(kind))]
            for layer, head, weights in _heads(trace, kind):
                for (row, column), weight in np.ndenumerate(weights):
                    places = kind, layer, head, row + COUNTS_FROM, column + COUNTS_FROM
                    tokens = names[0][row], names[1][row], names[2][column]
                    allowed = "true" if mask[row, column] else "false"
                    yield *places, *tokens, str(weight), allowed, COUNTS_FROM

    return csv_bytes(CSV_COLUMNS, rows())


def _heads(trace: Trace, kind: Kind) -> Iterator[tuple[int, int, FloatArray]]:
    """Layer, head and weights ``[query, key]`` of every head of a kind."""
    for layer, heads in enumerate(trace.weights(kind), start=COUNTS_FROM):
        for head, weights in enumerate(heads, start=COUNTS_FROM):
            yield layer, head, weights


_FORMATS: Mapping[str, Callable[[Trace, str], bytes]] = {".npz": _npz, ".json": _json, ".csv": _csv}
TRACE_SUFFIXES = tuple(_FORMATS)
