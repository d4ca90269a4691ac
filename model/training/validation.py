"""Quality of a run's model after an epoch, on held-out pairs."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Generator, Sequence
from typing import NamedTuple

from model.decoding.batches import IdPair, make_batch, translation_steps
from model.decoding.trained import TrainedModel
from model.steps import run_through
from model.text.corpora import Pair
from model.text.tasks import Scores, corpus_scores, exact_share
from model.training.loss import batch_loss
from model.training.replicas import Replicas

_GROUP = 64


def validation_loss_steps(
    model: TrainedModel, pairs: Sequence[IdPair]
) -> Generator[None, None, float]:
    """Mean cross-entropy in nats, without dropout or smoothing; raises ValueError without pairs."""
    if not pairs:
        raise ValueError("no pair to evaluate on")
    by_length = sorted(pairs, key=lambda pair: (len(pair.tgt), len(pair.src)))
    total, tokens = 0.0, 0
    for start in range(0, len(by_length), _GROUP):
        batch = make_batch(by_length[start : start + _GROUP], model.device)
        with model.evaluating() as network:
            total += float(batch_loss(network, batch).plain)
        tokens += batch.n_tokens
        yield
    return total / tokens


def exact_match(model: TrainedModel, pairs: Sequence[Pair]) -> float:
    """Share of pairs whose greedy translation equals the target, word by word (0 … 1).

    Spaces are ignored: ``a cat .`` is ``a cat.`` So is case, if the model writes lower case. An
    unreadable source is not a match. Raises ValueError if there is no pair.
    """
    if not pairs:
        raise ValueError("no pair to evaluate on")
    translations = run_through(translation_steps(model, [pair.source for pair in pairs]))
    targets = [pair.target for pair in pairs]
    return exact_share(translations, [targets], lowercase=model.tgt_tokenizer.lowercase)


MOST_SCORED = 500
"""Pairs that are translated for a score while training: decoding takes its time."""


class Validated(NamedTuple):
    """Mean cross-entropy in nats, BLEU and chrF (0 … 100), exact matches (0 … 1).

    None where not measured.
    """

    loss: float | None = None
    bleu: float | None = None
    chrf: float | None = None
    exact: float | None = None


NOT_VALIDATED = Validated()


def validation_steps(
    model: TrainedModel, ids: Sequence[IdPair], *, replicas: Replicas
) -> Generator[None, None, float | None]:
    """The validation loss, measured by the first replica and sent to all."""
    if not ids:
        return None
    loss = math.nan
    if replicas.first:
        loss = yield from validation_loss_steps(model, ids)
    return replicas.told_by_first([loss])[0]


def scoring_steps(
    model: TrainedModel, pairs: Sequence[Pair], *, replicas: Replicas, lowercase: bool
) -> Generator[None, None, Scores | None]:
    """BLEU, chrF and exact matches of the first pairs' greedy translations.

    The first replica measures them; the others receive the values without signatures.
    """
    scored = pairs[:MOST_SCORED]
    if not scored:
        return None
    scores = Scores(math.nan, math.nan, "", "", exact=math.nan)
    if replicas.first:
        translations = yield from translation_steps(model, [pair.source for pair in scored])
        references = [[pair.target for pair in scored]]
        scores = corpus_scores(translations, references, lowercase=lowercase)
    bleu, chrf, exact = replicas.told_by_first([scores.bleu, scores.chrf, scores.exact])
    return dataclasses.replace(scores, bleu=bleu, chrf=chrf, exact=exact)
