"""Encoder and decoder layers, post-norm (Vaswani et al. 2017) or pre-norm (Xiong et al. 2020)."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.config import Activation, ModelConfig, Sinusoids
from model.network.attention import Dropout, HookPoint, KeyValue, MultiHeadAttention
from model.network.linear import Linear


def sinusoidal_table(
    length: int,
    d_model: int,
    *,
    layout: Sinusoids = "interleaved",
    closed: bool = False,
    offset: int = 0,
) -> Tensor:
    """PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i+1) = cos(…). ``[length, d_model]``.

    For odd ``d_model`` the last column is a sine (Vaswani et al. 2017, section 3.5).

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
    """One row per position, not trained; stored in checkpoints only if it cannot be computed."""

    table: Tensor

    def __init__(self, table: Tensor, *, stored: bool = False) -> None:
        """Keep ``[length, d_model]``."""
        super().__init__()
        self.register_buffer("table", table, persistent=stored)

    def forward(self, start: int, length: int) -> Tensor:
        """Rows ``start … start + length``, ``[length, d_model]``.

        Raises:
            ValueError: the table is too short.
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
        nn.Module.__init__(self)
        self.table = nn.Parameter(torch.empty(length, d_model))
        nn.init.normal_(self.table, std=0.02)


def position_table(config: ModelConfig) -> PositionTable:
    """The table added to the embeddings; zeros unless positions are learned or sinusoidal."""
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
        """``[1, heads, query, key]`` of queries ``start … start + queries`` and keys from 0."""
        device = self.table.device
        query = torch.arange(start, start + queries, device=device)[:, None]  # [query, 1]
        ahead = torch.arange(keys, device=device) - query  # [query, key]
        return self.table[self.buckets(ahead)].permute(2, 0, 1)[None]  # [1, heads, query, key]

    def buckets(self, ahead: Tensor) -> Tensor:
        """Row of the table for keys at a relative position of ``ahead``."""
        count = self.table.size(0)
        if self.causal:
            return self._within(-ahead.clamp(max=0), count)
        return self._within(ahead.abs(), count // 2) + (ahead > 0) * (count // 2)

    def _within(self, away: Tensor, count: int) -> Tensor:
        """The bucket of a distance ≥ 0, among ``count`` buckets."""
        exact = count // 2
        # in float32, as the models were trained: at the edges float64 gives other buckets
        share = torch.log(away.clamp(min=1).float() / exact) / math.log(self.distance / exact)
        far = exact + (share * (count - exact)).long()
        return torch.where(away < exact, away, far.clamp(max=count - 1))


ACTIVATIONS: Mapping[Activation, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": functools.partial(F.gelu, approximate="tanh"),
    "silu": F.silu,
}
"""GELU (exact or approximated) and SiLU are from Hendrycks & Gimpel 2016."""


def norm_of(config: ModelConfig) -> nn.LayerNorm | nn.RMSNorm:
    kind = nn.LayerNorm if config.norm_type == "layer" else nn.RMSNorm
    return kind(config.d_model, eps=config.norm_epsilon)


class FeedForward(nn.Module):
    """max(0, xW₁ + b₁)W₂ + b₂, at each position alone (equation 2).

    Gated, f(xW₁) ⊙ xW₃ takes the place of max(0, xW₁) (Shazeer 2020).
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.w_1 = Linear(config.d_model, config.d_ff, bias=config.biases)
        self.w_2 = Linear(config.d_ff, config.d_model, bias=config.biases)
        self.w_3 = Linear(config.d_model, config.d_ff, bias=config.biases) if config.gated else None
        self.activation = ACTIVATIONS[config.activation]
        self.dropout = Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        """``[batch, length, d_model]`` → the same shape."""
        hidden = self.activation(self.w_1(x))  # [batch, length, d_ff]
        if self.w_3 is not None:
            hidden = hidden * self.w_3(x)
        if self.training:  # to ask a Dropout costs decoding a token as much as an addition does
            hidden = self.dropout(hidden)
        output: Tensor = self.w_2(hidden)  # [batch, length, d_model]
        return output


class Residual(nn.Module):
    """The residual connection and normalisation around one sublayer.

    post-norm: LayerNorm(x + sublayer(x)); pre-norm: x + sublayer(LayerNorm(x)).

    Attributes:
        at_stream: site of the residual stream after the sublayer, ``[batch, length, d_model]``.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.pre = config.norm == "pre"
        self.norm = norm_of(config)
        self.dropout = Dropout(config.dropout)
        self.at_stream = HookPoint()

    def enter(self, x: Tensor) -> Tensor:
        """The sublayer's input. ``[batch, length, d_model]``."""
        entered: Tensor = self.norm(x) if self.pre else x
        return entered

    def leave(self, x: Tensor, output: Tensor) -> Tensor:
        """The residual stream after adding the sublayer's output. ``[batch, length, d_model]``."""
        x = x + (self.dropout(output) if self.training else output)
        left: Tensor = self.at_stream(x if self.pre else self.norm(x))
        return left


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention = _attention(config)
        self.attention_residual = Residual(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_residual = Residual(config)

    def forward(
        self, x: Tensor, mask: Tensor, *, bias: Tensor | None = None, record: bool = False
    ) -> tuple[Tensor, Tensor | None]:
        """``[batch, source, d_model]`` → the same shape, and weights or None.

        ``mask`` is broadcast to ``[batch, heads, query, key]``, as is ``bias``, which is added to
        the scores.
        """
        # 1. every source position attends to every other
        h = self.attention_residual.enter(x)
        kv = self.attention.keys_values(h)
        output, weights = self.attention(h, kv, mask, bias=bias, record=record)
        x = self.attention_residual.leave(x, output)
        # 2. each position on its own
        h = self.feed_forward_residual.enter(x)
        return self.feed_forward_residual.leave(x, self.feed_forward(h)), weights


class OutputTransform(nn.Module):
    """LayerNorm(f(xW + b)), between the last layer and the output projection."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.w = Linear(config.d_model, config.d_model, bias=config.biases)
        self.activation = ACTIVATIONS[config.activation]
        self.norm = norm_of(config)

    def forward(self, x: Tensor) -> Tensor:
        """``[batch, length, d_model]`` → the same shape."""
        transformed: Tensor = self.norm(self.activation(self.w(x)))
        return transformed


class DecoderOutput(NamedTuple):
    """What one decoder layer gives.

    ``x`` is ``[batch, target, d_model]``; the weights are ``[batch, heads, query, key]`` or None;
    ``past`` holds the self-attention's keys and values up to here.
    """

    x: Tensor
    self_weights: Tensor | None
    cross_weights: Tensor | None
    past: KeyValue


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention over the memory, then feed-forward.

    Attributes:
        cross, cross_residual: there only where there is an encoder.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention = _attention(config)
        self.attention_residual = Residual(config)
        if config.depth("encoder"):
            self.cross = _attention(config)
            self.cross_residual = Residual(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_residual = Residual(config)

    def forward(
        self,
        x: Tensor,
        memory: KeyValue | None,
        *,
        tgt_mask: Tensor | None,
        src_mask: Tensor | None,
        past: KeyValue | None = None,
        bias: Tensor | None = None,
        record: bool = False,
    ) -> DecoderOutput:
        """One layer over ``[batch, target, d_model]``.

        Args:
            x: the target positions to compute, after ``past`` if given.
            memory: the projected output of the encoder; None without an encoder.
            tgt_mask: broadcast to ``[batch, heads, query, key]``; None = all keys.
            src_mask: padding mask of the source; None = all keys.
            past: keys and values of the positions before ``x``.
            bias: added to the scores of the self-attention, ``[1, heads, query, key]``.
            record: return the weights.
        """
        # 1. each target position attends to itself and those before it
        h = self.attention_residual.enter(x)
        kv = self.attention.keys_values(h)
        past = kv if past is None else past.extended(kv)
        output, self_weights = self.attention(h, past, tgt_mask, bias=bias, record=record)
        x = self.attention_residual.leave(x, output)
        # 2. each target position attends to the source
        cross_weights = None
        if memory is not None:
            h = self.cross_residual.enter(x)
            output, cross_weights = self.cross(h, memory, src_mask, record=record)
            x = self.cross_residual.leave(x, output)
        # 3. each position on its own
        h = self.feed_forward_residual.enter(x)
        x = self.feed_forward_residual.leave(x, self.feed_forward(h))
        return DecoderOutput(x, self_weights, cross_weights, past)


def _attention(config: ModelConfig) -> MultiHeadAttention:
    return MultiHeadAttention(
        d_model=config.d_model,
        n_heads=config.n_heads,
        dropout=config.dropout,
        d_k=config.d_k,
        scaled=config.scaled_scores,
        biases=config.biases,
    )
