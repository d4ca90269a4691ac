"""Tensors of other shapes and kinds than a model has."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor


def spoiled_tensor(tensor: Tensor, source: random.Random) -> Tensor:
    """Another shape, another kind of numbers, or numbers that are none."""
    kinds = (torch.int64, torch.bool, torch.float16, torch.bfloat16, torch.float64, torch.uint8)
    match source.randrange(9):
        case 0:
            return tensor.to(source.choice(kinds))
        case 1:
            return tensor.mT.contiguous() if tensor.dim() == 2 else tensor[None]
        case 2:
            return tensor.flatten()
        case 3 if source.random() < 0.3:
            return torch.zeros(2**30, 0)
        case 3:
            return torch.zeros(
                [source.choice((0, 1, 2, 7, 100)) for _ in range(source.randrange(5))]
            )
        case 4:
            return tensor[: source.choice((0, 1, -1))].clone() if tensor.dim() else tensor
        case 5:
            return torch.cat([tensor, tensor]) if tensor.dim() else tensor
        case 6:
            return tensor.to(source.choice((torch.float8_e4m3fn, torch.float8_e5m2)))
        case _:
            number = source.choice((torch.nan, torch.inf, -torch.inf, 1e38, -1e38, 0.0))
            return torch.full_like(tensor, number) if tensor.is_floating_point() else tensor


def strange_tensor(tensor: Tensor, source: random.Random) -> Tensor:
    """What a .pt file can hold beside ordinary tensors; a view of one number can be very large."""
    match source.randrange(8):
        case 0:
            return torch.zeros(1, 1).expand(2**20, source.choice((2**6, 2**12, 2**20)))
        case 1:
            return tensor.to("meta")
        case 2:
            return tensor.to_sparse()
        case 3:
            return tensor.to(torch.complex64)
        case 4:
            return torch.quantize_per_tensor(tensor.float(), 0.1, 0, torch.qint8)
        case 5:
            return torch.nn.Parameter(tensor.float())
        case 6:
            return torch.zeros(1).expand(tensor.shape)
        case _:
            return tensor.mT if tensor.dim() >= 2 else tensor


def spoiled_tensors(
    tensors: Mapping[str, Any], source: random.Random, spoil: Callable[..., Tensor]
) -> dict[str, Any]:
    """Of a few, one after the other."""
    spoiled = dict(tensors)
    for _ in range(source.choice((1, 1, 1, 3))):
        names = [name for name, value in spoiled.items() if isinstance(value, Tensor)]
        if not names:
            return spoiled
        name = source.choice(names)
        match source.randrange(7):
            case 0:
                del spoiled[name]
            case 1:
                other = source.choice((name[:-1], name.replace("0", "9"), f"{name}.x", "", "x"))
                spoiled[other] = spoiled.pop(name)
            case 2:
                spoiled[f"{name.replace('.0.', '.65535.')}"] = spoiled[name].clone()
            case _:
                spoiled[name] = spoil(spoiled[name], source)
    return spoiled
