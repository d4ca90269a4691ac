"""Checks of what must leave the logits as they are: a later token, padding, the cache."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from model.arrays import FloatArray, frozen
from model.decoding.tensors import float_array
from model.lessons.checks.record import CheckName, Finding, Measured, MeasuredThing, verdict_of
from model.lessons.checks.with_torch.patient import Checking, Patient, Specimen, not_made
from model.network.attention import KeyValue
from model.special_tokens import PAD_ID, SPECIAL_TOKENS

TOLERANCE = 1e-4
"""By so much of its size a logit may move where it should not: sums in another order do that."""

PADDING = 4
"""Tokens of padding that are added."""

TOGETHER = 2
"""Targets that are computed between two places to stop."""


def check_future(patient: Patient) -> Checking:
    """Another token at a place leaves the logits before it as they were."""
    if not patient.has_decoder:
        return not_made("future", "no decoder")
    tokens = patient.model.tgt_tokenizer
    pictures: list[tuple[float, float, Measured]] = []
    for sentence in patient.sentences:
        if len(sentence.fed) > 1:
            moved, size = yield from _moved_by_change(patient, sentence)
            names = tokens.tokens(sentence.fed)
            limit = TOLERANCE * max(1.0, size)
            wrong = np.argwhere(np.triu(moved > limit, 1))
            picture = Measured(
                thing="moved by change",
                rows=names,
                columns=names,
                level=_level(moved),
                marked=tuple((int(row), int(column)) for row, column in wrong),
                values=moved,
            )
            pictures.append((float(np.triu(np.nan_to_num(moved), 1).max()), size, picture))
    if not pictures:
        return not_made("future", "no room")
    number, _, picture = max(pictures, key=lambda found: found[0])
    return _unmoved("future", number, max(size for _, size, _ in pictures), picture)


def _moved_by_change(
    patient: Patient, sentence: Specimen
) -> Generator[None, None, tuple[FloatArray, float]]:
    """By how much at most logits move, ``[position, changed]``; and how large they are."""
    fed, size = sentence.fed, len(patient.model.tgt_tokenizer)
    moved = np.full((len(fed), len(fed)), np.nan, dtype=np.float32)
    largest = 0.0
    for first in range(1, len(fed), TOGETHER):
        places = range(first, min(first + TOGETHER, len(fed)))
        changed = [(*fed[:at], _another(fed[at], size), *fed[at + 1 :]) for at in places]
        plain, *others = patient.logits(sentence.src, fed, *changed)
        for at, other in zip(places, others, strict=True):
            moved[:, at] = _largest(plain - other)
        largest = max(largest, float(_largest(plain).max()))
        yield
    return frozen(moved), largest


def check_padding(patient: Patient) -> Checking:
    """Padding after the source and after the target leaves every logit as it was."""
    room = patient.model.config.max_len
    compared = []
    for sentence in patient.sentences:
        given = sentence.src, sentence.fed
        if min(len(ids) for ids in given if ids) < room:
            src, fed = ((*ids, *[PAD_ID] * PADDING)[:room] if ids else () for ids in given)
            plain = patient.logits(sentence.src, sentence.fed)[0]
            yield
            padded = patient.logits(src, fed)[0, : len(plain)]
            compared.append(_compared(plain, padded))
            yield
    return _as_it_was("padding", "moved by padding", compared)


def check_cache(patient: Patient) -> Checking:
    """Token by token with kept keys and values: the logits of all tokens at once."""
    compared = []
    for sentence in patient.sentences:
        if sentence.target is None:
            return not_made("cache", "no decoder")
        rows = []
        for row in _step_by_step(patient, sentence):
            rows.append(row)
            yield
        compared.append(_compared(sentence.target.logits, torch.stack(rows)))
    return _as_it_was("cache", "moved by cache", compared)


class _Compared(NamedTuple):
    """By how much the logits of each place differ, and how large they are."""

    moved: FloatArray
    size: float


def _compared(plain: Tensor, other: Tensor) -> _Compared:
    return _Compared(_largest(plain - other), float(_largest(plain).max()))


def _as_it_was(name: CheckName, thing: MeasuredThing, compared: Sequence[_Compared]) -> Finding:
    """A row of the picture for each sentence."""
    if not compared:
        return not_made(name, "no room")
    moved, size = [one.moved for one in compared], max(one.size for one in compared)
    limit = TOLERANCE * max(1.0, size)
    values = np.full((len(moved), max(map(len, moved))), np.nan, dtype=np.float32)
    for row, one in enumerate(moved):
        values[row, : len(one)] = one
    picture = Measured(
        thing=thing,
        rows=tuple(str(row + 1) for row in range(len(values))),
        columns=tuple(str(column + 1) for column in range(values.shape[1])),
        level=limit,
        marked=tuple((int(row), int(column)) for row, column in np.argwhere(values > limit)),
        values=frozen(values),
    )
    return _unmoved(name, float(np.nanmax(values)), size, picture)


def _step_by_step(patient: Patient, sentence: Specimen) -> Generator[Tensor]:
    """The logits of each step, ``[vocabulary]``."""
    past: tuple[KeyValue, ...] | None = None
    for fed in sentence.fed:
        tgt = torch.tensor([[fed]], device=patient.model.device)  # [1, 1]
        with patient.model.evaluating() as network:
            decoded = network.decode(
                tgt, sentence.reading.memory, tgt_mask=None, src_mask=None, past=past, record=True
            )
        past = decoded.past
        yield decoded.logits[0, -1].float()


def _unmoved(name: CheckName, number: float, size: float, measured: Measured) -> Finding:
    """Passed where no logit moves by more than rounding does."""
    limit = TOLERANCE * max(1.0, size)
    verdict = verdict_of(failed=number > limit)
    return Finding(
        name=name, verdict=verdict, number=number, unit="logits", limit=limit, measured=measured
    )


def _largest(values: Tensor) -> FloatArray:
    """Magnitude of each row; −∞, and so the difference of two, is of what is never predicted."""
    finite = torch.where(values.isfinite(), values, values.new_zeros(()))
    return float_array(finite.abs().amax(dim=-1))


def _level(values: FloatArray) -> float:
    """Where the colours end: at the largest number."""
    return float(np.nanmax(values)) or 1.0


def _another(token_id: int, size: int) -> int:
    """Another id, none of the special ones where there are others."""
    first = len(SPECIAL_TOKENS)
    return first + (token_id - first + 1) % (size - first) if size > first + 1 else token_id
