"""Where to look first in a translation: a word that means something, a head that aligns.

Numpy only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.arrays import BoolArray, FloatArray
from model.special_tokens import SPECIAL_TOKENS
from model.text.words import join_words, word_spans
from model.traces.trace import Trace

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
    """The step of the first word of a target that says something by itself; 0 without any.

    That is none of :data:`FUNCTION_WORDS`, no punctuation and no special token. Without such a
    word it is the first that is no punctuation. Single letters, as those of a toy task, are no
    function words where the target has nothing longer.
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
    """Where to stand first: at the first such word of what the model wrote after what was given.

    An encoder alone has written what was masked; else all that it has read counts.
    """
    if trace.places:
        masked = (index for index, place in enumerate(trace.places) if place.masked)
        return next(masked, first_content_step(trace.source_tokens))
    own = next((step.index for step in trace.steps if not step.given), 0)
    return own + first_content_step(trace.predicted_tokens[own:])


def aligned_head(trace: Trace) -> tuple[int, int]:
    """Layer and head, from 0, whose cross-attention is most aligned: see :func:`agreement`."""
    shares = agreement(trace)
    layer, head = np.unravel_index(int(shares.argmax()), shares.shape)
    return int(layer), int(head)


def agreement(trace: Trace) -> FloatArray:
    """How much of each head's cross-attention is on what all heads together look at most.

    Mean over the rows of words of the weight on the source word that has the largest mean weight
    over all layers and heads; punctuation and special tokens count on neither side, as long as
    there is anything else. ``[layers, heads]``; a trace without steps or cross-attention gives
    zeros.
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
    """Which tokens are words, or pieces of some; all, where none is."""
    words = np.array([_is_word(token) for token in tokens], dtype=np.bool_)
    return words if words.any() else np.ones(len(tokens), dtype=np.bool_)


def _is_word(token: str) -> bool:
    return token not in SPECIAL_TOKENS and any(char.isalnum() for char in token)


def _is_function_word(word: str) -> bool:
    """Also one with an apostrophe: ``don't`` and ``I'm`` are."""
    return set(word.lower().replace("’", "'").split("'")) <= FUNCTION_WORDS | _ENDINGS
