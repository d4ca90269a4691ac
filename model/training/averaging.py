"""The mean of a model's weights at the ends of its last epochs (Vaswani et al. 2017, §6.1)."""

from __future__ import annotations

from collections import deque

import torch
from torch import Tensor, nn

Weights = dict[str, Tensor]


class WeightAverage:
    """Copies of the last weights, on the CPU; their mean usually translates better than the last.

    ``copies`` are oldest first.
    """

    def __init__(self, most: int) -> None:
        """Keep at most so many copies."""
        self.copies: deque[Weights] = deque(maxlen=most)

    def add(self, network: nn.Module) -> None:
        """Keep the weights as they are now, and let the oldest go."""
        self.copies.append(copied_weights(network))

    def mean(self) -> Weights:
        """Each weight's mean over the copies.

        Raises:
            ValueError: there is no copy.
        """
        if not self.copies:
            raise ValueError("no copy of the weights to average")
        names = self.copies[0]
        return {n: torch.stack([copy[n] for copy in self.copies]).mean(dim=0) for n in names}


def copied_weights(network: nn.Module) -> Weights:
    """Own copies of a network's parameters, on the CPU; a shared one is there once."""
    return {
        name: parameter.detach().to("cpu", copy=True)
        for name, parameter in network.named_parameters()
    }


def put_weights(network: nn.Module, weights: Weights) -> None:
    """Set a network's parameters, wherever it is.

    Raises:
        KeyError: a weight is missing.
    """
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            parameter.copy_(weights[name])
