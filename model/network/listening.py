"""Keeps what the modules of every attention read during a forward pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from torch import Tensor, nn

from model.network.attention import MultiHeadAttention
from model.network.layers import Residual
from model.network.transformer import Transformer
from model.traces.trace import KINDS, Kind

Hook = Callable[[nn.Module, tuple[Any, ...]], None]


class AttentionPlace(NamedTuple):
    """An attention with the residual connection around it."""

    attention: MultiHeadAttention
    residual: Residual

    @property
    def readers(self) -> tuple[nn.Module, nn.Module, nn.Module]:
        """The modules that read queries, keys (and values), and what is normalised."""
        return self.attention.w_q, self.attention.w_k, self.residual.norm


class Heard(NamedTuple):
    """What the readers of one attention read last, ``[batch, length, d_model]`` each."""

    place: AttentionPlace
    tensors: dict[nn.Module, Tensor]


def attention_place(network: Transformer, kind: Kind, layer: int) -> AttentionPlace:
    """Where an attention is in a network.

    Raises:
        IndexError: there is no such layer.
    """
    layers = network.encoder_layers if kind == "encoder" else network.decoder_layers
    module: Any = layers[layer]
    if kind == "cross":
        return AttentionPlace(module.cross, module.cross_residual)
    return AttentionPlace(module.attention, module.attention_residual)


@contextmanager
def listening(network: Transformer) -> Iterator[Mapping[tuple[Kind, int], Heard]]:
    """Fills as the network computes; afterwards no hook is left on it."""
    heard: dict[tuple[Kind, int], Heard] = {}
    with ExitStack() as hooks:
        for kind in KINDS:
            for layer in range(network.config.n_layers):
                own = Heard(attention_place(network, kind, layer), {})
                for module in own.place.readers:
                    hook = module.register_forward_pre_hook(_keeper(own.tensors))
                    hooks.callback(hook.remove)
                heard[kind, layer] = own
        yield heard


def _keeper(tensors: dict[nn.Module, Tensor]) -> Hook:
    def keep(module: nn.Module, args: tuple[Any, ...]) -> None:
        tensors[module] = args[0]

    return keep
