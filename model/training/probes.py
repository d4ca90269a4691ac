"""Choosing the sentences whose attention a run records while it learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from model.decoding.batching import IdPair, fits, to_ids
from model.decoding.samples import SAMPLES
from model.decoding.trained import TrainedModel
from model.special_tokens import UNK_ID
from model.text.corpora import Corpus, Pair
from model.text.tasks import GENERATED
from model.traces.probe import Probe
from model.traces.recording import recorded_bytes

MOST_BYTES = 200_000
"""Weights of all probes at one moment: a hundred moments stay below 20 MB on disk."""

_GOOD_LENGTHS = range(4, 15)
_LOOKED_AT = 400


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A pair that could be a probe.

    Attributes:
        src, tgt: tokens of each side, ``</s>`` included.
        n_bytes: of its weights at one moment.
        known: whether the model knows all its words.
    """

    pair: Pair
    src: int
    tgt: int
    n_bytes: int
    known: bool

    @property
    def readable(self) -> bool:
        """Whether its pictures are large enough to show something, and small enough to read."""
        return self.src in _GOOD_LENGTHS and self.tgt in _GOOD_LENGTHS


@dataclass(slots=True)
class _Choice:
    """The probes so far; ``room`` are the bytes that are left."""

    most: int
    room: int = MOST_BYTES
    chosen: list[_Candidate] = field(default_factory=list)

    def take(self, candidates: Sequence[_Candidate], rule: Callable[[_Candidate], bool]) -> None:
        """Add those that keep the rule, as long as there is room for each one's fair share."""
        for candidate in candidates:
            missing = self.most - len(self.chosen)
            if not missing:
                return
            fair = candidate.n_bytes <= self.room // missing
            if fair and rule(candidate) and not self._is_there(candidate):
                self.chosen.append(candidate)
                self.room -= candidate.n_bytes

    def has_length(self, candidate: _Candidate) -> bool:
        """Whether a probe of as many source tokens is there."""
        return any(other.src == candidate.src for other in self.chosen)

    def _is_there(self, candidate: _Candidate) -> bool:
        return any(other.pair.source == candidate.pair.source for other in self.chosen)


def choose_probes(corpus: Corpus, model: TrainedModel, *, most: int = 4) -> tuple[Probe, ...]:
    """Up to ``most`` pairs whose attention tells something; the same for the same corpus.

    First the sample sentences that everybody knows, then pairs that are held out, then pairs that
    are learned from; of different lengths, of words that the model knows, short enough to read.
    Where a corpus has no such pairs, what comes nearest. All fit the model's positions, and their
    weights take at most :data:`MOST_BYTES`; a single one may take more where no pair takes less.

    Returns:
        No probe only where no pair fits the model at all.
    """
    candidates = [*_candidates(corpus, model)]
    choice = _Choice(most)
    choice.take(candidates, lambda one: one.readable and one.known and not choice.has_length(one))
    choice.take(candidates, lambda one: one.readable and one.known)
    choice.take(candidates, lambda one: one.known and not choice.has_length(one))
    if not choice.chosen:
        choice.take(candidates, lambda one: one.readable)
        choice.take(candidates, lambda one: not choice.has_length(one))
    chosen = choice.chosen or sorted(candidates, key=lambda one: one.n_bytes)[:1]
    return tuple(Probe(one.pair.source, one.pair.target) for one in chosen)


def _candidates(corpus: Corpus, model: TrainedModel) -> Iterator[_Candidate]:
    """The best first; those that the model has no positions for are left out."""
    config = model.config
    held, read = corpus.heldout[:_LOOKED_AT], corpus.pairs[:_LOOKED_AT]
    for pair in (*_samples(corpus, model.task), *held, *read):
        ids = to_ids(pair, model.src_tokenizer, model.tgt_tokenizer)
        src, tgt = len(ids.src), len(ids.tgt) - 1
        if fits(ids, config.max_len) and min(src, tgt) > 1 and not _is_unreadable(ids):
            yield _Candidate(
                pair,
                src,
                tgt,
                n_bytes=recorded_bytes(config, n_source=src, n_steps=tgt),
                known=UNK_ID not in (*ids.src, *ids.tgt),
            )


def _samples(corpus: Corpus, task: str) -> Iterator[Pair]:
    """The task's sample sentences with their targets, where there are such."""
    texts = SAMPLES.get(task, ())
    if task in GENERATED:
        turn = GENERATED[task]
        yield from (Pair(text, " ".join(turn(text.split()))) for text in texts)
        return
    for text in texts:
        for pairs in (corpus.heldout, corpus.pairs):
            yield from [pair for pair in pairs if pair.source == text][:1]


def _is_unreadable(ids: IdPair) -> bool:
    """Whether the model knows nothing of the source: it refuses to read such a sentence."""
    return all(token_id == UNK_ID for token_id in ids.src[:-1])
