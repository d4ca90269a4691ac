"""A model's blocks with what its normalisations and its residual stream do to one sentence."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.config import Stack
from model.decoding.tensors import float_array
from model.decoding.trained import TrainedModel
from model.lessons.architecture import record
from model.lessons.architecture.blocks import architecture_blocks, sublayers
from model.network.attention import MultiHeadAttention
from model.network.layers import DecoderLayer, EncoderLayer, FeedForward, Residual
from model.network.listening import Heard, listening
from model.network.transformer import Embedding, Transformer

Passes = Mapping[nn.Module, Heard]
NormModule = nn.LayerNorm | nn.RMSNorm


def architecture_record(
    model: TrainedModel, src_ids: Sequence[int], tgt_ids: Sequence[int]
) -> record.ArchitectureRecord:
    """Run one sentence through a model and describe every block.

    No dropout; ``src_ids`` end on ``</s>``, ``tgt_ids`` begin with ``<s>`` and are read at once.
    """
    with model.evaluating() as network:
        passes = _passes(network, src_ids, tgt_ids)
    blocks = architecture_blocks(
        model.config,
        n_source=len(src_ids),
        n_target=len(tgt_ids),
        src_vocabulary=network.vocabularies.source,
        tgt_vocabulary=network.vocabularies.target,
    )
    return record.ArchitectureRecord(
        config=model.config,
        src_tokens=model.src_tokenizer.tokens(src_ids),
        tgt_tokens=model.tgt_tokenizer.tokens(tgt_ids),
        blocks=tuple(_with_statistics(network, block, passes) for block in blocks),
        streams=tuple(_stream(network, side, passes) for side in model.config.stacks),
        device=model.device.type,
    )


def _passes(network: Transformer, src_ids: Sequence[int], tgt_ids: Sequence[int]) -> Passes:
    """One forward pass, heard at every module whose input or output is shown.

    What went in and what came out is ``[position, d_model]``.
    """
    device = network.output.weight.device
    src, tgt = (torch.tensor([list(ids)], device=device) for ids in (src_ids, tgt_ids))
    shown = NormModule | Embedding | MultiHeadAttention | FeedForward
    # without a norm they pass the stream on
    ends = {_last_norm(network, side) for side in network.config.stacks}
    modules = {module for module in network.modules() if isinstance(module, shown)} | ends
    with listening(modules) as heard:
        network(src, tgt)
    return {module: Heard(one.x[0], one.output[0]) for module, one in heard.items()}


def _with_statistics(network: Transformer, block: record.Block, passes: Passes) -> record.Block:
    """A normalisation with its numbers; any other block as it is."""
    norm = _norm_of(network, block)
    if norm is None:
        return block
    return dataclasses.replace(block, norm=_statistics(norm, passes[norm]))


def _statistics(norm: NormModule, passed: Heard) -> record.NormStatistics:
    shape, epsilon = norm.normalized_shape, norm.eps or 0.0
    shift: Tensor
    if isinstance(norm, nn.LayerNorm):
        normalised, shift = F.layer_norm(passed.x, shape, eps=epsilon), norm.bias
    else:
        normalised = F.rms_norm(passed.x, shape, eps=epsilon)
        shift = torch.zeros_like(norm.weight)
    return record.NormStatistics(
        mean_before=float_array(passed.x.mean(-1)),
        variance_before=float_array(passed.x.var(-1, correction=0)),
        mean_normalised=float_array(normalised.mean(-1)),
        variance_normalised=float_array(normalised.var(-1, correction=0)),
        mean_after=float_array(passed.output.mean(-1)),
        variance_after=float_array(passed.output.var(-1, correction=0)),
        alpha=float_array(norm.weight),
        b=float_array(shift),
        epsilon=epsilon,
    )


def _stream(network: Transformer, side: Stack, passes: Passes) -> record.Stream:
    """The lengths of one side's residual stream, from what its modules read and wrote."""
    layers = list(enumerate(_layers(network, side)))
    names = sublayers(network.config, side)
    points = [record.StreamPoint(index, name) for index, _ in layers for name in names]
    places = [_place(layer, name) for _, layer in layers for name in names]
    norms = [residual.norm for _, residual in places]
    xs = [passes[network.embedding(side)].output, *_after(network, side, norms, passes)]
    updates = [passes[sublayer].output for sublayer, _ in places]
    return record.Stream(
        side=side,
        points=(record.StreamPoint(), *points),
        lengths=float_array(torch.stack(xs).norm(dim=-1)),  # [point, position]
        updates=float_array(torch.stack(updates).norm(dim=-1)),  # [point - 1, position]
    )


def _after(
    network: Transformer, side: Stack, norms: Sequence[nn.Module], passes: Passes
) -> list[Tensor]:
    """The stream after each sublayer: post-norm a norm writes it, pre-norm the next reads it."""
    if network.config.norm == "post":
        return [passes[norm].output for norm in norms]
    return [*(passes[norm].x for norm in norms[1:]), passes[_last_norm(network, side)].x]


def _norm_of(network: Transformer, block: record.Block) -> NormModule | None:
    found: nn.Module | None = None
    if block.kind == "final_norm":
        found = _last_norm(network, block.side)
    elif block.kind == "embedding_norm":
        found = network.embedding(block.side).norm
    elif block.kind == "norm" and block.layer is not None and block.sublayer is not None:
        _, residual = _place(_layers(network, block.side)[block.layer], block.sublayer)
        found = residual.norm
    return found if isinstance(found, NormModule) else None


def _last_norm(network: Transformer, side: Stack) -> nn.Module:
    return network.encoder_norm if side == "encoder" else network.decoder_norm


def _layers(network: Transformer, side: Stack) -> list[EncoderLayer | DecoderLayer]:
    layers = network.encoder_layers if side == "encoder" else network.decoder_layers
    return [layer for layer in layers if isinstance(layer, EncoderLayer | DecoderLayer)]


def _place(layer: EncoderLayer | DecoderLayer, name: record.Sublayer) -> tuple[nn.Module, Residual]:
    """A sublayer and the residual connection around it."""
    if name == "feed_forward":
        return layer.feed_forward, layer.feed_forward_residual
    if name == "cross_attention" and isinstance(layer, DecoderLayer):
        return layer.cross, layer.cross_residual
    return layer.attention, layer.attention_residual
