"""What a forward pass read and gave, noted from outside while it ran."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np
from torch import nn

import model.network.attention
from model.network.transformer import Transformer
from model.traces.trace import Kind


@dataclass
class Noted:
    """What a module read and gave, ``[length, …]``."""

    read: np.ndarray
    gave: np.ndarray


@dataclass
class ForwardStages:
    """Of every attention, by kind and layer.

    Attributes:
        modules: by the module's name in the network.
        scores, weights: ``[heads, query, key]``, as the attention's functions gave them.
    """

    modules: dict[str, Noted] = field(default_factory=dict)
    scores: dict[tuple[Kind, int], np.ndarray] = field(default_factory=dict)
    weights: dict[tuple[Kind, int], np.ndarray] = field(default_factory=dict)

    def attention(self, kind: Kind, layer: int, part: str) -> Noted:
        """One of the four projections."""
        return self.modules[f"{_attention(kind, layer)}.{part}"]

    def stream(self, kind: Kind, layer: int, *, pre: bool) -> dict[str, np.ndarray]:
        """The residual stream before and after an attention."""
        norm = self.modules[f"{_attention(kind, layer)}_residual.norm"]
        if not pre:
            before = self.attention(kind, layer, "w_q").read
            return {"before": before, "added": norm.read, "after": norm.gave}
        following = "cross" if kind == "decoder" else "feed_forward"
        side = "encoder" if kind == "encoder" else "decoder"
        after = self.modules[f"{side}_layers.{layer}.{following}_residual.norm"].read
        return {"before": norm.read, "added": after, "after": after}


@contextmanager
def noting(network: Transformer) -> Iterator[ForwardStages]:
    """Note what one recorded pass over one source and one target does while this lasts."""
    noted = ForwardStages()
    with _hooks(network, noted), _spies(network, noted):
        yield noted


def _attention(kind: Kind, layer: int) -> str:
    side = "encoder" if kind == "encoder" else "decoder"
    return f"{side}_layers.{layer}.{'cross' if kind == 'cross' else 'attention'}"


@contextmanager
def _hooks(network: Transformer, noted: ForwardStages) -> Iterator[None]:
    """Note every module with one tensor in and one out."""

    def note(name: str, args: tuple[Any, ...], output: Any) -> None:
        noted.modules[name] = Noted(args[0][0].numpy().copy(), output[0].numpy().copy())

    with ExitStack() as hooks:
        for name, module in network.named_modules():
            if isinstance(module, nn.Linear | nn.LayerNorm):
                hook = module.register_forward_hook(
                    lambda module, args, output, name=name: note(name, args, output)
                )
                hooks.callback(hook.remove)
        yield


@contextmanager
def _spies(network: Transformer, noted: ForwardStages) -> Iterator[None]:
    """Note what the attention's functions give, in the order in which attentions compute."""
    layers = range(network.config.n_layers)
    order: list[tuple[Kind, int]] = [("encoder", layer) for layer in layers]
    order += [(kind, layer) for layer in layers for kind in ("decoder", "cross")]
    with ExitStack() as patches:
        for name, kept in (("attention_scores", noted.scores), ("masked_softmax", noted.weights)):
            function, turns = getattr(model.network.attention, name), iter(order)

            def spy(*args, function=function, turns=turns, kept=kept, **options):
                result = function(*args, **options)
                kept[next(turns)] = result[0].numpy().copy()
                return result

            patches.enter_context(patch.object(model.network.attention, name, spy))
        yield
