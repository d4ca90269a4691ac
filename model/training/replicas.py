"""Data-parallel training: several processes, each with a part of every batch.

``torchrun`` starts the processes and tells each its rank; PyTorch's distributed engine (gloo on
CPUs, nccl on CUDA) adds up their gradients. One process alone needs none of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import torch
import torch.distributed as dist
from torch import Tensor, nn

from model.messages import TrainingError, UserError

Item = TypeVar("Item")


class ReplicaError(UserError):
    """Another process ended during a run."""


@dataclass(frozen=True, slots=True)
class Replicas:
    """This process (``rank``, from 0) among ``count`` that train the same model together."""

    rank: int = 0
    count: int = 1

    @property
    def first(self) -> bool:
        """True for the process that validates, reports and writes."""
        return self.rank == 0

    def share(self, items: Sequence[Item]) -> Sequence[Item]:
        """This process's part; each item belongs to exactly one process."""
        return items[self.rank :: self.count]

    def summed(self, values: Tensor) -> Tensor:
        if self.count > 1:
            with self._connected():
                dist.all_reduce(values)
        return values

    def sum_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        if self.count == 1:
            return
        trained = list(parameters)
        for parameter in trained:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
        gradients = [parameter.grad for parameter in trained if parameter.grad is not None]
        flat = self.summed(torch.cat([gradient.flatten() for gradient in gradients]))
        parts = flat.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    def same_weights(self, network: nn.Module) -> None:
        if self.count == 1:
            return
        with self._connected():
            for parameter in network.parameters():
                dist.broadcast(parameter.data, src=0)

    def told_by_first(self, values: list[float]) -> list[float]:
        """The first process's values on all processes; NaN stands for None."""
        if self.count == 1:
            return values
        told = torch.tensor(values, dtype=torch.float64)
        with self._connected():
            dist.broadcast(told, src=0)
        return [float(value) for value in told]

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """Raise ReplicaError if another process does not answer."""
        try:
            yield
        except RuntimeError as error:
            raise ReplicaError(
                "Process {rank} of {count} lost contact with the others: {error}",
                rank=self.rank,
                count=self.count,
                error=_first_line(error),
            ) from error


@contextmanager
def joined_replicas(
    device: torch.device, environment: Mapping[str, str] = os.environ
) -> Iterator[Replicas]:
    """This process among those started by ``torchrun``; a single one without it.

    Raises TrainingError if the processes cannot connect, or the backend does not support the
    device.
    """
    count = _number(environment, "WORLD_SIZE", default=1)
    if count == 1:
        yield Replicas()
        return
    rank = _number(environment, "RANK", default=0)
    try:
        if device.type == "cuda":  # pragma: no cover - needs such a device
            torch.cuda.set_device(_number(environment, "LOCAL_RANK", default=0))
        # tensors on the CPU are exchanged too: losses, and numbers that the first one tells
        backend = "cpu:gloo,cuda:nccl" if device.type == "cuda" else "gloo"
        dist.init_process_group(backend, rank=rank, world_size=count)
    except (RuntimeError, ValueError) as error:
        raise TrainingError(
            "Process {rank} of {count} cannot join the others: {error}",
            rank=rank,
            count=count,
            error=_first_line(error),
        ) from error
    try:
        yield Replicas(rank, count)
    finally:
        dist.destroy_process_group()


def _number(environment: Mapping[str, str], name: str, *, default: int) -> int:
    text = environment.get(name, "")
    if text and not (text.isascii() and text.isdigit()):
        raise TrainingError(
            "{name} ({value!r}) in the environment is not a whole number.", name=name, value=text
        )
    return int(text) if text else default


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
