"""Leaving out pairs that teach nothing: duplicates, endless sentences, sides that cannot match."""

from __future__ import annotations

from collections.abc import Generator

from model.messages import CorpusError, Message
from model.steps import PIECE, run_through
from model.text.corpora import Corpus, Pair, counted
from model.text.words import split_words

LONGEST = 100
"""Words that a side may have."""

RATIO, SPARE = 3.0, 10
"""So many times the words of the shorter side the longer one may have, and so many more: short
sentences may differ as they like."""


def cleaned(corpus: Corpus) -> Corpus:
    """:func:`cleaned_steps` without a stop."""
    return run_through(cleaned_steps(corpus))


def cleaned_steps(corpus: Corpus) -> Generator[None, None, Corpus]:
    """The corpus without duplicates and unlike pairs; held-out pairs stay as they are.

    Of equal pairs the first stays. They are compared as they are in the corpus: normalised, upper
    and lower case told apart. What was cleaned once loses nothing the second time.

    Raises:
        CorpusError: no pair is left.
    """
    seen: set[Pair] = set()
    reasons: dict[int, Message] = {}
    for index, pair in enumerate(corpus.pairs):
        reason = Message("duplicate") if pair in seen else _fault(pair)
        if reason is not None:
            reasons[index] = reason
        seen.add(pair)
        if index % PIECE == PIECE - 1:
            yield
    kept = corpus.without(reasons)
    if not kept.pairs:
        raise CorpusError(
            "{name} holds no pair to learn from: {reasons}.",
            name=corpus.name,
            reasons=counted(kept.dropped),
        )
    return kept


def _fault(pair: Pair) -> Message | None:
    shorter, longer = sorted((len(split_words(pair.source)), len(split_words(pair.target))))
    if longer > LONGEST:
        return Message("longer than {longest} words", {"longest": LONGEST})
    if longer > RATIO * shorter + SPARE:
        return Message("one side is much longer than the other")
    return None
