"""What a model makes of a source, and of a whole target over it, everything recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from model.arrays import FloatArray
from model.decoding.tensors import float_array, of_one, own_array
from model.decoding.trained import TrainedModel
from model.network.attention import KeyValue
from model.network.masks import causal_mask, whole_mask
from model.text.source import Source
from model.traces.recording import Recording


class Reading(NamedTuple):
    """The encoder's result for one sentence, kept while its target is decoded.

    Without an encoder there are no source tokens, no memory, and weights of 0 layers.

    ``memory`` has keys and values for each decoder layer; ``src_mask`` is ``[1, 1, 1, source]``;
    ``weights`` are the encoder's, ``[layers, heads, source, source]``; ``decoder_layers`` is the
    depth of the decoder.
    """

    memory: tuple[KeyValue, ...]
    src_mask: Tensor
    weights: FloatArray
    decoder_layers: int

    def recording(self, max_steps: int) -> Recording:
        """Where a decode of so many steps puts its rows."""
        _, n_heads, n_source, _ = self.weights.shape
        return Recording(
            n_layers=self.decoder_layers,
            n_heads=n_heads,
            n_source=n_source,
            max_steps=max_steps,
        )


class TargetPass(NamedTuple):
    """One pass of the decoder over a whole target.

    ``logits`` is ``[target, vocabulary]``, ``decoder`` is ``[layers, heads, target, target]`` and
    ``cross`` ``[layers, heads, target, source]``.
    """

    logits: Tensor
    decoder: FloatArray
    cross: FloatArray


def read_source(model: TrainedModel, source: Source, mask: Tensor | None = None) -> Reading:
    """Run the encoder once and project its memory for every decoder layer.

    ``mask`` takes the place of the model's own, ``[1, 1, source, source]``.
    """
    src = torch.tensor([source.ids], dtype=torch.long, device=model.device)  # [1, source]
    src_mask = whole_mask(src)
    with model.evaluating() as network:
        encoded = network.encode(src, src_mask if mask is None else mask, record=True)
        memory = network.project_memory(encoded.memory)
    weights = of_one(encoded.weights, none=(0, model.config.n_heads, 0, 0))
    return Reading(memory, src_mask, float_array(weights), model.config.depth("decoder"))


def read_target(
    model: TrainedModel,
    reading: Reading,
    fed: Sequence[int],
    *,
    tgt_mask: Tensor | None = None,
    src_mask: Tensor | None = None,
) -> TargetPass:
    """Every position of a target at once, as in training, but without dropout.

    ``fed`` begins with the id of ``<s>``; the masks take the place of the model's own,
    ``[1, 1, target, target]`` and ``[1, 1, target, source]``.
    """
    tgt = torch.tensor([list(fed)], device=model.device)  # [1, target]
    causal = causal_mask(len(fed), device=model.device)
    with model.evaluating() as network:
        decoded = network.decode(
            tgt,
            reading.memory,
            tgt_mask=causal if tgt_mask is None else tgt_mask,
            src_mask=reading.src_mask if src_mask is None else src_mask,
            record=True,
        )
    own = of_one(decoded.self_weights)
    cross = of_one(decoded.cross_weights, none=(*own.shape[:3], 0))
    return TargetPass(decoded.logits[0].float(), own_array(own), own_array(cross))
