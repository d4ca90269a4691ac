"""xWᵀ + b, by the library that multiplies these two fastest on a CPU."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

# How many shapes of products oneDNN, and torch's way to it, know how to multiply. By default it is
# 1,024, which training on batches of any length comes to soon: half a gigabyte, and no time saved.
# A step of training has some dozen.
for _cache in ("LRU_CACHE_CAPACITY", "ONEDNN_PRIMITIVE_CACHE_CAPACITY"):
    os.environ.setdefault(_cache, "64")

_WORTH_A_COPY = 2**23
"""Multiplications in a product from which on copying to oneDNN's layout and back pays."""

_WORTH_NUMPY = 2**16
"""Numbers in a matrix from which on numpy multiplies it with a single row faster than MKL."""


def _is_mkl_slow() -> bool:
    there = torch.backends.mkl.is_available() and torch.backends.mkldnn.is_available()
    return there and not str(torch.cpu.get_capabilities().get("cpu_name")).startswith("Intel")


_MKL_IS_SLOW = _is_mkl_slow()


class Linear(nn.Linear):
    """xWᵀ + b by :func:`linear`."""

    def forward(self, x: Tensor) -> Tensor:
        """``[…, in_features]`` → ``[…, out_features]``."""
        return linear(x, self.weight, self.bias)


def linear(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """xWᵀ + b. ``[…, in_features]``, ``[out_features, in_features]`` → ``[…, out_features]``."""
    # On AMD's CPUs oneDNN multiplies large matrices in a quarter to a half of MKL's time, and numpy
    # takes half of it for a row and a vocabulary's matrix, as in decoding. On Intel's CPUs MKL is
    # as fast or, for an output over a vocabulary, twice as fast.
    products = x.numel() * weight.size(0)
    if products < _WORTH_NUMPY or not _would_take_mkl(x):
        return F.linear(x, weight, bias)
    if products == weight.numel() and not torch.is_grad_enabled():
        return _row_product(x, weight, bias)
    if products < _WORTH_A_COPY:
        return F.linear(x, weight, bias)
    product: Tensor = _OneDnnLinear.apply(x, weight, bias)  # type: ignore[no-untyped-call]
    return product


def _row_product(x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    """Dot products of ``x`` with each row, limited by memory bandwidth only."""
    row = x.detach().numpy()[..., None, :]  # [..., 1, in_features]
    with np.errstate(over="ignore", invalid="ignore"):  # torch is silent about infinity, too
        product = torch.from_numpy(np.vecdot(weight.detach().numpy(), row))  # [..., out_features]
    return product if bias is None else product.add_(bias)


class _OneDnnLinear(torch.autograd.Function):
    """torch's oneDNN product, but ``x`` is saved unchanged, because other functions save it too."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        ctx.save_for_backward(x, weight)
        return F.linear(x.to_mkldnn(), weight, bias).to_dense()

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        x, weight = ctx.saved_tensors
        of_x, of_weight, of_bias = torch.ops.aten.mkldnn_linear_backward(
            x.to_mkldnn(), gradients[0].to_mkldnn(), weight, ctx.needs_input_grad
        )
        return tuple(
            gradient.to_dense() if needed else None
            for gradient, needed in zip(
                (of_x, of_weight, of_bias), ctx.needs_input_grad, strict=True
            )
        )


def _would_take_mkl(x: Tensor) -> bool:
    return (
        _MKL_IS_SLOW
        and x.is_cpu
        and x.dtype == torch.float32
        and not torch.is_autocast_enabled("cpu")
    )
