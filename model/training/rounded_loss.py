"""A batch's loss from layers that compute in bfloat16, though their weights are float32."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from model.decoding.batching import Batch
from model.network.dropout import DrawnMasks, Dropout
from model.network.transformer import Transformer
from model.training.loss import BatchLoss, batch_loss

_ROUNDED = ("encoder_layers", "decoder_layers", "encoder_norm", "decoder_norm", "output_transform")
"""Parts of a network whose weights are rounded.

A table's row sums the gradients of all its tokens, which bfloat16 would lose: tables stay float32,
and so does the output's weight, which may be one.
"""

_NORMS = (nn.LayerNorm, nn.RMSNorm)
"""Computed in float32, between two roundings.

From rounded numbers the library would sum up the gradients of their weights in bfloat16: those of
4,000 tokens came out a third too small. It is quicker as well.
"""


def rounded_batch_loss(
    network: Transformer, batch: Batch, label_smoothing: float = 0.0, *, r_drop: float = 0.0
) -> BatchLoss:
    """As :func:`model.training.loss.batch_loss`, with all between tables and loss in bfloat16.

    Each weight is rounded once, however often it is used; its gradient arrives in float32.
    """
    asked = _Loss(network)
    rounded = {f"network.{name}": weight.to(torch.bfloat16) for name, weight in _matrices(network)}
    arguments = (batch, label_smoothing, r_drop)
    with _rounding_outputs(network), _sharing_masks(network):
        # the output's weight is not rounded here, the table that it may share neither
        loss = torch.func.functional_call(asked, rounded, arguments, tie_weights=False)
    return BatchLoss(*loss)


def _matrices(network: Transformer) -> Iterator[tuple[str, nn.Parameter]]:
    """What is rounded; biases, too."""
    norms = {name for name, module in network.named_modules() if isinstance(module, _NORMS)}
    for name, weight in network.named_parameters():
        if name.startswith(_ROUNDED) and name.rpartition(".")[0] not in norms:
            yield name, weight


class _Loss(nn.Module):
    """The loss as a module, for :func:`torch.func.functional_call` knows of no other functions."""

    def __init__(self, network: Transformer) -> None:
        """The network's own weights, not copies."""
        super().__init__()
        self.network = network

    def forward(self, batch: Batch, label_smoothing: float, r_drop: float) -> BatchLoss:
        """Of the network as it is then."""
        return batch_loss(self.network, batch, label_smoothing, r_drop=r_drop)


@contextmanager
def _rounding_outputs(network: Transformer) -> Iterator[None]:
    """Meanwhile what is looked up in tables comes out in bfloat16, and so does what norms give."""
    tables = [network.embedding(stack) for stack in network.config.stacks]
    biases = [bias for bias in (network.encoder_bias, network.decoder_bias) if bias is not None]
    norms = [module for module in network.modules() if isinstance(module, _NORMS)]
    with ExitStack() as hooks:
        for norm in norms:
            hooks.callback(norm.register_forward_pre_hook(_exact_input).remove)
        for module in (*tables, *biases, *norms):
            hooks.callback(module.register_forward_hook(_rounded_output).remove)
        yield


@contextmanager
def _sharing_masks(network: Transformer) -> Iterator[None]:
    """Meanwhile all dropouts take their masks from one draw."""
    masks = DrawnMasks()
    dropouts = [module for module in network.modules() if isinstance(module, Dropout)]
    for dropout in dropouts:
        dropout.masks = masks
    try:
        yield
    finally:
        for dropout in dropouts:
            dropout.masks = None


def _exact_input(module: nn.Module, given: tuple[Tensor]) -> tuple[Tensor]:
    return (given[0].float(),)


def _rounded_output(module: nn.Module, given: tuple[Any, ...], output: Tensor) -> Tensor:
    return output.to(torch.bfloat16)
