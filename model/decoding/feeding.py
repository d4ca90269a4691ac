"""A decoder that is fed token by token and tells its weights: by numpy where it can, else as it is.

The short way is :mod:`model.decoding.rows`; what it gives is what the network itself gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from model.arrays import FloatArray
from model.decoding.reading import Reading
from model.decoding.rows import RowLayer, RowProjection, RowTransform, row_norm, shared_array
from model.decoding.tensors import of_one, own_array
from model.decoding.trained import TrainedModel
from model.network.attention import KeyValue
from model.network.layers import DecoderLayer, OutputTransform
from model.network.transformer import Transformer


class Fed(NamedTuple):
    """What a decoder makes of one more token.

    ``logits`` are ``[vocabulary]`` and stay until the next token is fed; ``own`` are the new rows
    of the decoder's weights, ``[layers, heads, key]``, ``cross`` those of the cross-attention,
    ``[layers, heads, source]``.
    """

    logits: Tensor
    own: FloatArray
    cross: FloatArray


class Feeding(Protocol):
    """One decode of one sentence."""

    def feed(self, token_id: int) -> Fed:
        """Go on by a token."""


def feeding(model: TrainedModel, reading: Reading, *, max_steps: int) -> Feeding:
    """The fastest that there is for a model; no more than ``max_steps`` tokens are fed."""
    if has_rows(model.network):
        return RowFeeding(model.network, reading.memory, max_steps=max_steps)
    return NetworkFeeding(model, reading)


def has_rows(network: Transformer) -> bool:
    """Whether numpy can compute what it does: nobody's variant of it, in float32 on a CPU."""
    weight = network.output.weight
    plain = weight.is_cpu and weight.dtype == torch.float32
    return plain and type(network) is Transformer and not torch.is_autocast_enabled("cpu")


class NetworkFeeding:
    """The network itself, on any device."""

    def __init__(self, model: TrainedModel, reading: Reading) -> None:
        """Nothing is fed yet."""
        self._model, self._reading = model, reading
        self._past: tuple[KeyValue, ...] | None = None

    def feed(self, token_id: int) -> Fed:
        """Go on by a token."""
        tgt = torch.tensor([[token_id]], device=self._reading.src_mask.device)  # [1, 1]
        with self._model.evaluating() as network:
            # one sentence alone has no padding, and nothing comes after its last token
            decoded = network.decode(
                tgt,
                self._reading.memory,
                tgt_mask=None,
                src_mask=None,
                past=self._past,
                record=True,
            )
        self._past = decoded.past
        own = _last_rows(decoded.self_weights)
        cross = own[..., :0] if decoded.cross_weights is None else _last_rows(decoded.cross_weights)
        return Fed(decoded.logits[0, -1].float(), own, cross)


def _last_rows(weights: Tensor | None) -> FloatArray:
    """Those of the last query, ``[layers, heads, key]``; they may share the tensor's memory."""
    return own_array(of_one(weights)[:, :, -1])


class RowFeeding:
    """The same by numpy, over the network's own weights."""

    def __init__(self, network: Transformer, memory: Sequence[KeyValue], *, max_steps: int) -> None:
        """Room for ``max_steps`` tokens over the projected memory of one sentence."""
        embedding, transform = network.tgt_embedding, network.output_transform
        self._tokens, self._scale = shared_array(embedding.tokens.weight), embedding.scale
        self._positions = shared_array(embedding.positions.table)
        self._norm, self._last_norm = row_norm(embedding.norm), row_norm(network.decoder_norm)
        self._bias = network.decoder_bias
        self._layers = [
            RowLayer(layer, memory[index] if memory else None, max_steps=max_steps)
            for index, layer in enumerate(network.decoder_layers)
            if isinstance(layer, DecoderLayer)
        ]
        self._transform = (
            RowTransform(transform) if isinstance(transform, OutputTransform) else None
        )
        self._output = RowProjection(network.output)
        self._logits = np.empty(self._output.size, np.float32)
        self._forbidden = list(network.config.forbidden)
        self._rows = (network.config.depth("decoder"), network.config.n_heads)
        self._n_source = memory[0].k.size(2) if memory else 0
        self._fed = 0

    def feed(self, token_id: int) -> Fed:
        """Go on by a token.

        Raises:
            IndexError: there is no position, or no room, for another one.
        """
        own = np.empty((*self._rows, self._fed + 1), np.float32)  # [layers, heads, key]
        cross = np.empty((*self._rows, self._n_source), np.float32)  # [layers, heads, source]
        with np.errstate(all="ignore"):  # torch is silent about what is no number, too
            x, bias = self._embedded(token_id), self._bias_row()
            for layer, own_rows, cross_rows in zip(self._layers, own, cross, strict=True):
                layer(x, self._fed, own=own_rows, cross=cross_rows, bias=bias)
            self._predict(x)
        self._fed += 1
        return Fed(torch.from_numpy(self._logits), own, cross)

    def _embedded(self, token_id: int) -> FloatArray:
        x: FloatArray = self._tokens[token_id] * np.float32(self._scale)  # [d_model]
        np.add(x, self._positions[self._fed], out=x)
        return x if self._norm is None else self._norm(x, x)

    def _bias_row(self) -> FloatArray | None:
        """Of the scores of the newest query, ``[heads, key]``, where positions are relative."""
        if self._bias is None:
            return None
        return shared_array(self._bias(self._fed, 1, self._fed + 1)[0, :, 0])

    def _predict(self, x: FloatArray) -> None:
        if self._last_norm is not None:
            self._last_norm(x, x)
        if self._transform is not None:
            x = self._transform(x)
        self._output(x, self._logits)
        if self._forbidden:
            self._logits[self._forbidden] = -np.inf
