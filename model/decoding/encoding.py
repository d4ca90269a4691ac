"""A corpus as ids, made in pieces that a job can be stopped between."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from model.decoding.batching import IdPair, fits, to_ids
from model.decoding.trained import TrainedModel
from model.text.corpora import Corpus, Pair

PIECE = 500
"""Pairs from one ``yield`` to the next: some hundredths of a second."""


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
    encoded: list[IdPair] = []
    for start in range(0, len(pairs), PIECE):
        piece = pairs[start : start + PIECE]
        ids = (to_ids(pair, model.src_tokenizer, model.tgt_tokenizer) for pair in piece)
        encoded.extend(pair for pair in ids if fits(pair, model.config.max_len))
        yield
    return encoded
