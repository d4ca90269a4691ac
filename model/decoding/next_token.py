"""What a next-token distribution says: its best candidates, its entropy, and the step it makes."""

from __future__ import annotations

import math

import numpy as np
from torch import Tensor

from model.arrays import FloatArray
from model.text.tokenizer import Tokenizer
from model.traces.trace import Candidate, DecodeStep

TOP_K = 5
"""Candidates of a step, unless another number is asked for."""


def decode_step(
    log_probabilities: Tensor,
    tokenizer: Tokenizer,
    *,
    index: int,
    fed: int,
    rows: tuple[FloatArray, FloatArray],
    before: int | None = None,
    given: int | None = None,
    top_k: int = TOP_K,
) -> DecodeStep:
    """The step that a distribution leads to: on to its best token, or to the one that is given.

    ``log_probabilities`` are ``[vocabulary]``; ``rows`` are those of decoder and cross weights that
    are new with the token ``fed``, which came after the token ``before``; there are ``top_k``
    candidates, 1 or more.
    """
    candidates = best_candidates(log_probabilities, tokenizer, top_k, after=fed)
    chosen = candidates[0].token_id if given is None else given
    decoder_rows, cross_rows = rows
    return DecodeStep(
        index=index,
        fed=tokenizer.token(fed, before),
        token=tokenizer.token(chosen, fed),
        token_id=chosen,
        log_probability=float(log_probabilities[chosen]),
        candidates=candidates,
        entropy=entropy_bits(log_probabilities),
        decoder_rows=decoder_rows,
        cross_rows=cross_rows,
        given=given is not None,
    )


def best_candidates(
    log_probabilities: Tensor, tokenizer: Tokenizer, top_k: int, *, after: int | None = None
) -> tuple[Candidate, ...]:
    """The most probable tokens of ``[vocabulary]``, best first; all, where there are fewer."""
    best = log_probabilities.topk(min(top_k, log_probabilities.numel()))
    return tuple(
        Candidate(tokenizer.token(token_id, after), token_id, value)
        for token_id, value in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def entropy_bits(log_probabilities: Tensor) -> float:
    """Of the whole distribution ``[vocabulary]``, in bits."""
    known = log_probabilities.detach().numpy(force=True)
    # what is never predicted adds 0 · 1e9, not 0 · ∞, which is no number
    surprise = np.minimum(-known, np.float32(1e9))
    return float(np.exp(known).dot(surprise)) / math.log(2)
