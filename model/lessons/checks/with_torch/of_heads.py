"""Checks of the weights: rows that sum to 1, heads that say nothing, heads that cannot learn."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from model.arrays import FloatArray, frozen
from model.lessons.checks.record import (
    CheckedHead,
    CheckedLayer,
    Finding,
    Measured,
    MeasuredThing,
    Note,
    verdict_of,
)
from model.lessons.checks.with_torch.patient import Checking, Patient, Specimen, not_made
from model.traces.trace import KINDS, Kind

ROWS_TOLERANCE = 1e-4
"""By so much the sum of a row may miss 1."""

UNIFORM, EVEN = 0.01, 0.001
"""A row is uniform where each weight is within so much of its share of the others' mean.

Random heads may come near to that; one whose queries or keys are 0 has the mean itself.
"""

FIXED = 0.99
"""A head that gives so much to the same place in every row says the same of every sentence."""

ONE_HOT, FLAT = 1e-6, 1e-12
"""A row is saturated where all weights but one come to less; then its softmax has no slope."""


def check_rows(patient: Patient) -> Checking:
    """The weights of every row sum to 1."""
    worst, place, found = -1.0, CheckedHead("encoder", 0, 0), patient.sentences[0]
    for sentence in patient.sentences:
        for kind, weights in patient.weights(sentence).items():
            off = np.abs(weights.sum(axis=-1, dtype=np.float64) - 1).max(axis=-1)
            layer, head = np.unravel_index(off.argmax(), off.shape)
            if off.max() > worst:
                worst, found = float(off.max()), sentence
                place = CheckedHead(kind, int(layer), int(head))
        yield
    return Finding(
        name="rows",
        verdict=verdict_of(failed=worst > ROWS_TOLERANCE),
        number=worst,
        unit="sum",
        limit=ROWS_TOLERANCE,
        measured=_row_sums(patient, found, place),
    )


def _row_sums(patient: Patient, sentence: Specimen, place: CheckedHead) -> Measured:
    """The weights of a head with the sum of each row behind them."""
    weights = patient.weights(sentence)[place.kind][place.layer, place.head]  # [query, key]
    sums = weights.sum(axis=-1, dtype=np.float64)
    is_causal = place.kind == "decoder" and not np.triu(weights, 1).any()
    seen = np.where(np.tri(*weights.shape), weights, np.nan) if is_causal else weights
    src, fed = (
        patient.model.src_tokenizer.tokens(sentence.src),
        patient.model.tgt_tokenizer.tokens(sentence.fed),
    )
    return Measured(
        thing="row sums",
        rows=src if place.kind == "encoder" else fed,
        columns=fed if place.kind == "decoder" else src,
        words=("sum",),
        marked=tuple(
            (int(row), weights.shape[1]) for row in (np.abs(sums - 1) > ROWS_TOLERANCE).nonzero()[0]
        ),
        head=place,
        values=frozen(np.column_stack([seen, sums]).astype(np.float32)),
    )


def check_dead_heads(patient: Patient) -> Checking:
    """No head weighs all keys alike; that one looks at one place for ever is worth a word."""
    looks = yield from _looks(patient)
    if not looks:
        return not_made("dead_heads", "no choice")
    dead = tuple(place for place, look in looks.items() if look.uneven < UNIFORM)
    held = {place: max(look.on_first, look.on_last) for place, look in looks.items()}
    fixed = tuple(place for place in looks if held[place] > FIXED and place not in dead)
    uneven = {place: look.uneven for place, look in looks.items()}
    only_fixed, is_new = bool(fixed) and not dead, bool(dead) and patient.is_untrained
    is_even = any(uneven[place] < EVEN for place in dead)
    note: Note | None = "fixed heads" if only_fixed else "untrained" if is_new else None
    return Finding(
        name="dead_heads",
        verdict=verdict_of(failed=is_even and not is_new, doubtful=bool(dead or fixed)),
        number=len(dead or fixed),
        unit="heads",
        total=len(looks),
        heads=dead or fixed,
        note=note,
        measured=_mosaic("fixed", held, fixed) if only_fixed else _mosaic("uneven", uneven, dead),
    )


def check_saturated_heads(patient: Patient) -> Checking:
    """No head has rows that are all one-hot."""
    looks = yield from _looks(patient)
    if not looks:
        return not_made("saturated_heads", "no choice")
    saturated = tuple(place for place, look in looks.items() if look.beside < ONE_HOT)
    beside = {place: look.beside for place, look in looks.items()}
    is_flat = any(beside[place] < FLAT for place in saturated)
    return Finding(
        name="saturated_heads",
        verdict=verdict_of(failed=is_flat, doubtful=bool(saturated)),
        number=len(saturated),
        unit="heads",
        total=len(looks),
        heads=saturated,
        measured=_mosaic("beside", beside, saturated),
    )


def _mosaic(
    thing: MeasuredThing, numbers: Mapping[CheckedHead, float], marked: Collection[CheckedHead]
) -> Measured:
    """A number of each head, layer × head."""
    layers = sorted({(KINDS.index(place.kind), place.layer) for place in numbers})
    rows = [CheckedLayer(KINDS[kind], layer) for kind, layer in layers]
    values = np.full((len(rows), 1 + max(place.head for place in numbers)), np.nan, np.float32)
    for (kind, layer, head), number in numbers.items():
        values[rows.index(CheckedLayer(kind, layer)), head] = number
    return Measured(
        thing=thing,
        rows=tuple(rows),
        columns=tuple(str(head + 1) for head in range(values.shape[1])),
        level=max(1.0, float(np.nanmax(values))),
        marked=tuple((rows.index(CheckedLayer(*place[:2])), place.head) for place in marked),
        values=frozen(values),
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


def _looks(patient: Patient) -> Generator[None, None, Mapping[CheckedHead, _Look]]:
    """Of every head that has a choice; not those of cross-attention over a source of no effect."""
    looks: dict[CheckedHead, _Look] = {}
    no_source = patient.checks["source"].verdict in ("failed", "not applicable")
    for sentence in patient.sentences:
        for kind, weights in patient.weights(sentence).items():
            if kind == "cross" and no_source:
                continue
            for place, look in _looks_of(kind, weights):
                looks[place] = looks[place].joined(look) if place in looks else look
        yield
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
