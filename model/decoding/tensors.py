"""Tensors to numpy arrays that nothing else can change."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from model.arrays import BoolArray, FloatArray, frozen


def float_array(tensor: Tensor) -> FloatArray:
    """A float32 copy of the same shape, read-only; ``tensor.numpy()`` alone would share memory."""
    return frozen(tensor.detach().float().cpu().numpy().copy().astype(np.float32, copy=False))


def bool_array(tensor: Tensor) -> BoolArray:
    """A bool copy of the same shape, read-only."""
    return frozen(tensor.cpu().numpy().astype(np.bool_))


def own_array(tensor: Tensor) -> FloatArray:
    """Float32 in the same shape, of a tensor that nobody else will use: memory may be shared."""
    array: FloatArray = tensor.float().cpu().numpy()
    return array


def of_one(weights: Tensor | None, *, none: tuple[int, ...] | None = None) -> Tensor:
    """Of a batch of one: ``[layers, 1, heads, query, key]`` → ``[layers, heads, query, key]``.

    ``none`` is an empty tensor's shape: for weights that the network does not have.

    Raises:
        ValueError: nothing was recorded.
    """
    if weights is None and none is not None:
        return torch.empty(none)
    if weights is None:
        raise ValueError("weights were not recorded")
    return weights[:, 0]
