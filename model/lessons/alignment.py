"""Cross-attention read as a word alignment, and compared with a given one. Numpy only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

import numpy as np

from model.arrays import FloatArray
from model.messages import CorpusError
from model.special_tokens import EOS, HIDDEN_TOKENS
from model.text.words import word_spans
from model.traces.trace import Trace

Links = frozenset[tuple[int, int]]
"""Pairs of a source and a target word, from 0."""

RowChoice = Literal["predicted", "fed"]
"""Whether the row of a target token is the one that predicts it, or the one that it is fed to."""


# -------------------------------------------------------------------------------------- alignment


def aligned_words(
    weights: FloatArray, source: Sequence[int | None], target: Sequence[int | None]
) -> Links:
    """Link each target token to the source token of its row's largest weight.

    A word is linked when any of its subwords is; ties go to the left.

    Args:
        weights: ``[target, source]``, one row for each target token.
        source: the word of each source token; None for one that is not linked, such as ``</s>``.
        target: the word of each target token, or None.
    """
    keys = [key for key, word in enumerate(source) if word is not None]
    words = [word for word in source if word is not None]
    if not keys:
        return frozenset()
    best = weights[:, keys].argmax(axis=-1).tolist()
    rows = zip(best, target, strict=True)
    return frozenset((words[key], word) for key, word in rows if word is not None)


class AlignedTrace(NamedTuple):
    """Cross-attention ``[layers, heads, row, source]``, and which words its keys and rows are of.

    ``source`` and ``target`` name the word of each key and of each row, None where there is none;
    ``counts`` are the numbers of source and target words.
    """

    weights: FloatArray
    source: tuple[int | None, ...]
    target: tuple[int | None, ...]
    counts: tuple[int, int]

    def links(self, layer: int, head: int | None) -> Links:
        """Of one head, or of the mean over all heads of a layer."""
        chosen = self.weights[layer]
        return self.links_in(chosen.mean(axis=0) if head is None else chosen[head])

    def links_in(self, weights: FloatArray) -> Links:
        """Of any weights ``[row, source]``."""
        return aligned_words(weights, self.source, self.target)

    def every_links(self) -> Mapping[tuple[int, int | None], Links]:
        """Of all heads and of the mean of each layer, by layer and head."""
        layers, heads = self.weights.shape[:2]
        places = product(range(layers), (None, *range(heads)))
        return {place: self.links(*place) for place in places}

    def keys_of(self, links: Iterable[tuple[int, int]]) -> Mapping[int, list[int]]:
        """By row, the keys of the words that its word is linked to; rows without are missing."""
        by_word: dict[int | None, set[int | None]] = {}
        for source, target in links:
            by_word.setdefault(target, set()).add(source)
        found = {
            row: [key for key, source in enumerate(self.source) if source in by_word[word]]
            for row, word in enumerate(self.target)
            if word in by_word
        }
        return {row: keys for row, keys in found.items() if keys}

    def read_gold(self, line: str, *, path: object, number: int) -> GoldLinks:
        """Links of a line of a Pharaoh file, from 1; raises CorpusError."""
        n_source, n_target = self.counts
        try:
            return read_pharaoh(line, n_source=n_source, n_target=n_target)
        except CorpusError as error:
            raise CorpusError(
                "{path}, line {line}: {reason}", path=path, line=number, reason=error
            ) from error


def aligned_trace(trace: Trace, row: RowChoice = "predicted") -> AlignedTrace:
    """The cross-attention of a trace with its words.

    The row that predicts ``</s>`` is left out, so by fed rows the last word has none.
    """
    source, target = words_of(trace.source_tokens), words_of(trace.predicted_tokens)
    counts = tuple(len({*words} - {None}) for words in (source, target))
    if row == "fed":
        ends = (token == EOS for token in trace.predicted_tokens)
        fed = words_of(trace.fed_tokens)
        target = tuple(None if end else word for end, word in zip(ends, fed, strict=True))
    return AlignedTrace(trace.cross_weights, source, target, (counts[0], counts[1]))


def words_of(tokens: Sequence[str]) -> tuple[int | None, ...]:
    """The word of each token, counted from 0 without special tokens, which have None."""
    words: list[int | None] = []
    count = 0
    for start, end in word_spans(tokens):
        special = tokens[start] in HIDDEN_TOKENS
        words += [None if special else count] * (end - start)
        count += not special
    return tuple(words)


# ------------------------------------------------------------------------------------------- gold


class GoldLinks(NamedTuple):
    """An alignment by hand: sure links, and possible ones, which contain the sure."""

    sure: Links
    possible: Links


_LINK = re.compile(r"(\d{1,6})([-?p])(\d{1,6})")


def read_pharaoh(line: str, *, n_source: int, n_target: int) -> GoldLinks:
    """Links like ``0-0 1-2 2?3``, words from 0; ``?`` or ``p`` marks possible ones.

    Raises:
        CorpusError: a link is none, or names a word that its sentence does not have.
    """
    sure, possible = set(), set()
    for written in line.split():
        match = _LINK.fullmatch(written)
        if match is None:
            raise CorpusError("{link!r} is not a link such as 0-0 or 2?3.", link=written)
        link = int(match[1]), int(match[3])
        if link[0] >= n_source or link[1] >= n_target:
            raise CorpusError(
                "The link {link} does not fit its sentences of {source} and {target} words.",
                link=written,
                source=n_source,
                target=n_target,
            )
        possible.add(link)
        if match[2] == "-":
            sure.add(link)
    return GoldLinks(frozenset(sure), frozenset(possible))


def pharaoh(links: Links) -> str:
    """``0-0 1-2``, in the order of the target words."""
    ordered = sorted(links, key=lambda link: (link[1], link[0]))
    return " ".join(f"{source}-{target}" for source, target in ordered)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentScores:
    """Of a corpus (Och & Ney 2003), 0 … 1; NaN where nothing is divided by.

    Attributes:
        error_rate: AER = 1 − (|A∩S| + |A∩P|) / (|A| + |S|).
        precision: |A∩P| / |A|.
        recall: |A∩S| / |S|.
    """

    error_rate: float
    precision: float
    recall: float


def alignment_scores(found: Iterable[tuple[Links, GoldLinks]]) -> AlignmentScores:
    """Counts are summed over all sentences, not averaged."""
    linked = sure = right_sure = right = 0
    for links, gold in found:
        linked += len(links)
        sure += len(gold.sure)
        right_sure += len(links & gold.sure)
        right += len(links & gold.possible)
    with np.errstate(invalid="ignore", divide="ignore"):
        numbers = np.array([right_sure + right, right, right_sure], dtype=float)
        shares = numbers / np.array([linked + sure, linked, sure], dtype=float)
    return AlignmentScores(
        error_rate=float(1 - shares[0]), precision=float(shares[1]), recall=float(shares[2])
    )


class HeadAlignment(NamedTuple):
    """Scores of one head, or of the mean over the heads of a layer, where ``head`` is None."""

    layer: int
    head: int | None
    scores: AlignmentScores


def head_scores(
    found: Sequence[Mapping[tuple[int, int | None], Links]], gold: Sequence[GoldLinks]
) -> tuple[HeadAlignment, ...]:
    """Of links of sentences as by :meth:`AlignedTrace.every_links`; least error rate first."""
    scores = [
        HeadAlignment(
            *place, alignment_scores(zip((links[place] for links in found), gold, strict=True))
        )
        for place in found[0]
    ]
    # where nothing is linked on either side the rate is NaN
    return tuple(sorted(scores, key=lambda each: np.nan_to_num(each.scores.error_rate, nan=2.0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedSample:
    """Scores of every head over the first ``n`` of ``total`` pairs of a generated task."""

    task: str
    n: int
    total: int
    by_row: Mapping[RowChoice, tuple[HeadAlignment, ...]]
