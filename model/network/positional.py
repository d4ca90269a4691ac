"""Positions: a table that is added to the embedding, or biases that are added to the scores."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from model.config import ModelConfig, Sinusoids


def sinusoidal_table(
    length: int,
    d_model: int,
    *,
    layout: Sinusoids = "interleaved",
    closed: bool = False,
    offset: int = 0,
) -> Tensor:
    """PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i+1) = cos(…). ``[length, d_model]``.

    An odd ``d_model`` ends on a sine (Vaswani et al. 2017, section 3.5).

    Args:
        length: rows.
        d_model: columns.
        layout: sine and cosine by turns, or all sines before all cosines.
        closed: divide by d_model − 2, so that the last wavelength is 10000 · 2π.
        offset: position of the first row.
    """
    position = torch.arange(offset, offset + length, dtype=torch.float64)[:, None]  # [length, 1]
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    divisor = max(d_model - 2, 1) if closed else d_model
    angle = position * torch.exp(even * (-math.log(10_000.0) / divisor))  # [length, pairs]
    sines, cosines = torch.sin(angle), torch.cos(angle[:, : d_model // 2])
    if layout == "halves":
        return torch.cat((sines, cosines), dim=1).float()  # [length, d_model]
    table = torch.empty(length, d_model, dtype=torch.float64)
    table[:, 0::2], table[:, 1::2] = sines, cosines
    return table.float()  # [length, d_model]


class PositionTable(nn.Module):
    """One row a position, not trained; stored in checkpoints only if nothing else tells it."""

    table: Tensor

    def __init__(self, table: Tensor, *, stored: bool = False) -> None:
        """Keep ``[length, d_model]``."""
        super().__init__()
        self.register_buffer("table", table, persistent=stored)

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


class LearnedPositions(PositionTable):
    """A trained table, stored with the other weights."""

    def __init__(self, length: int, d_model: int) -> None:
        """Start from small random rows, of the size that embeddings have."""
        nn.Module.__init__(self)
        self.table = nn.Parameter(torch.empty(length, d_model))
        nn.init.normal_(self.table, std=0.02)


def position_table(config: ModelConfig) -> PositionTable:
    """What is added to the embeddings; zeros where the scores alone, or nothing, tell positions."""
    length, d_model = config.max_len, config.d_model
    if config.positions == "learned":
        return LearnedPositions(length, d_model)
    if config.positions == "sinusoidal":
        return PositionTable(
            sinusoidal_table(
                length,
                d_model,
                layout=config.sinusoids,
                closed=config.closed_sinusoids,
                offset=config.position_offset,
            )
        )
    return PositionTable(torch.zeros(length, d_model), stored=config.positions == "given")


class RelativePositions(nn.Module):
    """A bias for each head and distance, the same in all layers (Raffel et al. 2020, section 2.1).

    Small distances have a bias each; larger ones share theirs, in steps that grow like the
    logarithm, up to ``distance``.
    """

    def __init__(self, config: ModelConfig, *, causal: bool) -> None:
        """A table of ``[buckets, heads]``; half is for keys that follow, unless ``causal``."""
        super().__init__()
        self.causal = causal
        self.distance = config.relative_distance
        self.table = nn.Parameter(torch.empty(config.relative_buckets, config.n_heads))
        nn.init.normal_(self.table, std=config.d_model**-0.5)

    def forward(self, start: int, queries: int, keys: int) -> Tensor:
        """For queries ``start … start + queries`` and keys from 0: ``[1, heads, query, key]``."""
        device = self.table.device
        query = torch.arange(start, start + queries, device=device)[:, None]  # [query, 1]
        ahead = torch.arange(keys, device=device) - query  # [query, key]
        return self.table[self.buckets(ahead)].permute(2, 0, 1)[None]  # [1, heads, query, key]

    def buckets(self, ahead: Tensor) -> Tensor:
        """Row of the table for keys that lie so many positions ahead of their query."""
        count = self.table.size(0)
        if self.causal:
            return self._within(-ahead.clamp(max=0), count)
        return self._within(ahead.abs(), count // 2) + (ahead > 0) * (count // 2)

    def _within(self, away: Tensor, count: int) -> Tensor:
        """Of a distance ≥ 0, among ``count`` buckets."""
        exact = count // 2
        # in float32, as the models were trained: at the edges float64 gives other buckets
        share = torch.log(away.clamp(min=1).float() / exact) / math.log(self.distance / exact)
        far = exact + (share * (count - exact)).long()
        return torch.where(away < exact, away, far.clamp(max=count - 1))
