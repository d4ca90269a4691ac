"""Dropout (Srivastava et al. 2014), with a cheap draw of random numbers on the CPU."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

_LEVELS = 256

_HALF_WORDS = 2**15
"""Numbers that 15 bits tell apart."""

_PLACES = 2**16
"""Where a mask can begin among the random numbers that masks share."""


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
        """Whether anything is dropped now."""
        return self.training and self.share > 0

    def forward(self, x: Tensor) -> Tensor:
        """Any shape → the same shape."""
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
        """The share, for ``print(network)``."""
        return f"share={self.share}"


class DrawnMasks:
    """What to multiply by, for all dropouts of one pass: 0 or the scale, in bfloat16.

    Random numbers are drawn once; each mask is another stretch of them, from a place drawn at
    random. To draw all anew would take a sixth of a training step.
    """

    def __init__(self) -> None:
        """Nothing is drawn before the first mask is asked for."""
        self._drawn: dict[float, Tensor] = {}

    def like(self, x: Tensor, share: float) -> Tensor:
        """A mask of the shape of ``x`` that drops this share."""
        drawn = self._drawn.get(share)
        if drawn is None or drawn.numel() < x.numel() + _PLACES:
            drawn = self._drawn[share] = _drawn_mask(x.numel() + _PLACES, share)
        start = int(torch.randint(drawn.numel() - x.numel(), ()))
        return drawn[start : start + x.numel()].view(x.shape)


def _drawn_mask(count: int, share: float) -> Tensor:
    """``[count]`` in bfloat16, by arithmetic on bits: other ways to a mask take twice the time.

    bfloat16 has few numbers to scale by; the share follows, so that the mean stays exact.
    """
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
