"""A model's blocks with what its normalisations and its residual stream do to one sentence."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.decoding.tensors import float_array
from model.decoding.trained import TrainedModel
from model.lessons.architecture.blocks import SUBLAYERS, architecture_blocks
from model.lessons.architecture.record import (
    STACKS,
    ArchitectureRecord,
    Block,
    NormStatistics,
    Stack,
    Stream,
    StreamPoint,
    Sublayer,
)
from model.network.layers import DecoderLayer, EncoderLayer, Residual
from model.network.masks import padding_mask, target_mask
from model.network.transformer import Embedding, Transformer


class _Passed(NamedTuple):
    """What went into a module and what came out, each ``[position, d_model]``."""

    x: Tensor
    output: Tensor


Passes = dict[nn.Module, _Passed]


def architecture_record(
    model: TrainedModel, src_ids: Sequence[int], tgt_ids: Sequence[int]
) -> ArchitectureRecord:
    """Run one sentence through a model and describe every block.

    Args:
        model: taken as it is; without dropout.
        src_ids: what the encoder reads; ends on ``</s>``.
        tgt_ids: what the decoder reads, all positions at once; begins with ``<s>``.
    """
    with model.evaluating() as network:
        passes = _passes(network, _row(src_ids, model.device), _row(tgt_ids, model.device))
    blocks = architecture_blocks(
        model.config,
        n_source=len(src_ids),
        n_target=len(tgt_ids),
        src_vocabulary=network.src_embedding.tokens.num_embeddings,
        tgt_vocabulary=network.tgt_embedding.tokens.num_embeddings,
    )
    encoder, decoder = (_stream(network, side, passes) for side in STACKS)
    return ArchitectureRecord(
        config=model.config,
        src_tokens=model.src_tokenizer.tokens(src_ids),
        tgt_tokens=model.tgt_tokenizer.tokens(tgt_ids),
        blocks=tuple(_with_statistics(network, block, passes) for block in blocks),
        streams=(encoder, decoder),
        device=model.device.type,
    )


def _row(ids: Sequence[int], device: torch.device) -> Tensor:
    return torch.tensor([list(ids)], device=device)  # [1, length]


def _passes(network: Transformer, src: Tensor, tgt: Tensor) -> Passes:
    """One forward pass, watched at every module whose input or output is shown."""
    watched: list[nn.Module] = [_sublayer(layer, name) for layer, name in _sublayers(network)]
    watched += [
        module for module in network.modules() if isinstance(module, nn.LayerNorm | Embedding)
    ]
    with _watching(watched) as passes:
        src_mask = padding_mask(src)
        memory = network.project_memory(network.encode(src, src_mask).memory)
        network.decode(tgt, memory, tgt_mask=target_mask(tgt), src_mask=src_mask)
    return passes


@contextmanager
def _watching(modules: Sequence[nn.Module]) -> Iterator[Passes]:
    """Fill a table with what passes through some modules."""
    passes: Passes = {}

    def keep(module: nn.Module, inputs: tuple[Tensor, ...], output: object) -> None:
        # an attention gives its weights beside its output
        first = output[0] if isinstance(output, tuple) else output
        if isinstance(first, Tensor):
            passes[module] = _Passed(inputs[0][0], first[0])

    hooks = [module.register_forward_hook(keep) for module in modules]
    try:
        yield passes
    finally:
        for hook in hooks:
            hook.remove()


def _with_statistics(network: Transformer, block: Block, passes: Passes) -> Block:
    """A normalisation with its numbers; any other block as it is."""
    norm = _norm_of(network, block)
    if norm is None:
        return block
    return dataclasses.replace(block, norm=_statistics(norm, passes[norm]))


def _statistics(norm: nn.LayerNorm, passed: _Passed) -> NormStatistics:
    normalised = F.layer_norm(passed.x, norm.normalized_shape, eps=norm.eps)
    return NormStatistics(
        mean_before=float_array(passed.x.mean(-1)),
        variance_before=float_array(passed.x.var(-1, correction=0)),
        mean_normalised=float_array(normalised.mean(-1)),
        variance_normalised=float_array(normalised.var(-1, correction=0)),
        mean_after=float_array(passed.output.mean(-1)),
        variance_after=float_array(passed.output.var(-1, correction=0)),
        alpha=float_array(norm.weight),
        b=float_array(norm.bias),
        epsilon=norm.eps,
    )


def _stream(network: Transformer, side: Stack, passes: Passes) -> Stream:
    """The lengths of one side's residual stream, from what its modules read and wrote."""
    layers = _layers(network, side)
    names = [(layer, name) for layer in layers for name in SUBLAYERS[side]]
    points = [StreamPoint(index, name) for index in range(len(layers)) for name in SUBLAYERS[side]]
    embedding = network.src_embedding if side == "encoder" else network.tgt_embedding
    xs = [passes[embedding].output, *_after(network, side, names, passes)]
    updates = [passes[_sublayer(layer, name)].output for layer, name in names]
    return Stream(
        side=side,
        points=(StreamPoint(), *points),
        lengths=float_array(torch.stack(xs).norm(dim=-1)),  # [point, position]
        updates=float_array(torch.stack(updates).norm(dim=-1)),  # [point - 1, position]
    )


def _after(
    network: Transformer,
    side: Stack,
    names: Sequence[tuple[EncoderLayer | DecoderLayer, Sublayer]],
    passes: Passes,
) -> list[Tensor]:
    """The stream after each sublayer: post-norm a norm writes it, pre-norm the next reads it."""
    norms = [_residual(layer, name).norm for layer, name in names]
    if network.config.norm == "post":
        return [passes[norm].output for norm in norms]
    last = network.encoder_norm if side == "encoder" else network.decoder_norm
    return [passes[norm].x for norm in (*norms[1:], last)]


def _norm_of(network: Transformer, block: Block) -> nn.LayerNorm | None:
    found: nn.Module | None = None
    if block.kind == "final_norm":
        found = network.encoder_norm if block.side == "encoder" else network.decoder_norm
    elif block.kind == "norm" and block.layer is not None and block.sublayer is not None:
        found = _residual(_layers(network, block.side)[block.layer], block.sublayer).norm
    return found if isinstance(found, nn.LayerNorm) else None


def _sublayers(network: Transformer) -> Iterator[tuple[EncoderLayer | DecoderLayer, Sublayer]]:
    for side in STACKS:
        for layer in _layers(network, side):
            for name in SUBLAYERS[side]:
                yield layer, name


def _layers(network: Transformer, side: Stack) -> list[EncoderLayer | DecoderLayer]:
    layers = network.encoder_layers if side == "encoder" else network.decoder_layers
    return [layer for layer in layers if isinstance(layer, EncoderLayer | DecoderLayer)]


def _sublayer(layer: EncoderLayer | DecoderLayer, name: Sublayer) -> nn.Module:
    if name == "feed_forward":
        return layer.feed_forward
    if name == "cross_attention" and isinstance(layer, DecoderLayer):
        return layer.cross
    return layer.attention


def _residual(layer: EncoderLayer | DecoderLayer, name: Sublayer) -> Residual:
    if name == "feed_forward":
        return layer.feed_forward_residual
    if name == "cross_attention" and isinstance(layer, DecoderLayer):
        return layer.cross_residual
    return layer.attention_residual
