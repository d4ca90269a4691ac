"""How good a model is: loss on held-out pairs, and exact matches."""

from __future__ import annotations

from collections.abc import Sequence

import torch.nn.functional as F

from model.batching import IdPair, make_batch
from model.corpora import Pair
from model.decoding import translate
from model.special_tokens import PAD_ID
from model.trained import TrainedModel
from model.words import join_words, normalise, split_words

_GROUP = 64


def validation_loss(model: TrainedModel, pairs: Sequence[IdPair]) -> float:
    """Mean cross-entropy of the target tokens in nats, without dropout or smoothing.

    Raises:
        ValueError: there is no pair.
    """
    if not pairs:
        raise ValueError("no pair to evaluate on")
    total, tokens = 0.0, 0
    for start in range(0, len(pairs), _GROUP):
        batch = make_batch(pairs[start : start + _GROUP], model.device)
        with model.evaluating() as network:
            logits = network(batch.src, batch.tgt_in)  # [batch, target, vocabulary]
            loss = F.cross_entropy(
                logits.flatten(0, 1), batch.tgt_out.flatten(), ignore_index=PAD_ID, reduction="sum"
            )
        total += float(loss)
        tokens += batch.n_tokens
    return total / tokens


def exact_match(model: TrainedModel, pairs: Sequence[Pair]) -> float:
    """Share of pairs whose greedy translation is the target, word by word (0 … 1).

    Only the spaces of a target do not count: ``a cat .`` is ``a cat.``

    Raises:
        ValueError: there is no pair.
    """
    if not pairs:
        raise ValueError("no pair to evaluate on")
    hits = sum(translate(model, pair.source).translation == _joined(pair.target) for pair in pairs)
    return hits / len(pairs)


def _joined(text: str) -> str:
    return join_words(split_words(normalise(text)))
