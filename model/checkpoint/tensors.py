"""Tensors of a file that anybody may have written: all of them, and every one as it must be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from model.messages import ConfigError

Shapes = Mapping[str, Sequence[int]]


def check_tensors(tensors: Mapping[str, Tensor], expected: Shapes) -> None:
    """Names and shapes as expected, 32-bit numbers, all finite.

    Raises:
        ConfigError: the first tensor that is not so.
    """
    for name in sorted(tensors.keys() ^ expected.keys()):
        if name in expected:
            raise ConfigError("the tensor {name} is missing.", name=name)
        raise ConfigError("the tensor {name} is none of such a model.", name=name)
    for name, shape in expected.items():
        _check_shape(name, tensors[name], shape)
        if tensors[name].dtype != torch.float32:
            raise ConfigError(
                "the tensor {name} holds {found} numbers.",
                name=name,
                found=str(tensors[name].dtype).removeprefix("torch."),
            )
        check_finite(name, tensors[name])


def check_finite(name: str, tensor: Tensor) -> None:
    """Raise ConfigError when a number is none, or infinite."""
    if tensor.numel() and not all(math.isfinite(end) for end in _ends(tensor)):
        raise ConfigError(
            "the tensor {name} holds infinite numbers, or what is not a number.", name=name
        )


def _ends(tensor: Tensor) -> tuple[float, float]:
    """The smallest and the largest number; one that is none is both. One pass, and no copy."""
    low, high = tensor.aminmax()
    return low.item(), high.item()


def _check_shape(name: str, tensor: Tensor, shape: Sequence[int]) -> None:
    if tuple(tensor.shape) != tuple(shape):
        raise ConfigError(
            "the tensor {name} is {found}, not {expected}.",
            name=name,
            found=_written(tensor.shape),
            expected=_written(shape),
        )


def _written(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape)) or "one number"
