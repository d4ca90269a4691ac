"""Positional encodings: sinusoids (Vaswani et al. 2017, §3.5), or a learned table."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


def sinusoidal_table(length: int, d_model: int) -> Tensor:
    """PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i+1) = cos(…). ``[length, d_model]``.

    An odd ``d_model`` ends on a sine.
    """
    position = torch.arange(length, dtype=torch.float64)[:, None]  # [length, 1]
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position * torch.exp(even * (-math.log(10_000.0) / d_model))  # [length, pairs]
    table = torch.empty(length, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.sin(angle)
    table[:, 1::2] = torch.cos(angle[:, : d_model // 2])
    return table.float()  # [length, d_model]


class PositionTable(nn.Module):
    """One row a position; not trained and not stored in checkpoints, unless it is learned."""

    table: Tensor

    def __init__(self, table: Tensor) -> None:
        """Keep ``[length, d_model]``."""
        super().__init__()
        self.register_buffer("table", table, persistent=False)

    def forward(self, start: int, length: int) -> Tensor:
        """Rows ``start … start + length``, ``[length, d_model]``.

        Raises:
            ValueError: the table ends before.
        """
        if start + length > self.table.size(0):
            raise ValueError(
                f"{length} positions from {start} do not fit in a table of "
                f"{self.table.size(0)} (max_len)"
            )
        return self.table[start : start + length]  # [length, d_model]


class SinusoidalPositions(PositionTable):
    """The paper's table."""

    def __init__(self, length: int, d_model: int) -> None:
        """Compute the table once."""
        super().__init__(sinusoidal_table(length, d_model))


class LearnedPositions(PositionTable):
    """A trained table, stored with the other weights."""

    def __init__(self, length: int, d_model: int) -> None:
        """Start from small random rows, of the size that embeddings have."""
        nn.Module.__init__(self)
        self.table = nn.Parameter(torch.empty(length, d_model))
        nn.init.normal_(self.table, std=0.02)
