"""A corpus as ids, made in pieces that a job can be stopped between."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from model.decoding.batching import IdPair, fits, to_ids
from model.decoding.trained import TrainedModel
from model.steps import each_made
from model.text.corpora import Corpus, Pair


class EncodedCorpus(NamedTuple):
    """The pairs that fit the model's positions, as ids."""

    pairs: list[IdPair]
    heldout: list[IdPair]


def encode_steps(corpus: Corpus, model: TrainedModel) -> Generator[None, None, EncodedCorpus]:
    """Encode a corpus for a model; each ``yield`` is a place to stop."""
    pairs = yield from _encode_steps(corpus.pairs, model)
    heldout = yield from _encode_steps(corpus.heldout, model)
    return EncodedCorpus(pairs, heldout)


def _encode_steps(
    pairs: Sequence[Pair], model: TrainedModel
) -> Generator[None, None, list[IdPair]]:
    sides = model.src_tokenizer, model.tgt_tokenizer
    encoded = yield from each_made(lambda pair: to_ids(pair, *sides), pairs)
    return [pair for pair in encoded if fits(pair, model.config.max_len)]
