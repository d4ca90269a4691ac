"""The parts of a decoder for one row, in numpy, over the weights of a network's own parts.

A single row is little more than calls, and one of numpy costs a fraction of one of torch. Nothing
is copied: what changes in the network changes here. What is computed is written over and over into
the same few rows, all float32.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor, nn

from model.arrays import FloatArray
from model.network.attention import KeyValue, MultiHeadAttention
from model.network.layers import DecoderLayer, FeedForward, OutputTransform, Residual
from model.network.linear import Linear, row_product


def shared_array(tensor: Tensor) -> FloatArray:
    """The tensor's own memory, in its shape."""
    array: FloatArray = tensor.detach().numpy()
    return array


def _of_maybe(tensor: Tensor | None) -> FloatArray | None:
    return None if tensor is None else shared_array(tensor)


class RowProjection:
    """xWᵀ + b."""

    def __init__(self, linear: Linear) -> None:
        """Over its weight and bias."""
        self.size = linear.out_features
        self._product = row_product(linear.weight)
        self._bias = _of_maybe(linear.bias)

    def __call__(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """``[in_features]`` → ``[out_features]``, written to ``out``."""
        self._product(x, out)
        return out if self._bias is None else np.add(out, self._bias, out=out)


class RowNorm:
    """LayerNorm or RMSNorm."""

    def __init__(self, norm: nn.LayerNorm | nn.RMSNorm) -> None:
        """Over its weight and bias."""
        self._weight = shared_array(norm.weight)
        self._bias = _of_maybe(norm.bias if isinstance(norm, nn.LayerNorm) else None)
        self._share, self._epsilon = 1 / len(self._weight), norm.eps or 0.0
        self._shares = np.full_like(self._weight, self._share)

    def __call__(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """``[d_model]`` → ``[d_model]``, written to ``out``, which may be ``x``."""
        if self._bias is not None:
            x = np.subtract(x, x.dot(self._shares), out=out)
        np.divide(x, np.sqrt(x.dot(x) * self._share + self._epsilon), out=out)
        np.multiply(out, self._weight, out=out)
        return out if self._bias is None else np.add(out, self._bias, out=out)


def row_norm(norm: nn.Module) -> RowNorm | None:
    """None where there is no norm but an identity."""
    return RowNorm(norm) if isinstance(norm, nn.LayerNorm | nn.RMSNorm) else None


class RowTransform:
    """LayerNorm(f(xW + b))."""

    def __init__(self, transform: OutputTransform) -> None:
        """Over its projection and norm."""
        self._w, self._norm = RowProjection(transform.w), RowNorm(transform.norm)
        self._activation = transform.activation
        self._row = np.empty(self._w.size, np.float32)

    def __call__(self, x: FloatArray) -> FloatArray:
        """``[d_model]`` → the same shape."""
        activated = self._activation(torch.from_numpy(self._w(x, self._row))).numpy()
        return self._norm(activated, self._row)


class _Residual:
    """Post-norm or pre-norm."""

    def __init__(self, residual: Residual) -> None:
        self._pre, self._norm = residual.pre, RowNorm(residual.norm)
        self._row = np.empty_like(shared_array(residual.norm.weight))

    def enter(self, x: FloatArray) -> FloatArray:
        """What the sublayer reads."""
        return self._norm(x, self._row) if self._pre else x

    def leave(self, x: FloatArray, output: FloatArray) -> None:
        """Add to the stream, in place."""
        np.add(x, output, out=x)
        if not self._pre:
            self._norm(x, x)


class _FeedForward:
    """f(xW₁)W₂, gated or not."""

    def __init__(self, feed_forward: FeedForward) -> None:
        self._w_1, self._w_2 = RowProjection(feed_forward.w_1), RowProjection(feed_forward.w_2)
        self._w_3 = None if feed_forward.w_3 is None else RowProjection(feed_forward.w_3)
        self._activation = feed_forward.activation
        self._hidden, self._gate = np.empty((2, self._w_1.size), np.float32)
        self._as_tensor = torch.from_numpy(self._hidden)

    def __call__(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """``[d_model]`` → the same shape."""
        self._w_1(x, self._hidden)
        hidden: FloatArray = self._activation(self._as_tensor).numpy()
        if self._w_3 is not None:
            hidden = np.multiply(hidden, self._w_3(x, self._gate), out=self._hidden)
        return self._w_2(hidden, out)


class _Attention:
    """From one query to keys and values that are there: QKᵀ/√d_k, softmax, V, W_O."""

    def __init__(self, attention: MultiHeadAttention) -> None:
        self._w_q, self._w_o = RowProjection(attention.w_q), RowProjection(attention.w_o)
        width, heads = self._w_q.size, attention.n_heads
        d_k = width // heads
        self._divisor = np.array(math.sqrt(d_k) if attention.scaled else 1.0, np.float32)
        self._row = np.empty(width, np.float32)
        self._query = self._row.reshape(heads, d_k, 1)
        self._context = self._row.reshape(heads, 1, d_k)  # the query is not read any more then

    def __call__(
        self,
        x: FloatArray,
        out: FloatArray,
        *,
        kv: _Heads,
        weights: FloatArray,
        bias: FloatArray | None = None,
    ) -> None:
        """``[d_model]`` → the same shape, written to ``out``; and weights ``[heads, key]``."""
        keys, values = kv
        np.divide(self._w_q(x, self._row), self._divisor, out=self._row)
        scores = np.matmul(keys, self._query)[:, :, 0]  # [heads, key]
        if bias is not None:
            np.add(scores, bias, out=scores)
        torch.softmax(torch.from_numpy(scores), -1, out=torch.from_numpy(weights))
        np.matmul(weights[:, None], values, out=self._context)  # [heads, 1, d_k]
        self._w_o(self._row, out)


_Heads = tuple[FloatArray, FloatArray]
"""Keys and values, each ``[heads, key, d_k]``."""


class _Cache:
    """Keys and values of one decoder layer's tokens so far, a row each."""

    def __init__(self, attention: MultiHeadAttention, max_steps: int) -> None:
        self._w_k, self._w_v = RowProjection(attention.w_k), RowProjection(attention.w_v)
        self._keys, self._values = np.empty((2, max_steps, self._w_k.size), np.float32)
        apart = (max_steps, attention.n_heads, self._w_k.size // attention.n_heads)
        self._by_head = tuple(
            rows.reshape(apart).transpose(1, 0, 2) for rows in (self._keys, self._values)
        )

    def extended(self, x: FloatArray, step: int) -> _Heads:
        """All of them, with those of the newest token ``[d_model]``."""
        self._w_k(x, self._keys[step])
        self._w_v(x, self._values[step])
        keys, values = self._by_head
        return keys[:, : step + 1], values[:, : step + 1]


class RowLayer:
    """One decoder layer, with its keys and values so far."""

    def __init__(self, layer: DecoderLayer, memory: KeyValue | None, *, max_steps: int) -> None:
        """Room for ``max_steps`` tokens; ``memory`` is None without an encoder."""
        self._attention, self._cache = (
            _Attention(layer.attention),
            _Cache(layer.attention, max_steps),
        )
        self._attention_residual = _Residual(layer.attention_residual)
        self._memory: _Heads | None = None
        if memory is not None:
            self._memory = (shared_array(memory.k[0]), shared_array(memory.v[0]))
            self._cross, self._cross_residual = (
                _Attention(layer.cross),
                _Residual(layer.cross_residual),
            )
        self._feed_forward = _FeedForward(layer.feed_forward)
        self._feed_forward_residual = _Residual(layer.feed_forward_residual)
        self._output = np.empty(layer.feed_forward.w_2.out_features, np.float32)

    def __call__(
        self,
        x: FloatArray,
        step: int,
        *,
        own: FloatArray,
        cross: FloatArray,
        bias: FloatArray | None,
    ) -> None:
        """Change ``x`` ``[d_model]`` and write the new weights.

        ``own`` is ``[heads, key]``, ``cross`` ``[heads, source]``; ``bias`` is added to the scores
        of the self-attention, ``[heads, key]``.
        """
        output = self._output
        h = self._attention_residual.enter(x)
        kv = self._cache.extended(h, step)
        self._attention(h, output, kv=kv, weights=own, bias=bias)
        self._attention_residual.leave(x, output)
        if self._memory is not None:
            h = self._cross_residual.enter(x)
            self._cross(h, output, kv=self._memory, weights=cross)
            self._cross_residual.leave(x, output)
        h = self._feed_forward_residual.enter(x)
        self._feed_forward_residual.leave(x, self._feed_forward(h, output))
