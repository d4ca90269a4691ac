"""A translation as plain values for JSON: what was read, and how each token was chosen."""

from __future__ import annotations

import math
from typing import Any

from model.traces.trace import Candidate, DecodeStep, PlaceCandidates, Trace


def translation_values(trace: Trace) -> dict[str, Any]:
    """Source, steps or places, and translation, without attention weights."""
    return {
        "source": {
            "text": trace.source_text,
            "tokens": trace.source_tokens,
            "unknown": trace.unknown,
        },
        "steps": [_step_values(step) for step in trace.steps],
        **({"places": [_place_values(place) for place in trace.places]} if trace.places else {}),
        "translation": trace.translation,
        "stop": trace.stop,
        "notices": [str(notice) for notice in trace.notices],
    }


def finite(value: float) -> float | None:
    """The number, or None where JSON has no word for it."""
    return value if math.isfinite(value) else None


def _step_values(step: DecodeStep) -> dict[str, Any]:
    return {
        "fed": step.fed,
        **_choice_values(step),
        "entropy_bits": finite(step.entropy),
        "candidates": [_choice_values(candidate) for candidate in step.candidates],
    }


def _place_values(place: PlaceCandidates) -> dict[str, Any]:
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
