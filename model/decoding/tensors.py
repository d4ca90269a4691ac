"""Tensors to numpy arrays that nothing else can change."""

from __future__ import annotations

import numpy as np
from torch import Tensor

from model.arrays import BoolArray, FloatArray, frozen


def float_array(tensor: Tensor) -> FloatArray:
    """A float32 copy of the same shape, read-only; ``tensor.numpy()`` alone would share memory."""
    return frozen(tensor.detach().float().cpu().numpy().copy().astype(np.float32, copy=False))


def bool_array(tensor: Tensor) -> BoolArray:
    """A bool copy of the same shape, read-only."""
    return frozen(tensor.cpu().numpy().astype(np.bool_))
