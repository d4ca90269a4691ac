"""Estimates of a run before it starts: sizes of its network, and its duration."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from model.config import STACKS, ModelConfig, Stack
from model.messages import ConfigError

Sizes = tuple[int, ...]
_Named = Iterator[tuple[str, Sizes]]

FEW_POSITIONS = 2**23
"""Values of a table of positions allowed for any model, 32 MB."""


def parameter_shapes(
    config: ModelConfig, *, src_vocabulary: int, tgt_vocabulary: int
) -> Mapping[str, Sizes]:
    """Names and shapes of a network's tensors in a checkpoint; a shared table once.

    Matrices are ``[out, in]``, tables ``[rows, d_model]``. Raises ConfigError if vocabularies of
    different sizes share one table.
    """
    config.check_vocabularies(src_vocabulary, tgt_vocabulary)
    layers = (
        (f"{stack}_layers.{layer}.{name}", shape)
        for stack in STACKS
        for layer in range(config.depth(stack))
        for name, shape in _layer(config, stack)
    )
    return dict([*layers, *_around(config, src_vocabulary, tgt_vocabulary)])


def parameter_count(config: ModelConfig, *, src_vocabulary: int, tgt_vocabulary: int) -> int:
    """Number of values in a network's checkpoint, computed without listing all layers.

    Raises ConfigError if vocabularies of different sizes share one table.
    """
    config.check_vocabularies(src_vocabulary, tgt_vocabulary)
    layers = sum(config.depth(stack) * _numbers(_layer(config, stack)) for stack in STACKS)
    return layers + _numbers(_around(config, src_vocabulary, tgt_vocabulary))


def _numbers(named: _Named) -> int:
    return sum(math.prod(shape) for _, shape in named)


def _layer(config: ModelConfig, stack: Stack) -> _Named:
    crosses = config.stacks == STACKS and stack == "decoder"
    width = config.n_heads * config.d_k
    for attention in ("attention", "cross") if crosses else ("attention",):
        for name in ("w_q", "w_k", "w_v"):
            yield from _linear(config, f"{attention}.{name}", config.d_model, width)
        yield from _linear(config, f"{attention}.w_o", width, config.d_model)
        yield from _norm(config, f"{attention}_residual.norm.")
    for name in ("w_1", "w_3") if config.gated else ("w_1",):
        yield from _linear(config, f"feed_forward.{name}", config.d_model, config.d_ff)
    yield from _linear(config, "feed_forward.w_2", config.d_ff, config.d_model)
    yield from _norm(config, "feed_forward_residual.norm.")


def _around(config: ModelConfig, src_vocabulary: int, tgt_vocabulary: int) -> _Named:
    for stack in config.stacks:
        if config.has_final_norm:
            yield from _norm(config, f"{stack}_norm.")
        if config.positions == "relative":
            yield f"{stack}_bias.table", (config.relative_buckets, config.n_heads)
        rows = src_vocabulary if stack == "encoder" else tgt_vocabulary
        yield from _embedding(config, stack, rows)
    if config.output_transform:
        yield from _linear(config, "output_transform.w", config.d_model, config.d_model)
        yield from _norm(config, "output_transform.norm.")
    if not config.tie_embeddings:
        yield "output.weight", (tgt_vocabulary, config.d_model)
    if config.output_bias:
        yield "output.bias", (tgt_vocabulary,)


def _embedding(config: ModelConfig, stack: Stack, rows: int) -> _Named:
    place = "src_embedding." if stack == "encoder" else "tgt_embedding."
    if stack == "decoder" or not config.share_embeddings:
        yield f"{place}tokens.weight", (rows, config.d_model)
    if config.positions in {"learned", "given"}:
        yield f"{place}positions.table", (config.max_len, config.d_model)
    if config.embedding_norm:
        yield from _norm(config, f"{place}norm.")


def _linear(config: ModelConfig, name: str, n_in: int, n_out: int) -> _Named:
    yield f"{name}.weight", (n_out, n_in)
    if config.biases:
        yield f"{name}.bias", (n_out,)


def _norm(config: ModelConfig, place: str) -> _Named:
    yield f"{place}weight", (config.d_model,)
    if config.norm_type == "layer":
        yield f"{place}bias", (config.d_model,)


def check_table(config: ModelConfig, *, most: int = FEW_POSITIONS) -> None:
    """Raise ConfigError if the table of positions has more than ``most`` values."""
    # It is computed, so it can be large although the model's file is small.
    if config.max_len * config.d_model > max(most, FEW_POSITIONS):
        raise ConfigError(
            "max_len ({max_len}) × d_model ({d_model}) is too large: the maximum is {most:,}.",
            max_len=config.max_len,
            d_model=config.d_model,
            most=max(most, FEW_POSITIONS),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedEstimate:
    """Results of a speed measurement of a second or two.

    Attributes:
        seconds_per_epoch: beside the updates: validation, scores, samples, attention of probes.
        tokens_per_second: source and target tokens, without padding, while updating.
        src_vocabulary, tgt_vocabulary: tokens of the two tokenizers.
        too_long: pairs that the model has not enough positions for; of a large corpus, about.
    """

    updates_per_epoch: int
    seconds_per_update: float
    seconds_per_epoch: float
    tokens_per_second: float
    pairs: int
    src_vocabulary: int
    tgt_vocabulary: int
    too_long: int = 0

    def seconds(self, epochs: int) -> float:
        return epochs * self._epoch

    def epochs_within(self, seconds: float) -> int:
        """Number of whole epochs within a time, at least 1."""
        return max(1, int(seconds / self._epoch)) if self._epoch > 0 else 1

    @property
    def _epoch(self) -> float:
        return self.updates_per_epoch * self.seconds_per_update + self.seconds_per_epoch
