"""Checks of what a model predicts: what must not move it does not, and what should, does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from model.lessons.checks.record import CheckName, Finding, Note, verdict_of
from model.lessons.checks.with_torch.patient import DRAWN, Patient, Specimen
from model.network.attention import KeyValue
from model.special_tokens import PAD_ID, SPECIAL_TOKENS, Ids

TOLERANCE = 1e-4
"""By so much of its size a logit may move where it should not: sums in another order do that."""

UNMOVED, HARDLY_MOVED = 0.1, 5.0
"""Percent of the probability that go to other tokens: less is nothing at all, or strangely few."""

SOMETIMES, MOSTLY = 20.0, 50.0
"""Percent of the steps that predict what they are fed."""

PADDING = 4
"""Tokens of padding that are added."""


def check_future(patient: Patient) -> Finding:
    """Other tokens from a place on leave the logits before it as they were."""

    def moved(sentence: Specimen) -> tuple[Tensor, Tensor]:
        """Logits before the place, of the target and of the changed ones."""
        fed, size = sentence.fed, len(patient.model.tgt_tokenizer)
        places = sorted({len(fed) // 2, len(fed) - 1})
        changed = [(*fed[:at], *(_another(i, size) for i in fed[at:])) for at in places]
        logits = patient.logits(sentence.src, fed, *changed)
        before = [
            (logits[0, :at], other[:at]) for at, other in zip(places, logits[1:], strict=True)
        ]
        left, right = zip(*before, strict=True)
        return torch.cat(left), torch.cat(right)

    long_enough = [sentence for sentence in patient.sentences if len(sentence.fed) > 1]
    return _unmoved("future", map(moved, long_enough))


def check_padding(patient: Patient) -> Finding:
    """Padding after the source and after the target leaves every logit as it was."""
    room = patient.model.config.max_len

    def moved(sentence: Specimen) -> tuple[Tensor, Tensor]:
        """Logits without and with padding, of the tokens alone."""
        src, fed = ((*ids, *[PAD_ID] * PADDING)[:room] for ids in (sentence.src, sentence.fed))
        padded = patient.logits(src, fed)[0, : len(sentence.fed)]
        return patient.logits(sentence.src, sentence.fed)[0], padded

    with_room = [s for s in patient.sentences if min(len(s.src), len(s.fed)) < room]
    return _unmoved("padding", map(moved, with_room))


def check_shift(patient: Patient) -> Finding:
    """Fed random tokens, the model does not just say them again.

    Its own translation would not tell: who always says the same is right there all the time.
    """
    same = steps = 0
    for seed, src in enumerate(patient.sources):
        fed = patient.drawn_target(seed, 2 * DRAWN)
        best = patient.logits(src, fed)[0].argmax(dim=-1).tolist()
        same += sum(a == b for a, b in zip(best[1:], fed[1:], strict=True))
        steps += len(fed) - 1
    if not steps:
        return Finding(name="shift", verdict="not applicable", note="no room")
    share = 100 * same / steps
    verdict = verdict_of(failed=share > MOSTLY, doubtful=share > SOMETIMES)
    return Finding(name="shift", verdict=verdict, number=share, unit="% same", limit=MOSTLY)


def check_source(patient: Patient) -> Finding:
    """Another source leads to other predictions."""
    others = (*patient.sources[1:], patient.sources[0])
    return _moved("source", patient, others, missing="no room")


def check_positions(patient: Patient) -> Finding:
    """The same source tokens in another order lead to other predictions."""
    if patient.model.config.positions == "none":
        return Finding(name="positions", verdict="not applicable", note="no positions")
    orders = [_in_another_order(patient, src) for src in patient.sources]
    return _moved("positions", patient, orders, missing="one word")


def check_cache(patient: Patient) -> Finding:
    """Token by token with kept keys and values: the logits of all tokens at once."""
    return _unmoved(
        "cache",
        (
            (sentence.target.logits, _step_by_step(patient, sentence))
            for sentence in patient.sentences
        ),
    )


def _unmoved(name: CheckName, pairs: Iterable[tuple[Tensor, Tensor]]) -> Finding:
    """Passed where no logit moves by more than rounding does."""
    compared = [(_largest(left - right), _largest(left)) for left, right in pairs]
    if not compared:
        return Finding(name=name, verdict="not applicable", note="no room")
    number = max(moved for moved, _ in compared)
    limit = TOLERANCE * max(1.0, *(size for _, size in compared))
    verdict = verdict_of(failed=number > limit)
    return Finding(name=name, verdict=verdict, number=number, unit="logits", limit=limit)


def _moved(name: CheckName, patient: Patient, others: Sequence[Ids], *, missing: Note) -> Finding:
    """Passed where predictions over other sources move by more than hardly anything."""
    moved = [
        _moved_share(patient, sentence, other)
        for sentence, other in zip(patient.sentences, others, strict=True)
        if other != sentence.src
    ]
    if not moved:
        return Finding(name=name, verdict="not applicable", note=missing)
    mean = sum(moved) / len(moved)
    verdict = verdict_of(failed=mean < UNMOVED, doubtful=mean < HARDLY_MOVED)
    return Finding(name=name, verdict=verdict, number=mean, unit="% moved", limit=UNMOVED)


def _moved_share(patient: Patient, sentence: Specimen, other: Ids) -> float:
    """Percent of the probability that go to other tokens over another source, mean of the steps."""
    moved = patient.logits(other, sentence.fed)[0].softmax(dim=-1)  # [target, vocabulary]
    before = sentence.target.logits.softmax(dim=-1)
    return 50 * float((moved - before).abs().sum(dim=-1).mean())


def _in_another_order(patient: Patient, src: Ids) -> Ids:
    """The words of a source turned round, or, if that is the same, the first put last."""
    tokenizer = patient.model.src_tokenizer
    start, end = len(tokenizer.prefix), len(src) - len(tokenizer.suffix)
    body = src[start:end]
    turned = body[::-1] if body[::-1] != body else body[1:] + body[:1]
    return (*src[:start], *turned, *src[end:])


def _step_by_step(patient: Patient, sentence: Specimen) -> Tensor:
    """``[target, vocabulary]``."""
    past: tuple[KeyValue, ...] | None = None
    rows = []
    with patient.model.evaluating() as network:
        for fed in sentence.fed:
            tgt = torch.tensor([[fed]], device=patient.model.device)  # [1, 1]
            decoded = network.decode(
                tgt, sentence.reading.memory, tgt_mask=None, src_mask=None, past=past, record=True
            )
            past = decoded.past
            rows.append(decoded.logits[0, -1].float())
    return torch.stack(rows)


def _largest(values: Tensor) -> float:
    """Magnitude; −∞, and so the difference of two, is of what is never predicted."""
    return float(values[values.isfinite()].abs().max())


def _another(token_id: int, size: int) -> int:
    """Another id, none of the special ones where there are others."""
    first = len(SPECIAL_TOKENS)
    return first + (token_id - first + 1) % (size - first) if size > first + 1 else token_id
