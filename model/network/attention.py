"""Scaled dot-product attention and its multi-head form (Vaswani et al. 2017, §3.2)."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.network.linear import Linear
from model.special_tokens import PAD_ID


def padding_mask(ids: Tensor) -> Tensor:
    """True for keys that are tokens. ``[batch, length]`` ids → ``[batch, 1, 1, key]``."""
    # Only keys are masked: a padded *query* row keeps its keys, so that no row is empty.
    return (ids != PAD_ID)[:, None, None, :]  # [batch, 1, 1, key]


def whole_mask(ids: Tensor) -> Tensor:
    """All keys, for sentences of one length. ``[batch, length]`` ids → ``[batch, 1, 1, key]``."""
    # A predicted or typed ``<pad>`` is read like any token: step-by-step decoding would not mask
    # it, and neither do the programs that models come from.
    return torch.ones_like(ids, dtype=torch.bool)[:, None, None, :]  # [batch, 1, 1, key]


def causal_mask(length: int, *, device: torch.device | None = None) -> Tensor:
    """True for keys not after the query (Vaswani et al. 2017, §3.2.3). ``[1, 1, query, key]``."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def target_mask(ids: Tensor) -> Tensor:
    """Padding and causal mask combined. ``[batch, length]`` ids → ``[batch, 1, query, key]``."""
    return padding_mask(ids) & causal_mask(ids.size(1), device=ids.device)


_LEVELS = 256

_HALF_WORDS = 2**15
"""Number of values of 15 bits."""

_PLACES = 2**16
"""Possible offsets of a mask in the shared random values."""


class Dropout(nn.Module):
    """In training, sets a share of all numbers to 0 and scales the rest to keep the mean.

    On the CPU the share is rounded to a multiple of 1/256, for one random byte decides on each
    number: that is far cheaper than the library's draw of one float each. The scale follows the
    rounded share, so that the mean stays exact.

    Attributes:
        masks: where masks are taken from for numbers in bfloat16; None = each is drawn anew.
    """

    def __init__(self, share: float) -> None:
        """``share`` is 0 … 1; 0 is the identity."""
        super().__init__()
        self.share = share
        self.masks: DrawnMasks | None = None

    @property
    def active(self) -> bool:
        return self.training and self.share > 0

    def forward(self, x: Tensor) -> Tensor:
        if not self.active:
            return x
        if x.device.type != "cpu":
            return F.dropout(x, self.share)
        if self.masks is not None and x.dtype == torch.bfloat16:
            return x * self.masks.like(x, self.share)
        levels = round(self.share * _LEVELS)
        dropped: Tensor = _ByteDropout.apply(x, levels)  # type: ignore[no-untyped-call]
        return dropped

    def extra_repr(self) -> str:
        return f"share={self.share}"


class DrawnMasks:
    """Dropout masks for one pass: 0 or the scale, in bfloat16.

    Random values are drawn once; each mask is a slice of them at a random offset. Drawing all masks
    anew would take a sixth of a training step.
    """

    def __init__(self) -> None:
        self._drawn: dict[float, Tensor] = {}

    def like(self, x: Tensor, share: float) -> Tensor:
        drawn = self._drawn.get(share)
        if drawn is None or drawn.numel() < x.numel() + _PLACES:
            drawn = self._drawn[share] = _drawn_mask(x.numel() + _PLACES, share)
        start = int(torch.randint(drawn.numel() - x.numel(), ()))
        return drawn[start : start + x.numel()].view(x.shape)


def _drawn_mask(count: int, share: float) -> Tensor:
    """``[count]`` in bfloat16 by bit arithmetic, twice as fast as other ways."""
    # bfloat16 can scale by few values; the share is rounded to match, so that the mean is exact.
    scale = torch.tensor(1 / (1 - share) if share < 1 else 0.0, dtype=torch.bfloat16)
    if not scale:
        return torch.zeros(count, dtype=torch.bfloat16)
    kept = round(_HALF_WORDS / float(scale))
    halves = _random_bytes(2 * count).view(torch.int16) >> 1  # -2¹⁴ … 2¹⁴ - 1
    below = halves.sub_(kept - _HALF_WORDS // 2).bitwise_right_shift_(15)  # all bits, or none
    return below.bitwise_and_(int(scale.view(torch.int16))).view(torch.bfloat16)


class _ByteDropout(torch.autograd.Function):
    """x · keep · scale; the gradient is dropped and scaled in the same places."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, dropped_levels: int) -> Tensor:
        """Any shape → the same shape; each value is dropped for ``dropped_levels`` of 256 bytes."""
        keep = (_random_bytes(x.numel()) >= dropped_levels).view(x.shape)
        kept_levels = _LEVELS - dropped_levels
        ctx.save_for_backward(keep)
        ctx.scale = _LEVELS / kept_levels if kept_levels else 0.0
        # a product with bools is several times faster than torch.where or masked_fill
        return (x * keep).mul_(ctx.scale)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (keep,) = ctx.saved_tensors
        return (gradients[0] * keep).mul_(ctx.scale), None


def _random_bytes(count: int) -> Tensor:
    """``[count]`` random bytes from torch's generator, drawn eight at a time."""
    words = torch.empty((count + 7) // 8, dtype=torch.int64)
    return words.random_(-(2**63), None).view(torch.uint8)[:count]


class HookPoint(nn.Module):
    """A place in the forward pass where hooks can read or replace an activation.

    Does nothing by itself. The name of the attribute that it is under says which activation.
    """

    @property
    def hooked(self) -> bool:
        return bool(self._forward_hooks or self._forward_pre_hooks)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Any shape → the same tensor; ``mask`` tells hooks which weights may be other than 0."""
        return x


def attention_scores(
    q: Tensor, k: Tensor, *, bias: Tensor | None = None, scaled: bool = True
) -> Tensor:
    """QKᵀ/√d_k, before the mask. ``[…, query, d_k]``, ``[…, key, d_k]`` → ``[…, query, key]``.

    ``bias`` (relative positions) is added; without ``scaled`` the scores are not divided.
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
    """Computed in float32 at least: exact, and for short rows three times as fast."""
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
        return KeyValue(torch.cat((self.k, new.k), dim=2), torch.cat((self.v, new.v), dim=2))


class MultiHeadAttention(nn.Module):
    """h heads side by side, concatenated and projected by W_O (section 3.2.2).

    Keys and values are projected apart from queries, so that a decoder can keep them.

    Attributes:
        at_scores: site before the mask, ``[batch, heads, query, key]``.
        at_weights: site after the softmax, the same shape.
        at_z: site of each head's weighted sum of values, ``[batch, heads, query, d_k]``.
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
            d_model: width of input and output.
            n_heads: heads.
            dropout: of the weights, in training only.
            d_k: width of a head's queries, keys and values; default: d_model / n_heads.
            scaled: divide the scores by √d_k.
            biases: whether the projections have them.
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
        self.at_scores, self.at_weights, self.at_z = HookPoint(), HookPoint(), HookPoint()

    def keys_values(self, x: Tensor) -> KeyValue:
        """``[batch, key, d_model]`` → keys and values, each ``[batch, heads, key, d_k]``."""
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
            record: take the explicit path and return the weights; else the fused one, unless
                hooks need scores or weights.

        Returns:
            ``[batch, query, d_model]``, and the weights ``[batch, heads, query, key]`` or None.
        """
        q = self._split(self.w_q(x))  # [batch, heads, query, d_k]
        if record or self._needs_explicit(x.device.type):
            context, weights = self._explicit(q, kv, mask, bias)
        else:
            context, weights = self._fused(q, kv, mask, bias), None
        context = self.at_z(context)
        output = self.w_o(context.transpose(1, 2).flatten(2))  # [batch, query, d_model]
        return output, weights if record else None

    def scores(self, q: Tensor, k: Tensor, bias: Tensor | None = None) -> Tensor:
        """Scores before the mask. ``[…, query, d_k]``, ``[…, key, d_k]`` → ``[…, query, key]``."""
        return attention_scores(q, k, bias=bias, scaled=self.scaled)

    def _needs_explicit(self, device: str) -> bool:
        dropped = self.training and self.dropout.active and device == "cpu"
        return dropped or self.at_weights.hooked or self.at_scores.hooked

    def _explicit(
        self, q: Tensor, kv: KeyValue, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        scores = self.at_scores(self.scores(q, kv.k, bias), mask)  # [batch, heads, query, key]
        weights = self.at_weights(masked_softmax(scores, mask), mask)
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

    def _split(self, x: Tensor) -> Tensor:
        heads = x.view(x.size(0), x.size(1), self.n_heads, -1)  # [batch, length, heads, d_k]
        return heads.transpose(1, 2)  # [batch, heads, length, d_k]
