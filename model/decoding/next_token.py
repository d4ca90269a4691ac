"""What a next-token distribution offers: its best candidates and its entropy."""

from __future__ import annotations

import math

from torch import Tensor

from model.text.tokenizer import Tokenizer
from model.traces.trace import Candidate


def best_candidates(
    log_probabilities: Tensor, tokenizer: Tokenizer, top_k: int
) -> tuple[Candidate, ...]:
    """The most probable tokens of ``[vocabulary]``, best first; all, where there are fewer."""
    best = log_probabilities.topk(min(top_k, log_probabilities.numel()))
    return tuple(
        Candidate(tokenizer.token(token_id), token_id, value)
        for token_id, value in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def entropy_bits(log_probabilities: Tensor) -> float:
    """Of the whole distribution ``[vocabulary]``, in bits."""
    return -float(log_probabilities.exp().dot(log_probabilities)) / math.log(2)
