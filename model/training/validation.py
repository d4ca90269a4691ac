"""How good a run's model is at the end of an epoch, on pairs that it never learns from."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Generator, Sequence
from typing import NamedTuple

from model.decoding.batches import translation_steps
from model.decoding.batching import IdPair
from model.decoding.trained import TrainedModel
from model.text.corpora import Pair
from model.text.scores import Scores, corpus_scores
from model.training.evaluation import validation_loss_steps
from model.training.replicas import Replicas

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
    """The validation loss, measured by the first replica and told to all."""
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

    The first replica measures them; the others are told the numbers, without the signatures.
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
