"""How good a model is: loss on held-out pairs, and exact matches."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from model.decoding.batches import translation_steps
from model.decoding.batching import IdPair, make_batch
from model.decoding.trained import TrainedModel
from model.steps import run_through
from model.text.corpora import Pair
from model.text.scores import exact_share
from model.training.loss import batch_loss

_GROUP = 64


def validation_loss_steps(
    model: TrainedModel, pairs: Sequence[IdPair]
) -> Generator[None, None, float]:
    """Mean cross-entropy of the target tokens in nats, without dropout or smoothing.

    Raises:
        ValueError: there is no pair.
    """
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
    """Share of pairs whose greedy translation is the target, word by word (0 … 1).

    Only the spaces of a target do not count: ``a cat .`` is ``a cat.`` Nor does its case, where
    the model writes lower case. A source that the model cannot read is no match.

    Raises:
        ValueError: there is no pair.
    """
    if not pairs:
        raise ValueError("no pair to evaluate on")
    translations = run_through(translation_steps(model, [pair.source for pair in pairs]))
    targets = [pair.target for pair in pairs]
    return exact_share(translations, [targets], lowercase=model.tgt_tokenizer.lowercase)
