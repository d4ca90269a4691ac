"""Measuring for a second or two how fast a run would be on this machine."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

import torch

from model.config import ModelConfig
from model.decoding.batches import (
    GROUP,
    EncodedCorpus,
    IdPair,
    bucketed,
    encode_steps,
    translation_steps,
)
from model.decoding.trained import TrainedModel
from model.runs.estimates import SpeedEstimate
from model.runs.presets import TrainingConfig
from model.runs.progress import Clock, moment_updates
from model.steps import Result, each_within
from model.text.corpora import Corpus, Pair
from model.text.tasks import corpus_scores
from model.training.moments import choose_probes, moment_steps
from model.training.new_model import new_model_steps
from model.training.precision import with_precision
from model.training.run import TrainingRun
from model.training.updating import learning_rate
from model.training.validation import MOST_SCORED, validation_loss_steps

PROBE_SECONDS = 1.5
"""Duration of the measured updates."""

_ENCODED = 6000
_WARM_UP = 3


def speed_probe_steps(
    corpus: Corpus,
    config: ModelConfig,
    training: TrainingConfig,
    *,
    device: torch.device,
    seconds: float = PROBE_SECONDS,
    now: Clock = time.perf_counter,
) -> Generator[None, None, SpeedEstimate]:
    """Train a model with the same settings briefly and discard it.

    Other jobs may run at each ``yield``: their time does not count, and the state of the random
    generators is not changed. Updates are measured for ``seconds``, at least one; the epochs of
    ``training`` decide how many moments are recorded. Raises TrainingError if no pair fits the
    model's positions, or the device has too little memory.
    """
    probe = _probe_steps(corpus, config, training, device=device, seconds=seconds, now=now)
    devices = [device.index or 0] if device.type == "cuda" else []
    return (yield from each_within(probe, lambda: torch.random.fork_rng(devices)))


@dataclass(slots=True)
class _Stopwatch:
    """Sums the seconds spent inside its context."""

    now: Clock
    seconds: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        started = self.now()
        try:
            yield
        finally:
            self.seconds += self.now() - started


def _probe_steps(
    corpus: Corpus,
    config: ModelConfig,
    training: TrainingConfig,
    *,
    device: torch.device,
    seconds: float,
    now: Clock,
) -> Generator[None, None, SpeedEstimate]:
    model = yield from new_model_steps(corpus, config, training, task=corpus.name)
    pairs = _spread(corpus.pairs, _ENCODED)
    part = Corpus(corpus.name, tuple(pairs), heldout=corpus.heldout[:MOST_SCORED])
    encoded = yield from encode_steps(part, model)
    share = len(part.pairs) / len(corpus.pairs)
    training = with_precision(training, model.on(device), encoded.pairs, share=share)
    run = TrainingRun(part, model.on(device), training, encoded=encoded)
    yield
    n_pairs = len(run.pairs) * len(corpus.pairs) // len(part.pairs)
    many = [run.pairs[index * len(run.pairs) // n_pairs] for index in range(n_pairs)]
    order = random.Random(training.seed)
    batches = list(bucketed(many, batch_tokens=training.batch_tokens, random_source=order))
    yield
    per_epoch = len(batches)
    done, tokens, passed = yield from _updates(run, batches, seconds=seconds, now=now)
    beside = yield from _validation(run, encoded, of=len(corpus.heldout), now=now)
    beside += yield from _watching(corpus, run.model, training, per_epoch=per_epoch, now=now)
    return SpeedEstimate(
        updates_per_epoch=per_epoch,
        seconds_per_update=passed / done,
        seconds_per_epoch=beside,
        tokens_per_second=tokens / passed if passed else 0.0,
        pairs=n_pairs,
        src_vocabulary=len(model.src_tokenizer),
        tgt_vocabulary=len(model.tgt_tokenizer),
        too_long=run.too_long * len(corpus.pairs) // len(part.pairs),
    )


def _updates(
    run: TrainingRun, batches: Sequence[list[IdPair]], *, seconds: float, now: Clock
) -> Generator[None, None, tuple[int, int, float]]:
    """Number, tokens and seconds of updates within ``seconds``, at least one, but for the first."""
    done, tokens, passed, warming = 0, 0, 0.0, 0.0
    updates = len(batches) * run.training.epochs
    groups = enumerate(_all_lengths(batches))
    while not done or passed < seconds:
        number, group = next(groups)
        started = now()
        rate = learning_rate(run.training, number, updates)
        run.updater.update(group, number=number, rate=rate)
        if number < _WARM_UP and warming <= seconds:
            warming += now() - started
        else:
            passed += now() - started
            tokens += sum(len(pair.src) + len(pair.tgt) - 1 for pair in group)
            done += 1
        yield
    return done, tokens, passed


def _all_lengths(batches: Sequence[list[IdPair]]) -> Iterator[list[IdPair]]:
    """Endless batches, short and long ones alternating."""
    # They are sorted by length and taken in van der Corput's order: at 0, 1/2, 1/4, 3/4, 1/8 … of
    # the way.
    by_length = sorted(batches, key=lambda group: (len(group[0].tgt), len(group[0].src)))
    for number in count():
        bits = f"{number:b}"[::-1]
        yield by_length[int(bits, 2) * len(batches) >> len(bits)]


def _validation(
    run: TrainingRun, encoded: EncodedCorpus, *, of: int, now: Clock
) -> Generator[None, None, float]:
    """Seconds for loss and scores of all held-out pairs at the end of an epoch."""
    if not encoded.heldout:
        return 0.0
    watch = _Stopwatch(now)
    few = _spread(encoded.heldout, 2 * GROUP)
    yield from each_within(validation_loss_steps(run.model, few), watch.running)
    loss = watch.seconds * of / len(few)
    if not run.training.scored_every:
        return loss
    scored = yield from _scoring(run.model, run.corpus.heldout, encoded.heldout, now)
    return loss + scored / run.training.scored_every


def _scoring(
    model: TrainedModel, pairs: Sequence[Pair], ids: Sequence[IdPair], now: Clock
) -> Generator[None, None, float]:
    """Seconds for BLEU, chrF and exact matches, extrapolated from a group of pairs."""
    # A trained model writes targets of about the right length; this one does not know when to stop.
    # So its tokens are counted, not its sentences.
    by_length = sorted(ids, key=lambda pair: len(pair.src))
    groups = [by_length[start : start + GROUP] for start in range(0, len(by_length), GROUP)]
    tokens = sum(max(len(pair.tgt) - 1 for pair in group) for group in groups)
    few = _spread(pairs, GROUP)
    texts = [pair.source for pair in few]
    per_token = yield from _seconds_per_token(model, texts, now)
    started = now()
    corpus_scores([pair.target for pair in few], [texts])
    return per_token * tokens + (now() - started) * len(pairs) / len(few)


def _seconds_per_token(
    model: TrainedModel, texts: Sequence[str], now: Clock
) -> Generator[None, None, float]:
    """Seconds per token of a batched translation, encoding included."""
    watch, tokens = _Stopwatch(now), 0
    for _ in each_within(translation_steps(model, texts), watch.running):
        tokens += 1
        yield
    return watch.seconds / max(1, tokens - 1)


def _watching(
    corpus: Corpus, model: TrainedModel, training: TrainingConfig, *, per_epoch: int, now: Clock
) -> Generator[None, None, float]:
    """Mean seconds per epoch for its moments and their samples."""
    probes = choose_probes(corpus, model)
    yield
    if not probes:
        return 0.0
    watch = _Stopwatch(now)
    yield from each_within(moment_steps(model, probes, update=0, epoch=0), watch.running)
    per_token = yield from _seconds_per_token(model, [probe.source for probe in probes], now)
    tokens = max(len(model.tgt_tokenizer.encode(probe.target).ids) + 1 for probe in probes)
    moments = moment_updates(per_epoch=per_epoch, epochs=training.epochs)
    between = sum(update % per_epoch != 0 for update in moments)
    samples = training.epochs + between
    return (len(moments) * watch.seconds + samples * per_token * tokens) / training.epochs


def _spread(items: Sequence[Result], most: int) -> list[Result]:
    number = min(most, len(items))
    return [items[index * len(items) // number] for index in range(number)]
