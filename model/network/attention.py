"""Scaled dot-product attention and its multi-head form (Vaswani et al. 2017, §3.2)."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.network.dropout import Dropout
from model.network.linear import Linear


def attention_scores(
    q: Tensor, k: Tensor, *, bias: Tensor | None = None, scaled: bool = True
) -> Tensor:
    """QKᵀ/√d_k, before the mask. ``[…, query, d_k]``, ``[…, key, d_k]`` → ``[…, query, key]``.

    ``bias`` is added for positions that are relative; without ``scaled`` nothing is divided.
    """
    products = q @ k.transpose(-2, -1)  # [..., query, key]
    scores = products / math.sqrt(q.size(-1)) if scaled else products
    return scores if bias is None else scores + bias


def masked_softmax(scores: Tensor, mask: Tensor | None) -> Tensor:
    """Softmax over the keys that may be attended; a fully masked row is 0 (not NaN).

    Args:
        scores: ``[…, query, key]``.
        mask: bool, True = may attend, broadcast to the scores; None = all may.
    """
    if mask is None:
        return _softmax(scores)
    weights = _softmax(scores.masked_fill(~mask, -torch.inf))
    return weights.masked_fill(~mask, 0.0)  # [..., query, key]


def _softmax(scores: Tensor) -> Tensor:
    """In float32 at least, which is exact and, for short rows, three times as fast."""
    if scores.dtype.itemsize < torch.float32.itemsize:
        return scores.softmax(dim=-1, dtype=torch.float32).to(scores.dtype)
    return scores.softmax(dim=-1)


def scaled_dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """softmax(QKᵀ/√d_k)V with its weights (equation 1).

    Args:
        q: ``[…, query, d_k]``.
        k: ``[…, key, d_k]``.
        v: ``[…, key, d_v]``.
        mask: bool, True = may attend, broadcast to ``[…, query, key]``.

    Returns:
        context ``[…, query, d_v]`` and weights ``[…, query, key]``.
    """
    weights = masked_softmax(attention_scores(q, k), mask)  # [..., query, key]
    return weights @ v, weights


class KeyValue(NamedTuple):
    """Keys and values of one attention, each ``[batch, heads, key, d_k]``."""

    k: Tensor
    v: Tensor

    def extended(self, new: KeyValue) -> KeyValue:
        """These keys and values followed by new ones."""
        return KeyValue(torch.cat((self.k, new.k), dim=2), torch.cat((self.v, new.v), dim=2))


class MultiHeadAttention(nn.Module):
    """h heads side by side, concatenated and projected by W_O (section 3.2.2).

    Keys and values are projected apart from queries, so that a decoder can keep them.
    """

    def __init__(
        self,
        *,
        d_model: int,
        n_heads: int,
        dropout: float,
        d_k: int | None = None,
        scaled: bool = True,
        biases: bool = True,
    ) -> None:
        """Four projections.

        Args:
            d_model: width of what is read and written.
            n_heads: heads.
            dropout: of the weights, in training only.
            d_k: width of a head's queries, keys and values; by default d_model / n_heads.
            scaled: divide the scores by √d_k.
            biases: the projections have them.
        """
        super().__init__()
        self.n_heads = n_heads
        self.scaled = scaled
        self.dropout = Dropout(dropout)
        width = d_model if d_k is None else n_heads * d_k
        self.w_q = Linear(d_model, width, bias=biases)
        self.w_k = Linear(d_model, width, bias=biases)
        self.w_v = Linear(d_model, width, bias=biases)
        self.w_o = Linear(width, d_model, bias=biases)

    def keys_values(self, x: Tensor) -> KeyValue:
        """Project what is attended to.

        ``[batch, key, d_model]`` → two ``[batch, heads, key, d_k]``.
        """
        return KeyValue(self._split(self.w_k(x)), self._split(self.w_v(x)))

    def forward(
        self,
        x: Tensor,
        kv: KeyValue,
        mask: Tensor | None,
        *,
        bias: Tensor | None = None,
        record: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """Attend from ``x`` to ``kv``.

        Args:
            x: ``[batch, query, d_model]``.
            kv: from :meth:`keys_values`.
            mask: bool, True = may attend, broadcast to ``[batch, heads, query, key]``.
            bias: added to the scores, ``[1, heads, query, key]``: relative positions.
            record: take the explicit path and return the weights; else the fused one.

        Returns:
            ``[batch, query, d_model]``, and the weights ``[batch, heads, query, key]`` or None.
        """
        q = self._split(self.w_q(x))  # [batch, heads, query, d_k]
        if record or self._drops_on_cpu(x):
            context, weights = self._explicit(q, kv, mask, bias)
        else:
            context, weights = self._fused(q, kv, mask, bias), None
        output = self.w_o(context.transpose(1, 2).flatten(2))  # [batch, query, d_model]
        return output, weights if record else None

    def scores(self, q: Tensor, k: Tensor, bias: Tensor | None = None) -> Tensor:
        """Before the mask. ``[…, query, d_k]``, ``[…, key, d_k]`` → ``[…, query, key]``."""
        return attention_scores(q, k, bias=bias, scaled=self.scaled)

    def _explicit(
        self, q: Tensor, kv: KeyValue, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        weights = masked_softmax(self.scores(q, kv.k, bias), mask)  # [batch, heads, query, key]
        dropped = self.dropout(weights) if self.training else weights
        return dropped @ kv.v, weights

    def _fused(self, q: Tensor, kv: KeyValue, mask: Tensor | None, bias: Tensor | None) -> Tensor:
        share = self.dropout.share if self.dropout.active else 0.0
        if bias is not None:  # one tensor tells both
            mask = bias if mask is None else bias.masked_fill(~mask, -torch.inf)
        return F.scaled_dot_product_attention(
            q,
            kv.k,
            kv.v,
            attn_mask=mask,
            dropout_p=share,
            scale=None if self.scaled else 1.0,
        )

    def _drops_on_cpu(self, x: Tensor) -> bool:
        """Whether the fused path would do the same as the explicit one, only slower."""
        return self.training and self.dropout.active and x.device.type == "cpu"

    def _split(self, x: Tensor) -> Tensor:
        heads = x.view(x.size(0), x.size(1), self.n_heads, -1)  # [batch, length, heads, d_k]
        return heads.transpose(1, 2)  # [batch, heads, length, d_k]
