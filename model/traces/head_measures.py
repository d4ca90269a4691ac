"""Numbers that describe heads: of one trace, and of a moment of a training. Numpy only."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, get_args

import numpy as np

from model.arrays import BoolArray, DoubleArray, FloatArray, frozen
from model.special_tokens import SPECIAL_TOKENS
from model.text.words import join_words, word_spans
from model.traces.trace import KINDS, Kind, Trace
from model.values import Count, Few, Text

# ----------------------------------------------------------------------------------- head measures
# Measures of attention heads (entropy, distance …), and the head and word shown first.
#
# Every measure takes the decoded rows of one kind: weights ``[layers, heads, query, key]`` whose
# rows sum to 1, 0 where the mask forbids. The decoder may have more keys than rows.


Measure = Literal["entropy", "distance", "previous", "next", "first", "special", "diagonality"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

_NEIGHBOUR = {"previous": -1, "next": 1}
_SMALLEST = np.finfo(np.float32).tiny  # keeps 0·log 0 at 0


def has_measure(kind: Kind, measure: Measure, *, looks_ahead: bool = False) -> bool:
    """True if a measure is defined for a kind.

    Neighbours are keys of the query's own sentence: cross attention has none, and the decoder does
    not see the next one unless it ``looks_ahead``.
    """
    if kind == "cross":
        return measure not in _NEIGHBOUR
    return kind == "encoder" or looks_ahead or measure != "next"


def measure_range(measure: Measure, mask: BoolArray, *, kind: Kind) -> tuple[float, float]:
    """Minimum and maximum of a measure, given the keys that each row may attend to.

    A row's entropy is at most log₂ of the number of its keys, its distance that of its farthest
    key; both ends are 0 if every row has one key only.

    Args:
        measure: which number.
        mask: ``[query, key]``, True = may attend.
        kind: which attention the mask is of.
    """
    if measure == "entropy":
        return 0.0, _mean_of_rows(np.log2(np.maximum(mask.sum(axis=1), 1)))
    if measure == "distance":
        reach = np.where(mask, _distances(mask.shape, kind), 0.0)
        return 0.0, _mean_of_rows(reach.max(axis=1, initial=0.0))
    return (-1.0, 1.0) if measure == "diagonality" else (0.0, 1.0)


def diagonal(kind: Kind, *, n_queries: int, n_keys: int) -> DoubleArray:
    """The key position on the diagonal for each query position. ``[query]``.

    The query's own position q; for cross attention, whose two sentences differ in length,
    q·(K−1)/(Q−1): the line from the first cell to the last.
    """
    queries = np.arange(n_queries, dtype=np.float64)
    if kind == "cross":
        queries *= (n_keys - 1) / max(n_queries - 1, 1)
    return queries


def head_measure(
    weights: FloatArray,
    mask: BoolArray,
    *,
    measure: Measure,
    kind: Kind,
    special_keys: BoolArray,
) -> FloatArray:
    """One number for each head. ``[layers, heads]``, read-only.

    Args:
        weights: ``[layers, heads, query, key]``, decoded rows only.
        mask: ``[query, key]``, True = may attend.
        measure: which number.
        kind: which attention the weights are of.
        special_keys: ``[key]``, True = a special token.

    Raises:
        ValueError: the shapes do not fit together.
    """
    n_queries, n_keys = weights.shape[2:]
    if mask.shape != (n_queries, n_keys) or special_keys.shape != (n_keys,):
        raise ValueError(
            f"weights {weights.shape} do not fit mask {mask.shape} "
            f"and special keys {special_keys.shape}"
        )
    looks_ahead = bool(np.diagonal(mask, 1).any())
    if n_queries == 0 or not has_measure(kind, measure, looks_ahead=looks_ahead):
        return frozen(np.full(weights.shape[:2], np.nan, dtype=np.float32))
    match measure:
        case "entropy":
            values = _entropy(weights)
        case "distance":
            distances = _distances(weights.shape[2:], kind).astype(np.float32)
            values = _row_mean(np.einsum("lhqk,qk->lhq", weights, distances))
        case "previous" | "next":
            values = _neighbour(weights, mask, offset=_NEIGHBOUR[measure])
        case "first":
            values = _row_mean(weights[..., 0])
        case "special":
            values = _row_mean(weights[..., special_keys].sum(axis=-1))
        case _:  # diagonality
            values = np.stack([_correlation(layer) for layer in weights])
    return frozen(values.astype(np.float32))


def _row_mean(rows: FloatArray) -> DoubleArray:
    """``[layers, heads, query]`` → ``[layers, heads]``."""
    return rows.mean(axis=-1, dtype=np.float64)


def _entropy(weights: FloatArray) -> DoubleArray:
    rows = np.empty(weights.shape[:3], dtype=np.float32)
    for layer, matrices in enumerate(weights):
        logs = np.maximum(matrices, _SMALLEST)
        np.log(logs, out=logs)
        rows[layer] = np.einsum("hqk,hqk->hq", matrices, logs)
    bits = _row_mean(rows) / -math.log(2)
    # A weight of 1.0000001 has a logarithm above 0; adding 0 turns −0 into 0.
    return np.maximum(bits, 0.0) + 0.0


def _distances(shape: tuple[int, ...], kind: Kind) -> DoubleArray:
    """Distance of each key from its row's place on the diagonal. ``[query, key]``."""
    n_queries, n_keys = shape
    straight = diagonal(kind, n_queries=n_queries, n_keys=n_keys)
    distances: DoubleArray = np.abs(np.arange(n_keys) - straight[:, None])
    return distances


def _mean_of_rows(values: DoubleArray) -> float:
    """0 without rows. ``[query]``."""
    return float(values.mean()) if len(values) else 0.0


def _neighbour(weights: FloatArray, mask: BoolArray, *, offset: int) -> DoubleArray:
    allowed = np.diagonal(mask, offset)
    if not allowed.any():
        return np.full(weights.shape[:2], np.nan)
    return _row_mean(np.diagonal(weights, offset, axis1=2, axis2=3)[..., allowed])


def _correlation(weights: FloatArray) -> DoubleArray:
    """Correlation of query and key position. ``[heads, query, key]`` → ``[heads]``."""
    # In float64, centred before squaring: a head whose mass is almost all on one key still gives
    # its true value, which goes to 0 with the rest of the mass.
    joint = weights.astype(np.float64)
    query_mass, key_mass = joint.sum(axis=2), joint.sum(axis=1)
    queries = _centred(query_mass)  # [heads, query]
    keys = _centred(key_mass)  # [heads, key]
    covariance = np.vecdot(queries, (joint @ keys[:, :, None])[..., 0])
    spread = np.vecdot(query_mass, queries**2) * np.vecdot(key_mass, keys**2)
    degenerate = spread == 0
    correlation = covariance / np.sqrt(np.where(degenerate, 1.0, spread))
    return np.clip(np.where(degenerate, 0.0, correlation), -1.0, 1.0)


def _centred(mass: DoubleArray) -> DoubleArray:
    """Positions minus their mean under ``mass``. Both ``[heads, position]``."""
    positions = np.arange(mass.shape[1], dtype=np.float64)
    total = np.maximum(mass.sum(axis=1), _SMALLEST)
    return positions - (mass @ positions / total)[:, None]


_WORDS = """
a an the this that these those of to in on at by for from with and or but not no
because if as than when while so then there here
i you he she it we they me him her us them my your his its our their
am is are was were be been do does did have has had will would can could
"""

FUNCTION_WORDS = frozenset(_WORDS.split())
"""English words that say little by themselves, in lower case."""


_ENDINGS = frozenset({"t", "m", "s", "re", "ve", "ll", "d", "don", "didn", "doesn", "isn", ""})
"""Of what an apostrophe parts."""


def first_content_step(tokens: Sequence[str]) -> int:
    """The step of a target's first content word; 0 without any.

    It is not one of :data:`FUNCTION_WORDS`, punctuation or a special token; if there is none, it is
    the first word. Single letters, as in a toy task, are not function words if the target has
    nothing longer.
    """
    content, words = [], []
    letters = all(len(token) == 1 for token in tokens if token not in SPECIAL_TOKENS)
    for start, end in word_spans(tokens):
        if not _is_word(tokens[start]):
            continue
        words.append(start)
        if letters or not _is_function_word(join_words(tokens[start:end])):
            content.append(start)
    return next(iter([*content, *words]), 0)


def first_place(trace: Trace) -> int:
    """The initial position: the first content word that the model wrote after given tokens.

    Without a decoder, the first masked place, else the first content word of the source.
    """
    if trace.places:
        masked = (index for index, place in enumerate(trace.places) if place.masked)
        return next(masked, first_content_step(trace.source_tokens))
    own = next((step.index for step in trace.steps if not step.given), 0)
    return own + first_content_step(trace.predicted_tokens[own:])


def aligned_head(trace: Trace) -> tuple[int, int]:
    shares = agreement(trace)
    layer, head = np.unravel_index(int(shares.argmax()), shares.shape)
    return int(layer), int(head)


def most_changed_head(one: Trace, other: Trace, row: int) -> tuple[Kind, int, int, float]:
    """The decoder or cross head whose ``row`` differs most between two traces of one model.

    Kind, layer and head, from 0, and the weight moved to other keys: half the sum of absolute
    differences, 0 … 1. NaN counts as unchanged.
    """
    found: list[tuple[float, Kind, int, int]] = []
    for kind in one.kinds:
        if kind != "encoder":
            steps = one.steps[row], other.steps[row]
            rows = [step.cross_rows if kind == "cross" else step.decoder_rows for step in steps]
            moved = _moved(*rows)
            layer, head = divmod(int(moved.argmax()), moved.shape[1])
            found.append((float(moved.max()), kind, layer, head))
    most, chosen, at_layer, at_head = max(found)
    return chosen, at_layer, at_head, most


def _moved(one: FloatArray, other: FloatArray) -> FloatArray:
    """``[layers, heads, key]`` → ``[layers, heads]``; keys of only one side count."""
    keys = max(one.shape[-1], other.shape[-1])
    first, second = (
        np.pad(rows, ((0, 0), (0, 0), (0, keys - rows.shape[-1]))) for rows in (one, other)
    )
    moved: FloatArray = np.nan_to_num(np.abs(first - second).sum(axis=-1) / 2)
    return moved


def agreement(trace: Trace) -> FloatArray:
    """How far each head's cross-attention agrees with the mean over all heads.

    Mean over the rows of words of the weight on the source word with the largest mean weight over
    all layers and heads; punctuation and special tokens are left out on both sides if anything else
    exists. ``[layers, heads]``; zeros for a trace without steps or cross-attention.
    """
    keys, weights = _words(trace.source_tokens), trace.cross_weights  # [layers, heads, row, key]
    if "cross" not in trace.kinds or not trace.steps:
        return np.zeros(weights.shape[:2], dtype=np.float32)
    favourites = np.where(keys, weights.mean(axis=(0, 1)), -1.0).argmax(axis=-1)
    # only now the rows of words: picked from all of the weights they would be a copy of them
    rows = np.flatnonzero(_words(trace.predicted_tokens))
    shares: FloatArray = weights[:, :, rows, favourites[rows]].mean(axis=-1)
    return shares


def _words(tokens: Sequence[str]) -> BoolArray:
    words = np.array([_is_word(token) for token in tokens], dtype=np.bool_)
    return words if words.any() else np.ones(len(tokens), dtype=np.bool_)


def _is_word(token: str) -> bool:
    return token not in SPECIAL_TOKENS and any(char.isalnum() for char in token)


def _is_function_word(word: str) -> bool:
    return set(word.lower().replace("’", "'").split("'")) <= FUNCTION_WORDS | _ENDINGS


# ------------------------------------------------------------------------------------------ moment
# A recorded moment of a training run: the attention of its probe sentences.


@dataclass(frozen=True, slots=True)
class Probe:
    """A source with the target that it should have; neither is learned from, where possible."""

    source: Text
    target: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleTranslations:
    """Greedy translations of a run's probes after some updates.

    Attributes:
        update: weight updates done; 0 = untrained.
        epoch: the epoch of that update, from 1; 0 before the first update.
        translations: one for each probe, in their order.
    """

    update: Count
    epoch: Count
    translations: Few[Text]


HeadNumber = Literal["entropy", "diagonality"]
HEAD_NUMBERS: tuple[HeadNumber, ...] = get_args(HeadNumber)


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """The traces of all probes at one update of a run.

    The probes' targets are given (teacher forcing), so every moment has the same tokens on its
    axes, and moments can be compared cell by cell.

    Attributes:
        update: weight updates done; 0 = untrained.
        epoch: the epoch of that update, from 1; 0 before the first update.
        traces: one for each probe, in their order; every step's token is given.
        numbers: by kind and number ``[layers, heads]``, the mean over the probes; read-only.
    """

    update: int
    epoch: int
    traces: tuple[Trace, ...]
    numbers: Mapping[tuple[Kind, HeadNumber], FloatArray] = field(repr=False)


def head_numbers(traces: Sequence[Trace]) -> Mapping[tuple[Kind, HeadNumber], FloatArray]:
    """Each number as the mean over the traces, ``[layers, heads]``, read-only.

    Entropy is in bits, diagonality from -1 to 1 (:func:`model.traces.head_measures.head_measure`).

    Raises:
        ValueError: there is no trace.
    """
    if not traces:
        raise ValueError("no trace to measure")
    numbers = {}
    for kind, number in product(KINDS, HEAD_NUMBERS):
        measured = [
            head_measure(
                trace.weights(kind),
                trace.mask(kind),
                measure=number,
                kind=kind,
                special_keys=np.isin(trace.key_tokens(kind), SPECIAL_TOKENS),
            )
            for trace in traces
        ]
        mean = np.mean(measured, axis=0, dtype=np.float64)
        numbers[kind, number] = frozen(np.asarray(mean, dtype=np.float32))
    return numbers
