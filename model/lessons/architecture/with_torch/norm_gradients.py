"""Measuring the gradients of untrained networks, post-norm and pre-norm."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.arrays import frozen
from model.config import STACKS, ModelConfig, Norm
from model.decoding.trained import TrainedModel
from model.lessons.architecture.norm_gradients_record import NormComparison, NormGradients
from model.network.layers import DecoderLayer, EncoderLayer
from model.network.transformer import Transformer

SEEDS = (0, 1, 2, 3, 4)
"""One network of each kind is drawn from each."""


class _Measured(NamedTuple):
    """Of one network: the gradient norms of each layer's W₂, and the loss."""

    encoder: list[float]
    decoder: list[float]
    loss: float


def norm_gradient_steps(
    model: TrainedModel,
    src_ids: Sequence[int],
    tgt_ids: Sequence[int],
    *,
    n_layers: int | None = None,
    seeds: Sequence[int] = SEEDS,
) -> Iterator[NormComparison | None]:
    """Fresh networks of a model's size, one post-norm and one pre-norm from each seed.

    One forward and one backward pass over this sentence, without dropout. Yields what there is
    after both networks of a seed, and None in between, a place to stop.

    ``tgt_ids`` is the whole target, ``<s>`` to ``</s>``: the decoder reads all but the last and
    predicts all but the first, or an encoder alone predicts them from the source. The model gives
    sizes (``n_layers`` of each side by default), vocabularies and device, not its weights.
    """
    config = dataclasses.replace(model.config, dropout=0.0, final_norm=None)
    if n_layers:
        own: dict[str, Any] = {
            f"{stack}_layers": None if config.depth(stack) else 0 for stack in STACKS
        }
        config = dataclasses.replace(config, n_layers=n_layers, **own)
    measured: dict[Norm, list[_Measured]] = {"post": [], "pre": []}
    for done, seed in enumerate(seeds, start=1):
        for norm, networks in measured.items():
            network = _fresh(model, dataclasses.replace(config, norm=norm), seed)
            yield None
            networks.append(_measure(network, src_ids, tgt_ids))
            yield None
        post, pre = (_gradients(norm, seeds[:done], found) for norm, found in measured.items())
        yield NormComparison(post=post, pre=pre, done=2 * done, total=2 * len(seeds))


def _fresh(model: TrainedModel, config: ModelConfig, seed: int) -> Transformer:
    """An untrained network; a training that runs beside keeps its random numbers."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = Transformer(
            config,
            src_vocab=model.network.vocabularies.source,
            tgt_vocab=model.network.vocabularies.target,
        )
    return network.to(model.device)


def _measure(network: Transformer, src_ids: Sequence[int], tgt_ids: Sequence[int]) -> _Measured:
    device = network.output.weight.device
    src, tgt = (torch.tensor([list(ids)], device=device) for ids in (src_ids, tgt_ids))
    encoder, decoder = (_w2(layers) for layers in (network.encoder_layers, network.decoder_layers))
    with torch.enable_grad():
        logits = network(src, tgt[:, :-1])  # [1, target, vocabulary]
        loss = F.cross_entropy(logits[0], tgt[0, 1:])
        # no other gradient is kept: a large network's would fill as much memory as itself
        gradients = torch.autograd.grad(loss, [*encoder, *decoder])
    norms = [float(gradient.norm()) for gradient in gradients]
    return _Measured(norms[: len(encoder)], norms[len(encoder) :], loss.item())


def _w2(layers: nn.ModuleList) -> list[Tensor]:
    """Of each layer, ``[d_model, d_ff]``."""
    return [
        layer.feed_forward.w_2.weight
        for layer in layers
        if isinstance(layer, EncoderLayer | DecoderLayer)
    ]


def _gradients(norm: Norm, seeds: Sequence[int], measured: Sequence[_Measured]) -> NormGradients:
    return NormGradients(
        norm=norm,
        seeds=tuple(seeds),
        encoder=frozen(np.array([one.encoder for one in measured], np.float32)),
        decoder=frozen(np.array([one.decoder for one in measured], np.float32)),
        losses=frozen(np.array([one.loss for one in measured], np.float32)),
    )
