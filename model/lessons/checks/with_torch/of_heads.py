"""Checks of the weights: rows that sum to 1, heads that say nothing, heads that cannot learn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from model.arrays import FloatArray
from model.lessons.checks.record import CheckedHead, Finding, verdict_of
from model.lessons.checks.with_torch.patient import Patient, Specimen
from model.traces.trace import Kind

ROWS_TOLERANCE = 1e-4
"""By so much the sum of a row may miss 1."""

UNIFORM = 0.01
"""A row is uniform where each weight is within so much of its share of the others' mean."""

FIXED = 0.99
"""A head that gives so much to the same place in every row says the same of every sentence."""

ONE_HOT = 1e-6
"""A row is saturated where all weights but one come to less: its softmax has no slope."""


def check_rows(patient: Patient) -> Finding:
    """The weights of every row sum to 1."""
    sums = (
        np.abs(weights.sum(axis=-1, dtype=np.float64) - 1).max()
        for sentence in patient.sentences
        for weights in _kinds(sentence).values()
    )
    number = float(max(sums))
    verdict = verdict_of(failed=number > ROWS_TOLERANCE)
    return Finding(name="rows", verdict=verdict, number=number, unit="sum", limit=ROWS_TOLERANCE)


def check_dead_heads(patient: Patient) -> Finding:
    """No head weighs all keys alike; that one looks at one place for ever is worth a word."""
    looks = _looks(patient)
    dead = tuple(place for place, look in looks.items() if look.uneven < UNIFORM)
    fixed = tuple(
        place
        for place, look in looks.items()
        if max(look.on_first, look.on_last) > FIXED and place not in dead
    )
    return Finding(
        name="dead_heads",
        verdict=verdict_of(failed=bool(dead), doubtful=bool(fixed)),
        number=len(dead or fixed),
        unit="heads",
        total=len(looks),
        heads=dead or fixed,
        note="fixed heads" if fixed and not dead else None,
    )


def check_saturated_heads(patient: Patient) -> Finding:
    """No head has rows that are all one-hot."""
    looks = _looks(patient)
    saturated = tuple(place for place, look in looks.items() if look.beside < ONE_HOT)
    return Finding(
        name="saturated_heads",
        verdict=verdict_of(failed=bool(saturated)),
        number=len(saturated),
        unit="heads",
        total=len(looks),
        heads=saturated,
    )


class _Look(NamedTuple):
    """What the rows of a head with a choice, in all sentences, have in common.

    ``uneven``: how far a weight is from that of a uniform row, as a share of it, at most;
    ``on_first``, ``on_last``: what the first and the last key get at least; ``beside``: what all
    keys but the heaviest get at most.
    """

    uneven: float
    on_first: float
    on_last: float
    beside: float

    def joined(self, other: _Look) -> _Look:
        """Of both."""
        return _Look(
            max(self.uneven, other.uneven),
            min(self.on_first, other.on_first),
            min(self.on_last, other.on_last),
            max(self.beside, other.beside),
        )


def _looks(patient: Patient) -> Mapping[CheckedHead, _Look]:
    """Of every head that has a choice; not those of cross-attention over a source of no effect."""
    looks: dict[CheckedHead, _Look] = {}
    no_source = patient.checks["source"].verdict in ("failed", "not applicable")
    for sentence in patient.sentences:
        for kind, weights in _kinds(sentence).items():
            if kind == "cross" and no_source:
                continue
            for place, look in _looks_of(kind, weights):
                looks[place] = looks[place].joined(look) if place in looks else look
    return looks


def _looks_of(kind: Kind, weights: FloatArray) -> Iterator[tuple[CheckedHead, _Look]]:
    """Of one sentence's heads, ``[layers, heads, query, key]``."""
    _, _, queries, keys = weights.shape
    is_causal = kind == "decoder" and not np.triu(weights, 1).any()
    allowed = np.tri(queries, keys) if is_causal else np.ones((queries, keys))
    choice = allowed.sum(axis=1) > 1  # [query]
    if not choice.any():
        return
    allowed = allowed[choice].astype(bool)
    for layer, head in np.ndindex(weights.shape[:2]):
        rows = weights[layer, head][choice]
        yield CheckedHead(kind, layer, head), _look(rows, allowed)


def _look(rows: FloatArray, allowed: np.ndarray) -> _Look:
    """Of rows ``[query, key]``, whatever they sum to."""
    shares = rows / np.maximum(rows.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
    uneven = np.abs(shares * allowed.sum(axis=1, keepdims=True) - 1)[allowed].max()
    rest = np.sort(shares, axis=1)[:, :-1].sum(axis=1)
    last = shares[:, -1].min()
    return _Look(float(uneven), float(shares[:, 0].min()), float(last), float(rest.max()))


def _kinds(sentence: Specimen) -> Mapping[Kind, FloatArray]:
    """``[layers, heads, query, key]`` of each kind."""
    return {
        "encoder": sentence.reading.weights,
        "decoder": sentence.target.decoder,
        "cross": sentence.target.cross,
    }
