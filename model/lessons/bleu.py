"""BLEU of one sentence with every intermediate value (Papineni et al. 2002). No torch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from model.text.tasks import corpus_scores

MAX_ORDER = 4
"""Words of the longest n-grams that BLEU counts."""

Ngram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NgramMatch:
    """An n-gram that is in both sentences.

    Attributes:
        translation, reference: where it begins, in words from 0; all of its places.
    """

    ngram: Ngram
    translation: tuple[int, ...]
    reference: tuple[int, ...]

    @property
    def counted(self) -> int:
        """Clipped count: at most the count in the reference."""
        return min(len(self.translation), len(self.reference))

    @property
    def counted_in_translation(self) -> tuple[int, ...]:
        return self.translation[: self.counted]

    @property
    def counted_in_reference(self) -> tuple[int, ...]:
        return self.reference[: self.counted]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCounts:
    """The n-grams of one order.

    Attributes:
        n: words of each.
        matches: what both sentences have, in the order of the translation.
        total: n-grams of the translation.
        precision: in percent, as it goes into the score.
        smoothed: no n-gram matches, and the precision is 100 / (2^k · total) instead of 0, at the
            k-th such order (sacrebleu's ``exp``; Chen and Cherry 2014, method 3).
    """

    n: int
    matches: tuple[NgramMatch, ...]
    total: int
    precision: float
    smoothed: bool

    @property
    def matched(self) -> int:
        return sum(match.counted for match in self.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class BleuExplained:
    """BLEU of one translation against one reference, with all that it is made of.

    Attributes:
        translation, reference: words as sacrebleu's tokenizer finds them.
        orders: n = 1 … 4.
        highest: the highest order that counts: 4, or the length of a shorter translation
            (effective order).
        brevity_penalty: 1, or less where the translation is shorter than the reference.
        score: 0 … 100.
        tokenizer: sacrebleu's name of it, ``13a`` or ``zh``.
        signature: of ``sacrebleu``, the same score as that library computes it.
        corpus_score, corpus_signature: the same pair as a corpus of one, which always counts four
            orders: what ``headlight evaluate`` would print.
    """

    translation: tuple[str, ...]
    reference: tuple[str, ...]
    orders: tuple[OrderCounts, ...]
    highest: int
    brevity_penalty: float
    score: float
    tokenizer: str
    sacrebleu: float
    signature: str
    corpus_score: float
    corpus_signature: str


def explain_bleu(translation: str, reference: str, *, lowercase: bool = False) -> BleuExplained:
    """Sentence BLEU with the settings of ``headlight evaluate``."""
    from sacrebleu.metrics.bleu import BLEU

    corpus = corpus_scores([translation], [[reference]], lowercase=lowercase)
    settings = dict(entry.split(":", 1) for entry in corpus.bleu_signature.split("|"))
    tokenizer = settings["tok"]  # of ``nrefs:1|case:mixed|…``
    # force: no advice on stderr to detokenize what the model itself joins
    bleu = BLEU(lowercase=lowercase, tokenize=tokenizer, force=True, effective_order=True)
    right, left = (
        tuple(bleu.tokenizer((text.lower() if lowercase else text).rstrip()).split())
        for text in (reference, translation)
    )
    checked = bleu.sentence_score(translation, [reference])
    orders = _orders(left, right)
    highest = max((order.n for order in orders if order.total), default=MAX_ORDER)
    penalty = brevity_penalty(len(left), len(right))
    return BleuExplained(
        translation=left,
        reference=right,
        orders=orders,
        highest=highest,
        brevity_penalty=penalty,
        score=penalty * geometric_mean([order.precision for order in orders[:highest]]),
        tokenizer=tokenizer,
        sacrebleu=checked.score,
        signature=str(bleu.get_signature()),
        corpus_score=corpus.bleu,
        corpus_signature=corpus.bleu_signature,
    )


def brevity_penalty(translation: int, reference: int) -> float:
    """1, or e^(1 − r/c) for c translated words fewer than the reference's r."""
    if translation >= reference:
        return 1.0
    return math.exp(1 - reference / translation) if translation else 0.0


def geometric_mean(precisions: Sequence[float]) -> float:
    """The n-th root of the product; 0 if a precision is 0."""
    if not all(precisions):
        return 0.0
    return math.exp(math.fsum(map(math.log, precisions)) / len(precisions))


def matches_of(translation: Sequence[str], reference: Sequence[str], n: int) -> list[NgramMatch]:
    """The n-grams of both sentences, in the order of the translation."""
    left, right = _places(translation, n), _places(reference, n)
    return [NgramMatch(ngram, left[ngram], right[ngram]) for ngram in left if ngram in right]


def _orders(translation: Sequence[str], reference: Sequence[str]) -> tuple[OrderCounts, ...]:
    orders: list[OrderCounts] = []
    nothing_yet = 0
    any_match = not set(translation).isdisjoint(reference)
    for n in range(1, MAX_ORDER + 1):
        matches = tuple(matches_of(translation, reference, n))
        total = max(0, len(translation) - n + 1)
        matched = sum(match.counted for match in matches)
        # sacrebleu does not smooth where nothing at all matches: the score is 0
        smoothed = any_match and total > 0 and matched == 0
        nothing_yet += smoothed
        precision = 100 * (0.5**nothing_yet if smoothed else matched) / total if total else 0.0
        orders.append(
            OrderCounts(n=n, matches=matches, total=total, precision=precision, smoothed=smoothed)
        )
    return tuple(orders)


def _places(words: Sequence[str], n: int) -> dict[Ngram, tuple[int, ...]]:
    places: dict[Ngram, tuple[int, ...]] = {}
    for start in range(len(words) - n + 1):
        ngram = tuple(words[start : start + n])
        places[ngram] = (*places.get(ngram, ()), start)
    return places
