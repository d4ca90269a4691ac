"""A trace as values for JSON and three arrays, and back, checked. No Qt, no torch."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, get_args

import numpy as np

from model import values
from model.arrays import FloatArray, frozen
from model.config import LARGEST_SIZE
from model.messages import Message
from model.traces.recording import GivenTarget, given_target
from model.traces.trace import (
    KINDS,
    Candidate,
    DecodeStep,
    PlaceCandidates,
    StopReason,
    Trace,
)

MOST_TOKENS = LARGEST_SIZE
MOST_HEADS = 4096
"""Of a kind: the window paints them all at once."""
HIGHEST_SHARE = 1.001
"""A softmax in 32 bits is hardly above 1."""

DEEPEST = 16
"""Messages in a message."""

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
    """A value that JSON does not know is kept as it reads."""
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
    """A trace of what :data:`TRACE` has checked and of its weights, which :func:`shares` has.

    Raises:
        ValueError: the weights are not those of its tokens, or of too many heads.
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
    """Weights, which are shares, or not a number if the model's were none; read-only.

    Raises:
        ValueError: they are something else.
    """
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
    """Inverse of :func:`_message_values`; what its template cannot do, it does not survive here."""
    message = Message(read["template"], {n: _told(n, value) for n, value in read["values"].items()})
    for _, name, spec, _ in Formatter().parse(message.template):
        # {a:>1000000000} would fill the memory, and {a.b} is of a value that the window wraps
        if not _FORMAT.fullmatch(spec or "") or name not in {None, *message.values}:
            raise ValueError(message.template)
    if _depth(message) > DEEPEST:
        raise ValueError(DEEPEST)
    _TEXT("message", str(message))  # 10 times what is 10 times what …: each is checked in its turn
    return message


def _depth(message: Message) -> int:
    inner = (value for value in message.values.values() if isinstance(value, Message))
    return 1 + max(map(_depth, inner), default=0)


def _told(name: str, value: object) -> object:
    """A value of a message."""
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
    """A logarithm: of 0 too, and not a number if the model's were none."""
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
