"""Attention masks: bool, True = may attend. Built once for a batch, broadcast over heads."""

from __future__ import annotations

import torch
from torch import Tensor

from model.special_tokens import PAD_ID


def padding_mask(ids: Tensor) -> Tensor:
    """Keys that hold a token. ``[batch, length]`` ids → ``[batch, 1, 1, key]``.

    Only keys are masked: a padded *query* row keeps its keys, so that no row is empty.
    """
    return (ids != PAD_ID)[:, None, None, :]  # [batch, 1, 1, key]


def whole_mask(ids: Tensor) -> Tensor:
    """Every key of sentences of one length. ``[batch, length]`` ids → ``[batch, 1, 1, key]``.

    What a model was made to predict, or a user has typed, is read, though it be ``<pad>``: step by
    step nobody would mask it, and the programs that models come from do not either.
    """
    return torch.ones_like(ids, dtype=torch.bool)[:, None, None, :]  # [batch, 1, 1, key]


def causal_mask(length: int, *, device: torch.device | None = None) -> Tensor:
    """Keys not after the query (Vaswani et al. 2017, §3.2.3). ``[1, 1, query, key]``."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def target_mask(ids: Tensor) -> Tensor:
    """Padding and causal mask combined. ``[batch, length]`` ids → ``[batch, 1, query, key]``."""
    return padding_mask(ids) & causal_mask(ids.size(1), device=ids.device)
