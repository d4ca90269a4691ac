"""Cleaning a corpus, and holding out pairs whose sentences do not occur in the training part."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Generator, Iterator, Sequence

from model.messages import CorpusError, Message
from model.steps import PIECE, order_of, run_through
from model.text.corpora import Corpus, Pair, counted
from model.text.words import split_words

LONGEST = 100
"""Words that a side may have."""

RATIO, SPARE = 3.0, 10
"""So many times the words of the shorter side the longer one may have, and so many more: short
sentences may differ as they like."""


def cleaned(corpus: Corpus) -> Corpus:
    return run_through(cleaned_steps(corpus))


def cleaned_steps(corpus: Corpus) -> Generator[None, None, Corpus]:
    """The corpus without duplicates and dissimilar pairs; held-out pairs are unchanged.

    Of equal pairs the first is kept. They are compared normalised and with case. The operation is
    idempotent. Raises CorpusError if no pair is left.
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
            "{name} contains no usable pairs: {reasons}.",
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


_SHARED = Message("shares a sentence with a held-out pair")

LARGEST_GROUP = 5
"""Pairs of a group that can be held out: one is kept and the others are lost for training."""


def split(corpus: Corpus, *, heldout: int, seed: int) -> Corpus:
    """Hold out pairs that share no sentence with a training pair.

    Sentences are compared without case and final punctuation, on both sides. Pairs that share a
    sentence, also transitively, form a group. Groups are drawn in the order of the seed; the first
    pair of each is held out and its others are dropped. Groups of more than :data:`LARGEST_GROUP`
    pairs are kept for training. The held-out pairs are in the order drawn: with the same seed,
    fewer are a prefix of more. Raises CorpusError if the corpus is too small, or has held-out pairs
    already.
    """
    _check(corpus, heldout)
    chosen = _drawn(sentence_groups(corpus.pairs), seed)[:heldout]
    if len(chosen) < heldout:
        raise CorpusError(
            "Only {most:,} pairs of {name} can be held out, not {heldout:,}: the others share "
            "sentences with them or with many pairs.",
            heldout=heldout,
            most=len(chosen),
            name=corpus.name,
        )
    return _held_out(corpus, chosen)


def split_with(
    main: Corpus, extras: Sequence[Corpus], *, heldout: int, seed: int
) -> tuple[Corpus, ...]:
    """Split the main corpus, and prepare other corpora to be trained on with it.

    The others lose every pair that shares a sentence with a held-out one, and every pair of an
    earlier corpus. Each result keeps its own report; ``combined`` joins them. Raises CorpusError if
    the main corpus is too small, or a corpus has held-out pairs already.
    """
    done = [split(main, heldout=heldout, seed=seed)]
    kept_apart = {key for pair in done[0].heldout for key in _keys(pair)}
    seen = set(done[0].pairs)
    for extra in extras:
        _check_whole(extra)
        reasons: dict[int, Message] = {}
        for index, pair in enumerate(extra.pairs):
            if not kept_apart.isdisjoint(_keys(pair)):
                reasons[index] = _SHARED
            elif pair in seen:
                reasons[index] = Message("duplicate")
        done.append(extra.without(reasons))
        seen.update(done[-1].pairs)
    return tuple(done)


def with_validation(corpus: Corpus, *, most: int, seed: int) -> Corpus:
    return run_through(with_validation_steps(corpus, most=most, seed=seed))


def with_validation_steps(corpus: Corpus, *, most: int, seed: int) -> Generator[None, None, Corpus]:
    """The corpus with up to ``most`` pairs held out as in :func:`split`.

    At most a tenth of the pairs, and fewer if pairs share sentences; none of a tiny corpus, and
    none if some are held out already.
    """
    if corpus.heldout:
        return corpus
    groups = yield from _group_steps(corpus.pairs)
    chosen = _drawn(groups, seed)[: min(most, len(corpus.pairs) // 10)]
    return _held_out(corpus, chosen) if chosen else corpus


def sentence_key(sentence: str) -> str:
    """What two sentences have in common that count as the same one.

    >>> sentence_key("Really?!") == sentence_key("really.")
    True
    """
    folded = sentence.casefold()
    end = len(folded)
    while end and (
        folded[end - 1].isspace() or unicodedata.category(folded[end - 1]).startswith("P")
    ):
        end -= 1
    return folded[:end] or folded


def sentence_groups(pairs: Sequence[Pair]) -> list[list[int]]:
    """Indices of pairs that share a sentence, also transitively.

    Both the groups and the indices in each are in ascending order.
    """
    return run_through(_group_steps(pairs))


def _group_steps(pairs: Sequence[Pair]) -> Generator[None, None, list[list[int]]]:
    parents = list(range(len(pairs)))
    owners: dict[str, int] = {}
    for index, pair in enumerate(pairs):
        for key in _keys(pair):
            roots = _root(parents, owners.setdefault(key, index)), _root(parents, index)
            parents[max(roots)] = min(roots)
        if index % PIECE == PIECE - 1:
            yield
    groups: dict[int, list[int]] = {}
    for index in range(len(pairs)):
        groups.setdefault(_root(parents, index), []).append(index)
    return list(groups.values())


def _drawn(groups: Sequence[list[int]], seed: int) -> list[list[int]]:
    # Of all methods, only random() is promised to stay the same from one Python to the next.
    source = random.Random(seed)
    order = order_of([source.random() for _ in groups])
    return [groups[index] for index in order if len(groups[index]) <= LARGEST_GROUP]


def _held_out(corpus: Corpus, groups: Sequence[list[int]]) -> Corpus:
    reasons = {index: _SHARED for group in groups for index in group[1:]}
    return corpus.without(reasons, heldout=[group[0] for group in groups])


def _check(corpus: Corpus, heldout: int) -> None:
    _check_whole(corpus)
    if not 1 <= heldout <= len(corpus.pairs) // 3:
        raise CorpusError(
            "heldout ({heldout:,}) must be at least 1 and at most a third of the {pairs:,} pairs "
            "of {name}.",
            heldout=heldout,
            pairs=len(corpus.pairs),
            name=corpus.name,
        )


def _check_whole(corpus: Corpus) -> None:
    if corpus.heldout:
        raise CorpusError(
            "{name} cannot be split: {heldout:,} of its pairs are held out already.",
            name=corpus.name,
            heldout=len(corpus.heldout),
        )


def _keys(pair: Pair) -> Iterator[str]:
    return map(sentence_key, pair)


def _root(parents: list[int], index: int) -> int:
    while parents[index] != index:
        parents[index] = parents[parents[index]]
        index = parents[index]
    return index
