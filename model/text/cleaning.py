"""Leaving out pairs that teach nothing: duplicates, endless sentences, sides that cannot match."""

from __future__ import annotations

import math
from dataclasses import dataclass

from model.config import check_count, check_flag, check_size, is_number
from model.messages import ConfigError, CorpusError, Message
from model.text.corpora import Corpus, Pair, counted
from model.text.words import split_words


@dataclass(frozen=True, slots=True, kw_only=True)
class CleaningRules:
    """Which pairs are left out; a duplicate always is.

    The longer side of a pair may have ``ratio`` times the words of the shorter one and ``spare``
    more, so that short sentences may differ as they like.

    Attributes:
        longest: words that a side may have.
        ratio: at least 1.
        spare: words; 0 or more.
        drop_copies: whether a pair of two equal sides is left out. The task ``copy`` needs them.

    Raises:
        ConfigError: a number is out of range.
    """

    longest: int = 100
    ratio: float = 3.0
    spare: int = 10
    drop_copies: bool = False

    def __post_init__(self) -> None:
        """Check every field."""
        check_size("longest", self.longest)
        if not (is_number(self.ratio) and 1 <= self.ratio < math.inf):
            raise ConfigError("ratio ({value!r}) must be at least 1.", value=self.ratio)
        check_count("spare", self.spare)
        check_flag("drop_copies", self.drop_copies)


def cleaned(corpus: Corpus, rules: CleaningRules) -> Corpus:
    """The corpus without the pairs that break a rule; held-out pairs stay as they are.

    Of equal pairs the first stays. They are compared as they are in the corpus: normalised, upper
    and lower case told apart. What was cleaned once loses nothing the second time.

    Raises:
        CorpusError: no pair is left.
    """
    seen: set[Pair] = set()
    reasons: dict[int, Message] = {}
    for index, pair in enumerate(corpus.pairs):
        reason = Message("duplicate") if pair in seen else _fault(pair, rules)
        if reason is not None:
            reasons[index] = reason
        seen.add(pair)
    kept = corpus.without(reasons)
    if not kept.pairs:
        raise CorpusError(
            "{name} holds no pair to learn from: {reasons}.",
            name=corpus.name,
            reasons=counted(kept.dropped),
        )
    return kept


def _fault(pair: Pair, rules: CleaningRules) -> Message | None:
    if rules.drop_copies and pair.source == pair.target:
        return Message("source and target are the same")
    shorter, longer = sorted((len(split_words(pair.source)), len(split_words(pair.target))))
    if longer > rules.longest:
        return Message("longer than {longest} words", {"longest": rules.longest})
    if longer > rules.ratio * shorter + rules.spare:
        return Message("one side is much longer than the other")
    return None
