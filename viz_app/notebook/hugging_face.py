"""Weights in the shapes that Hugging Face's ``generate(output_attentions=True)`` gives them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen
from model.traces.trace import Kind, Trace

Layers = tuple[FloatArray, ...]
"""One array a layer, ``[batch, heads, query, key]``."""
TokenLayers = tuple[Layers, ...]
"""For each generated token the :data:`Layers`, with one query: the token that was fed in."""


def encoder_attentions(trace: Trace) -> Layers:
    """One array a layer, ``[1, heads, source, source]``, read-only."""
    return tuple(frozen(layer[None]) for layer in trace.encoder_weights)


def token_attentions(trace: Trace, kind: Kind) -> TokenLayers:
    """For each generated token one array a layer, ``[1, heads, 1, key]``, read-only.

    Keys of the decoder are the tokens so far: one for the first token, two for the second. A
    decoder that looks ahead has all of them in each row.
    """
    weights, mask = trace.weights(kind), trace.mask(kind)
    return tuple(
        tuple(frozen(layer[None, :, row : row + 1, : mask[row].sum()]) for layer in weights)
        for row in range(len(trace.steps))
    )


def joined_tokens(tokens: Sequence[Sequence[FloatArray]]) -> tuple[FloatArray, BoolArray]:
    """The inverse: ``[layers, heads, query, key]``, and which of these cells there were.

    The first token may have several queries, of a prompt; each later one has one.

    Args:
        tokens: for each token one array a layer, ``[heads, query, key]``.

    Raises:
        ValueError: they do not fit together.
    """
    columns = max(layer.shape[-1] for layer in chain.from_iterable(tokens))
    parts = [np.stack([*layers]) for layers in tokens]
    missing = [(0, columns - part.shape[-1]) for part in parts]
    untouched = ((0, 0),) * 3
    weights = np.concatenate(
        [np.pad(part, (*untouched, pad)) for part, pad in zip(parts, missing, strict=True)], axis=2
    )
    seen = [np.arange(columns) < columns - pad[1] for pad in missing]
    rows = [np.tile(one, (part.shape[2], 1)) for one, part in zip(seen, parts, strict=True)]
    return weights, np.concatenate(rows)
