"""Dropout (Srivastava et al. 2014), with a cheap draw of random numbers on the CPU."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

_LEVELS = 256


class Dropout(nn.Module):
    """In training, sets a share of all numbers to 0 and scales the rest to keep the mean.

    On the CPU the share is rounded to a multiple of 1/256, for one random byte decides on each
    number: that is far cheaper than the library's draw of one float each. The scale follows the
    rounded share, so that the mean stays exact.
    """

    def __init__(self, share: float) -> None:
        """``share`` is 0 … 1; 0 is the identity."""
        super().__init__()
        self.share = share

    @property
    def active(self) -> bool:
        """Whether anything is dropped now."""
        return self.training and self.share > 0

    def forward(self, x: Tensor) -> Tensor:
        """Any shape → the same shape."""
        if not self.active:
            return x
        if x.device.type != "cpu":
            return F.dropout(x, self.share)
        levels = round(self.share * _LEVELS)
        dropped: Tensor = _ByteDropout.apply(x, levels)  # type: ignore[no-untyped-call]
        return dropped

    def extra_repr(self) -> str:
        """The share, for ``print(network)``."""
        return f"share={self.share}"


class _ByteDropout(torch.autograd.Function):
    """x · keep · scale; the gradient is dropped and scaled in the same places."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, dropped_levels: int) -> Tensor:
        """Any shape → the same shape; ``dropped_levels`` of 256 byte values drop a number."""
        keep = (_random_bytes(x.numel()) >= dropped_levels).view(x.shape)
        kept_levels = _LEVELS - dropped_levels
        ctx.save_for_backward(keep)
        ctx.scale = _LEVELS / kept_levels if kept_levels else 0.0
        # a product with bools is several times faster than torch.where or masked_fill
        return (x * keep).mul_(ctx.scale)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        """The gradient of ``x``, of its shape."""
        (keep,) = ctx.saved_tensors
        return (gradients[0] * keep).mul_(ctx.scale), None


def _random_bytes(count: int) -> Tensor:
    """``[count]`` bytes from torch's generator, drawn eight at a time."""
    words = torch.empty((count + 7) // 8, dtype=torch.int64)
    return words.random_(-(2**63), None).view(torch.uint8)[:count]
