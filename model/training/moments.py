"""Recording moments of a run: which probes are chosen, and their traces."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field

from model.decoding.batches import fits, to_ids, translation_steps
from model.decoding.greedy import decode_step, read_source, read_target
from model.decoding.samples import SAMPLES
from model.decoding.trained import TrainedModel
from model.runs.progress import TrainingProgress, moment_updates
from model.special_tokens import BOS_ID, EOS_ID, UNK_ID
from model.text.corpora import Corpus, Pair
from model.text.tasks import TOYS
from model.traces.head_measures import Moment, Probe, SampleTranslations, head_numbers
from model.traces.recording import given_target, recorded_bytes
from model.traces.trace import Trace
from model.training.run import TrainingRun

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
        return self.src in _GOOD_LENGTHS and self.tgt in _GOOD_LENGTHS


@dataclass(slots=True)
class _Choice:
    """The probes so far; ``room`` is the remaining number of bytes."""

    most: int
    room: int = MOST_BYTES
    chosen: list[_Candidate] = field(default_factory=list)

    def take(self, candidates: Sequence[_Candidate], rule: Callable[[_Candidate], bool]) -> None:
        for candidate in candidates:
            missing = self.most - len(self.chosen)
            if not missing:
                return
            fair = candidate.n_bytes <= self.room // missing
            there = (other.pair.source == candidate.pair.source for other in self.chosen)
            if fair and rule(candidate) and not any(there):
                self.chosen.append(candidate)
                self.room -= candidate.n_bytes

    def has_length(self, candidate: _Candidate) -> bool:
        return any(other.src == candidate.src for other in self.chosen)


def choose_probes(corpus: Corpus, model: TrainedModel, *, most: int = 4) -> tuple[Probe, ...]:
    """Up to ``most`` informative pairs; deterministic for a corpus.

    First the well-known sample sentences, then held-out pairs, then training pairs; of different
    lengths, of known words, short enough to read. Without such pairs, the nearest ones. All fit the
    model's positions, and their weights take at most :data:`MOST_BYTES`; a single one may take more
    if no pair takes less. Empty only if no pair fits the model.
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
    config = model.config
    held, read = corpus.heldout[:_LOOKED_AT], corpus.pairs[:_LOOKED_AT]
    for pair in (*_samples(corpus, model.task), *held, *read):
        ids = to_ids(pair, model.src_tokenizer, model.tgt_tokenizer)
        src, tgt = len(ids.src), len(ids.tgt) - 1
        # The model refuses sources without a known token.
        readable = any(token_id != UNK_ID for token_id in ids.src[:-1])
        if fits(ids, config.max_len) and min(src, tgt) > 1 and readable:
            yield _Candidate(
                pair,
                src,
                tgt,
                n_bytes=recorded_bytes(config, n_source=src, n_steps=tgt),
                known=UNK_ID not in (*ids.src, *ids.tgt),
            )


def _samples(corpus: Corpus, task: str) -> Iterator[Pair]:
    texts = SAMPLES.get(task, ())
    if task in TOYS:
        turn = TOYS[task]
        yield from (Pair(text, " ".join(turn(text.split()))) for text in texts)
        return
    for text in texts:
        for pairs in (corpus.heldout, corpus.pairs):
            yield from [pair for pair in pairs if pair.source == text][:1]


def moment_steps(
    model: TrainedModel, probes: Sequence[Probe], *, update: int, epoch: int
) -> Generator[None, None, Moment]:
    """The attention of a model for the probes with forced targets.

    A ``yield`` follows each probe; the model must not change in between. Raises SourceError if a
    probe's source cannot be read, ValueError if there is no probe, or a target is longer than the
    model's positions.
    """
    traces = []
    for probe in probes:
        traces.append(_forced_trace(model, probe))
        yield
    found = tuple(traces)
    return Moment(update=update, epoch=epoch, traces=found, numbers=head_numbers(found))


def sample_steps(
    model: TrainedModel, probes: Sequence[Probe], *, update: int, epoch: int
) -> Generator[None, None, SampleTranslations]:
    """Greedy translations, a ``yield`` per token; empty for an unreadable source."""
    translations = yield from translation_steps(model, [probe.source for probe in probes])
    return SampleTranslations(update=update, epoch=epoch, translations=tuple(translations))


def _forced_trace(model: TrainedModel, probe: Probe) -> Trace:
    """The last trace of :func:`model.decoding.greedy.translate_steps` with a target as prefix."""
    # A decoder without a causal mask attends to later tokens, as it does in training.
    source = model.prepared(probe.source)
    tokenizer = model.tgt_tokenizer
    target = (*tokenizer.prefix, *tokenizer.encode(probe.target).ids, EOS_ID)
    reading = read_source(model, source)
    passed = read_target(model, reading, (BOS_ID, *target[:-1]))
    looks_ahead = model.network.looks_ahead
    given = given_target(passed.decoder, passed.cross, looks_ahead=looks_ahead)
    log_probabilities = passed.logits.log_softmax(dim=-1).cpu()  # [target, vocabulary]
    steps = (
        decode_step(of_row, tokenizer, index=row, fed=fed, rows=rows, given=token_id)
        for row, (fed, token_id, of_row, rows) in enumerate(
            zip((BOS_ID, *target[:-1]), target, log_probabilities, given.rows, strict=True)
        )
    )
    return dataclasses.replace(
        Trace.begun(source, reading.weights, recording=given.recording),
        steps=tuple(steps),
        stop="end of sentence",
        translation=tokenizer.decode(target),
        looks_ahead=looks_ahead,
    )


Watched = TrainingProgress | Moment | SampleTranslations | None


def watched_steps(run: TrainingRun, probes: Sequence[Probe]) -> Generator[Watched]:
    """Train; yields every report, and moments and samples of the probes at some updates.

    A moment and the samples of an update come *before* its report: a run saved at a report is
    complete. At None it can be stopped, but not saved.

    The moments are those of :func:`model.runs.progress.moment_updates`, and the run's last update;
    samples come with each of them and at the end of each epoch. A resumed run keeps the same plan.
    Watching draws no random numbers and changes no weight: the curve equals that of
    :meth:`TrainingRun.steps`. Without probes there are only reports. Raises TrainingError as
    :meth:`TrainingRun.steps`, SourceError or ValueError as
    :func:`model.training.moments.moment_steps`.
    """
    if not probes:
        yield from run.steps()
        return
    planned = moment_updates(per_epoch=run.per_epoch, epochs=run.training.epochs)
    if not run.curve:
        yield from _looked_at(run, probes, update=0, epoch=0)
    for report in run.steps():
        if report is not None:
            recorded = report.update in planned or report.done
            if recorded or report.update % run.per_epoch == 0:
                update, epoch = report.update, report.epoch
                yield from _looked_at(run, probes, update=update, epoch=epoch, attention=recorded)
        yield report


def _looked_at(
    run: TrainingRun, probes: Sequence[Probe], *, update: int, epoch: int, attention: bool = True
) -> Generator[Watched]:
    if attention:
        yield (yield from moment_steps(run.model, probes, update=update, epoch=epoch))
    yield (yield from sample_steps(run.model, probes, update=update, epoch=epoch))
