"""Checks of what a model predicts: that it is no copy, and that source and order move it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from model.arrays import FloatArray, frozen
from model.decoding.tensors import float_array
from model.lessons.checks.record import (
    CheckName,
    ColumnWord,
    Finding,
    Measured,
    Note,
    verdict_of,
)
from model.lessons.checks.with_torch.patient import (
    DRAWN,
    Checking,
    Patient,
    Specimen,
    not_made,
)
from model.special_tokens import Ids

ROUNDING = 1e-5
"""A logit that moves by less of the size of all of them has not moved at all."""

HARDLY_MOVED = 5.0
"""Percent of the probability that go to other tokens: less is strangely few."""

SOMETIMES, MOSTLY = 20.0, 50.0
"""Percent of the steps that predict what they are fed."""


def check_shift(patient: Patient) -> Checking:
    """Fed random tokens, the model does not just say them again.

    Its own translation would not tell: who always says the same is right there all the time.
    """
    if not patient.has_decoder:
        return not_made("shift", "no decoder")
    tokens, pictures, steps = patient.model.tgt_tokenizer, [], 0
    for seed, sentence in enumerate(patient.sentences):
        fed = patient.drawn_target(seed, 2 * DRAWN)
        if len(fed) > 1:
            shares = patient.logits(sentence.src, fed)[0, 1:].softmax(dim=-1)  # [step, vocabulary]
            same = shares.argmax(dim=-1).cpu().numpy() == fed[1:]
            names = tokens.tokens(fed[1:])
            picture = Measured(
                thing="copies",
                rows=names,
                columns=names,
                marked=tuple((int(at), int(at)) for at in same.nonzero()[0]),
                values=float_array(shares[:, list(fed[1:])]),
            )
            pictures.append((int(same.sum()), picture))
            steps += len(same)
        yield
    if not steps:
        return not_made("shift", "no room")
    share = 100 * sum(same for same, _ in pictures) / steps
    is_new = share > SOMETIMES and patient.is_untrained
    return Finding(
        name="shift",
        verdict=verdict_of(failed=share > MOSTLY and not is_new, doubtful=share > SOMETIMES),
        number=share,
        unit="% same",
        limit=SOMETIMES,
        note="untrained" if is_new else None,
        measured=max(pictures, key=lambda found: found[0])[1],
    )


def check_source(patient: Patient) -> Checking:
    """Another source leads to other predictions."""
    if not (patient.has_encoder and patient.has_decoder):
        return not_made("source", "no decoder" if patient.has_encoder else "no encoder")
    sources = [sentence.src for sentence in patient.sentences]
    others = [*sources[1:], sources[0]]
    pairs = [
        (_Read(src=sentence.src, fed=sentence.fed), _Read(src=other, fed=sentence.fed))
        for sentence, other in zip(patient.sentences, others, strict=True)
        if other != sentence.src
    ]
    return (yield from _moved("source", patient, pairs, word="another source", missing="no room"))


def check_positions(patient: Patient) -> Checking:
    """The same tokens in another order lead to other predictions."""
    if patient.model.config.positions == "none":
        return not_made("positions", "no positions")
    orders = [_in_another_order(patient, sentence) for sentence in patient.sentences]
    pairs = [order for order in orders if order[0] != order[1]]
    return (
        yield from _moved("positions", patient, pairs, word="another order", missing="one word")
    )


class _Read(NamedTuple):
    """What is read to predict at some places; all of them, or one alone."""

    src: Ids
    fed: Ids
    at: int | None = None


def _moved(
    name: CheckName,
    patient: Patient,
    pairs: Sequence[tuple[_Read, _Read]],
    *,
    word: ColumnWord,
    missing: Note,
) -> Checking:
    """Failed where no logit moves at all, passed where predictions do by more than hardly."""
    if not pairs:
        return not_made(name, missing)
    found = []
    for before, after in pairs:
        plain = _logits(patient, before)
        yield
        found.append(_predictions(patient, plain, _logits(patient, after)))
        yield
    mean = 100 * sum(one.share for one in found) / len(found)
    if len(found[0].tokens) == 1:  # one place of each sentence: all of them
        tokens = tuple(token for one in found for token in one.tokens)
        values = np.concatenate([one.values for one in found])
    else:
        tokens, values, *_ = min(found, key=lambda one: one.share)
    verdict = verdict_of(failed=not any(one.is_felt for one in found), doubtful=mean < HARDLY_MOVED)
    return Finding(
        name=name,
        verdict=verdict,
        number=mean,
        unit="% moved",
        limit=HARDLY_MOVED,
        note="hardly moved" if verdict == "warning" else None,
        measured=Measured(
            thing="predictions" if name == "source" else "reordered",
            rows=tokens,
            words=("own source" if name == "source" else "own order", word, "moved"),
            marked=() if verdict == "passed" else tuple((row, 2) for row in range(len(tokens))),
            values=frozen(values),
        ),
    )


class _Predictions(NamedTuple):
    """What is predicted at each place, before and after a change.

    ``tokens``: the best ones of before; ``values``: their shares of the probability before and
    after, and all that moves, ``[place, 3]``; ``share``: its mean; ``is_felt``: whether a logit
    moves by more than rounding does.
    """

    tokens: tuple[str, ...]
    values: FloatArray
    share: float
    is_felt: bool


def _logits(patient: Patient, read: _Read) -> Tensor:
    """``[place, vocabulary]``."""
    logits = patient.logits(read.src, read.fed)[0]
    return logits if read.at is None else logits[read.at : read.at + 1]


def _predictions(patient: Patient, before: Tensor, after: Tensor) -> _Predictions:
    best = before.argmax(dim=-1)  # [place]
    allowed = before.isfinite()
    largest = [part[allowed].abs() for part in (before, after - before)]  # of NaNs alone: none
    size, change = (float(part.max()) if part.numel() else 0.0 for part in largest)
    shares = [logits.softmax(dim=-1) for logits in (before, after)]
    moved = (shares[1] - shares[0]).abs().sum(dim=-1) / 2  # [place]
    of_best = [share.gather(1, best[:, None])[:, 0] for share in shares]
    return _Predictions(
        tokens=patient.model.tgt_tokenizer.tokens(best.tolist()),
        values=float_array(torch.stack([*of_best, moved], dim=1)),
        share=float(moved.mean()),
        is_felt=change > ROUNDING * size,
    )


def _in_another_order(patient: Patient, sentence: Specimen) -> tuple[_Read, _Read]:
    """A sentence, and the same with its words turned round.

    With one stack what is predicted at a place is compared: its own token stays there.
    """
    model, src, fed = patient.model, sentence.src, sentence.fed
    start, end = len(model.src_tokenizer.prefix), len(src) - len(model.src_tokenizer.suffix)
    if patient.has_encoder and patient.has_decoder:
        turned = (*src[:start], *_turned(src[start:end]), *src[end:])
        return _Read(src, fed), _Read(turned, fed)
    if patient.has_decoder:
        last = len(fed) - 1
        turned = (*fed[:1], *_turned(fed[1:last]), *fed[max(last, 1) :])
        return _Read((), fed, last), _Read((), turned, last)
    at = (start + end) // 2
    around = _turned((*src[start:at], *src[at + 1 : end]))
    moved = (*src[:start], *around[: at - start], src[at], *around[at - start :], *src[end:])
    return _Read(src, (), at), _Read(moved, (), at)


def _turned(ids: Ids) -> Ids:
    """Tokens turned round, or, if that is the same, the first put last."""
    return ids[::-1] if ids[::-1] != ids else ids[1:] + ids[:1]
