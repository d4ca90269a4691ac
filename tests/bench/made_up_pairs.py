"""Pairs of ids made up from a seed: the lengths of Multi30k's sentences, something to learn."""

import numpy as np

from model.decoding.batches import IdPair
from model.special_tokens import BOS_ID, EOS_ID

# mean and deviation of log length in byte-pair tokens, German and English, and how they go together
_MEANS, _DEVIATIONS, _CORRELATION = (3.03, 2.68), (0.29, 0.27), 0.82
_FIRST_WORD = 4


def made_up_pairs(count: int, *, vocabulary: int, seed: int = 0) -> list[IdPair]:
    """Random sources; each target repeats its source's beginning, every id moved on by one.

    Ids follow Zipf's law, as words do; both sides share the vocabulary's size.
    """
    noise = np.random.default_rng(seed)
    words = vocabulary - _FIRST_WORD
    weights = 1 / np.arange(1, words + 1)
    pairs = []
    for src_length, tgt_length in _lengths(noise, count):
        drawn = noise.choice(words, size=max(src_length, tgt_length), p=weights / weights.sum())
        src = drawn[:src_length] + _FIRST_WORD
        tgt = (drawn[:tgt_length] + 1) % words + _FIRST_WORD
        pairs.append(IdPair((*src.tolist(), EOS_ID), (BOS_ID, *tgt.tolist(), EOS_ID)))
    return pairs


def _lengths(noise: np.random.Generator, count: int) -> np.ndarray:
    """``[count, 2]``: of source and target, log-normal, without special tokens."""
    left, right = _DEVIATIONS
    shared = _CORRELATION * left * right
    logs = noise.multivariate_normal(_MEANS, [[left**2, shared], [shared, right**2]], size=count)
    return np.clip(np.exp(logs).round().astype(int), 3, 80)
