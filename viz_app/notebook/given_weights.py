"""Attention weights that a user passes to ``headlight.view``, checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from model.arrays import BoolArray, FloatArray, frozen
from model.messages import UserError
from model.traces.trace import Kind, Trace
from viz_app.html.attention import KindWeights

# ------------------------------------------------------------------------------------ hugging face
# The shapes of its ``generate(output_attentions=True)``.


Layers = tuple[FloatArray, ...]
"""One array a layer, ``[batch, heads, query, key]``."""
TokenLayers = tuple[Layers, ...]
"""For each generated token the :data:`Layers`, with one query: the input token."""


def token_attentions(trace: Trace, kind: Kind) -> TokenLayers:
    """For each generated token one array a layer, ``[1, heads, 1, key]``, read-only.

    Keys of a causal decoder are the tokens so far; without a causal mask they are all tokens.
    """
    weights, mask = trace.weights(kind), trace.mask(kind)
    return tuple(
        tuple(frozen(layer[None, :, row : row + 1, : mask[row].sum()]) for layer in weights)
        for row in range(len(trace.steps))
    )


def joined_tokens(tokens: Sequence[Sequence[FloatArray]]) -> tuple[FloatArray, BoolArray]:
    """``[layers, heads, query, key]`` of tokens, and which of these cells exist.

    Inverse of :func:`token_attentions`: for each token one array a layer, ``[heads, query, key]``.
    The first token may have several queries, of a prompt; each later one has one. Raises ValueError
    if they do not fit together.
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


# ----------------------------------------------------------------------------------- given weights


HIGHEST_SHARE = 1.01
"""A softmax in 16 bits may be a little above 1."""

MOST_WEIGHTS, MOST_CELLS = 50_000_000, 1_000_000
"""Limits of one picture, and of each head in it, for a notebook."""

_SHAPES = (
    "[layers, heads, query, key], [heads, query, key], [query, key], "
    "or a tuple of layers as Hugging Face gives it"
)


class WeightsError(UserError, ValueError):
    """Weights, tokens or numbers of a head that cannot be shown."""


def given_weights(
    weights: Any,
    *,
    query_tokens: Sequence[str] | None,
    key_tokens: Sequence[str] | None,
    kind: str,
) -> KindWeights:
    """All forms of input as one; raises WeightsError for a shape, size or token that does not fit.

    Without labels, positions are counted from 1. With one list for a square matrix, it is for both
    axes. In square matrices, cells above the diagonal that are 0 in every head count as masked.
    """
    _check_count(_count(weights), MOST_WEIGHTS)  # before any memory is taken
    array, mask = _in_one_shape(weights)
    _check_shares(array)
    rows, columns = mask.shape
    _check_count(rows * columns, MOST_CELLS)
    if rows == columns:
        query_tokens, key_tokens = query_tokens or key_tokens, key_tokens or query_tokens
    return KindWeights(
        kind=kind,
        weights=frozen(array),
        mask=frozen(mask & _causal(array)),
        query_tokens=_labels("query_tokens", query_tokens, rows),
        key_tokens=_labels("key_tokens", key_tokens, columns),
    )


def _in_one_shape(given: Any) -> tuple[FloatArray, BoolArray]:
    first = given
    while isinstance(first, tuple | list) and first:
        first = first[0]
    if isinstance(first, int | float):  # nested lists of numbers
        given = _numpy(given)
    if isinstance(given, tuple | list) and given and isinstance(given[0], tuple | list):
        try:
            return joined_tokens([[_one_sentence(layer) for layer in token] for token in given])
        except (ValueError, TypeError) as error:
            if isinstance(error, WeightsError):
                raise
            raise _misshapen("tokens of inconsistent shape") from error
    array = _stacked(given) if isinstance(given, tuple | list) else _numpy(given)
    if array.ndim not in {2, 3, 4} or not array.size:
        raise _misshapen(list(array.shape))
    array = array[(None,) * (4 - array.ndim)]
    return array, np.ones(array.shape[2:], np.bool_)


def _count(given: Any) -> int:
    """Number of weights, from shapes alone."""
    if isinstance(given, tuple | list):
        return sum(map(_count, given))
    return math.prod(getattr(given, "shape", ()))


def _check_count(found: int, most: int) -> None:
    if found > most:
        raise WeightsError(
            "{found:,} weights are too many: a notebook can show {all:,}, at most {each:,} "
            "per head. Pass fewer layers, heads or tokens.",
            found=found,
            all=MOST_WEIGHTS,
            each=MOST_CELLS,
        )


def _stacked(layers: Sequence[Any]) -> FloatArray:
    each = [_one_sentence(layer) for layer in layers]
    shapes = sorted({layer.shape for layer in each})
    if len(shapes) != 1:
        raise _misshapen([list(shape) for shape in shapes])
    return np.stack(each)


def _one_sentence(layer: Any) -> FloatArray:
    """``[heads, query, key]``; of ``[batch, heads, query, key]`` the batch must be one."""
    array = _numpy(layer)
    if array.ndim == 4 and len(array) == 1:
        array = array.reshape(array.shape[1:])
    if array.ndim == 4:
        raise WeightsError(
            "The weights contain a batch of {count} sentences; pass one of them, as in "
            "[layer[:1] for layer in weights].",
            count=len(array),
        )
    if array.ndim != 3:
        raise _misshapen(list(array.shape))
    return array


def _numpy(given: Any) -> FloatArray:
    """A copy in float32, of a tensor on any device too."""
    if given is None:
        raise WeightsError(
            "The model returned None instead of weights; load a Hugging Face model with "
            'attn_implementation="eager" and call it with output_attentions=True.'
        )
    if hasattr(given, "detach"):  # a tensor; torch itself is not needed here
        given = given.detach().float().cpu().numpy()
    try:
        array: FloatArray = np.array(given, dtype=np.float32, copy=True)
    except (ValueError, TypeError) as error:
        raise _misshapen(type(given).__name__) from error
    return array


def _check_shares(weights: FloatArray) -> None:
    wrong = weights[~((weights >= 0) & (weights <= HIGHEST_SHARE))]
    if len(wrong):
        raise WeightsError(
            "Weights must be from 0 to 1, as a softmax returns them; {value:.4g} is not.",
            value=float(wrong[0]),
        )


def _causal(weights: FloatArray) -> BoolArray:
    """``[query, key]``: False above the diagonal if all weights there are 0."""
    rows, columns = weights.shape[2:]
    past = np.tri(rows, columns, dtype=np.bool_)
    if rows != columns or weights[..., ~past].any():
        return np.ones_like(past)
    return past


def _labels(name: str, tokens: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if tokens is None:
        return tuple(str(number + 1) for number in range(count))
    labels = tuple(map(str, tokens))
    if len(labels) != count:
        raise WeightsError(
            "{name} has {found} labels, but the weights have {count} of them.",
            name=name,
            found=len(labels),
            count=count,
        )
    return labels


def _misshapen(found: object) -> WeightsError:
    return WeightsError(
        "Weights must have the shape {shapes}, not {found}.", shapes=_SHAPES, found=found
    )
