"""Self-attention that sees only a window around each position (Vaswani et al. 2017, section 4)."""

from __future__ import annotations

import torch
from torch import Tensor

from model.network.attention import scaled_dot_product_attention


def restricted_attention(q: Tensor, k: Tensor, v: Tensor, *, window: int) -> Tensor:
    """The context of each query from the ``window`` keys around it, itself among them.

    Positions are taken in blocks of ``window``; each block of queries meets the two windows of
    keys that hold all of its own, and a band among them is masked. So the work grows as r·n·d,
    about twice the least that is possible, and no ``[query, key]`` matrix is ever made.

    All ``[length, d]`` → ``[length, d]``.
    """
    length, before = q.size(0), window // 2
    blocks = -(-length // window)
    padded = blocks * window
    queries = _padded(q, 0, padded - length).view(blocks, window, -1)  # [block, query, d]
    keys, values = (_windows(x, window, before, padded) for x in (k, v))  # [block, 2·window, d]
    mask = _band(window, q.device) & _inside(length, blocks, window, before, q.device)
    context, _ = scaled_dot_product_attention(queries, keys, values, mask)
    return context.reshape(padded, -1)[:length]  # [length, d]


def _windows(x: Tensor, window: int, before: int, padded: int) -> Tensor:
    """Overlapping pieces: block b has positions b·window − before … + 2·window."""
    after = padded - x.size(0) + window - before
    return _padded(x, before, after).unfold(0, 2 * window, window).transpose(1, 2)


def _padded(x: Tensor, before: int, after: int) -> Tensor:
    return torch.nn.functional.pad(x, (0, 0, before, after))


def _band(window: int, device: torch.device) -> Tensor:
    """Query i of a block meets keys i … i + window − 1 of its piece. ``[query, 2·window]``."""
    query = torch.arange(window, device=device)[:, None]
    key = torch.arange(2 * window, device=device)[None, :]
    return (key >= query) & (key < query + window)


def _inside(length: int, blocks: int, window: int, before: int, device: torch.device) -> Tensor:
    """Keys that are positions of the sentence. ``[block, 1, 2·window]``."""
    first = torch.arange(blocks, device=device)[:, None, None] * window - before
    position = first + torch.arange(2 * window, device=device)
    return (position >= 0) & (position < length)
