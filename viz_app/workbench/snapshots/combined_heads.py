"""What several heads show together, and the numbers that tell heads apart; kept per trace."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from model.arrays import FloatArray
from model.special_tokens import HIDDEN_TOKENS
from model.traces.aggregation import (
    decoder_rollout,
    encoder_rollout,
    max_over_heads,
    mean_over_heads,
)
from model.traces.head_measures import Measure, head_measure
from model.traces.trace import Kind, Trace
from viz_app.workbench.state.attention_options import AttentionOptions

KEPT = 4
"""Results kept: those of three kinds, and one more."""


def chosen_heads(options: AttentionOptions, *, n_heads: int, head: int) -> tuple[int, ...]:
    """The heads that a picture is about: those chosen, else the one in view, for means all."""
    heads = tuple(chosen for chosen in options.heads if chosen < n_heads)
    if options.combination == "rollout" or (not heads and options.combination != "head"):
        return tuple(range(n_heads))
    return heads or (head,)


def with_head_toggled(
    options: AttentionOptions, toggled: int, *, n_heads: int, head: int
) -> tuple[int, ...]:
    """The heads that a picture is about with one more, or one less."""
    return tuple(sorted({*chosen_heads(options, n_heads=n_heads, head=head)} ^ {toggled}))


def combined_weights(
    trace: Trace, kind: Kind, options: AttentionOptions, *, layer: int, head: int
) -> FloatArray:
    """One head, or what the chosen heads of a layer do together. ``[query, key]``, read-only."""
    weights: FloatArray = trace.weights(kind)[layer, head]
    if options.combination == "rollout":
        weights = _rollout(trace, kind)[layer]
    elif options.combination != "head":
        heads = chosen_heads(options, n_heads=trace.n_heads, head=head)
        over = mean_over_heads if options.combination == "mean" else max_over_heads
        weights = over(trace.weights(kind)[layer : layer + 1], heads)[0]
    return weights


@lru_cache(maxsize=KEPT)
def measured(trace: Trace, kind: Kind, measure: Measure) -> FloatArray:
    """A measure of every head, over all rows decoded so far. ``[layers, heads]``, read-only."""
    special = np.array([token in HIDDEN_TOKENS for token in trace.key_tokens(kind)])
    return head_measure(
        trace.weights(kind), trace.mask(kind), measure=measure, kind=kind, special_keys=special
    )


def _rollout(trace: Trace, kind: Kind) -> FloatArray:
    """Attention rollout up to each layer. ``[layers, query, key]``, read-only."""
    if kind == "encoder":
        return _encoder_rollout(trace)
    target, source = _decoder_rollout(trace)
    return target if kind == "decoder" else source


@lru_cache(maxsize=KEPT)
def _encoder_rollout(trace: Trace) -> FloatArray:
    return encoder_rollout(trace.encoder_weights)


@lru_cache(maxsize=KEPT)
def _decoder_rollout(trace: Trace) -> tuple[FloatArray, FloatArray]:
    """Shares of target and of source tokens, which need each other."""
    memory = _encoder_rollout(trace)[-1]
    return decoder_rollout(trace.decoder_weights, trace.cross_weights, memory=memory)
