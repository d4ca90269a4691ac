"""Training as a generator: every update is a report, and a place to pause or stop."""

from __future__ import annotations

import copy
import dataclasses
import math
import platform
import random
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import tokenizers
import torch

from model.config import STACKS, Precision
from model.decoding.batches import EncodedCorpus, IdPair, bucketed, encode_steps
from model.decoding.samples import with_samples
from model.decoding.trained import TrainedModel
from model.messages import Message, TrainingError
from model.network.device_choice import resolved
from model.runs.presets import TrainingConfig
from model.runs.progress import RunCurve, TrainingClock, TrainingProgress, measured_numbers
from model.steps import run_through
from model.text.corpora import Corpus
from model.text.tasks import Scores
from model.training import updating
from model.training.loss import EarlyStopping, ExplosionWatch
from model.training.precision import PrecisionGuard, with_precision
from model.training.replicas import Replicas
from model.training.validation import NOT_VALIDATED, Validated, scoring_steps, validation_steps


class TrainingRun:
    """One run: its data, its model and its optimizer. :meth:`steps` does the work.

    Between two reports its state is whole: there it can be stopped, saved and gone on with
    (:mod:`model.training.saved_run`).

    Attributes:
        epoch, index: where it goes on: the epoch, from 1, and the batch in it, from 0.
        training: its numbers; the precision is the one chosen, ``precision_asked`` may be ``auto``.
        per_epoch: updates in an epoch; the same in each.
        whole: whether its state can be saved now: always but from an update to its report.
        good_epoch: the last one that ended with a loss that is not exploding; 0 before it.
        average: the weights at the ends of the last epochs.
        scores: BLEU, chrF and exact matches as last measured, with their signatures.
        best: the averaged weights with the best validation loss, when ``patience`` asks for them.
    """

    def __init__(
        self,
        corpus: Corpus,
        model: TrainedModel,
        training: TrainingConfig,
        *,
        encoded: EncodedCorpus | None = None,
        replicas: Replicas | None = None,
    ) -> None:
        """Encode the corpus unless ``encoded``; raises TrainingError if no pair fits the model."""
        if model.config.stacks != STACKS:
            raise TrainingError(
                "Training needs pairs of source and target: a model with only an encoder or "
                "only a decoder cannot be trained here."
            )
        self.corpus = corpus
        self.fingerprint = corpus.fingerprint
        self.model = model
        self.replicas = replicas or Replicas()
        encoded = encoded or run_through(encode_steps(corpus, model))
        self.pairs, self.heldout = encoded.pairs, encoded.heldout
        self.too_long = len(corpus.pairs) - len(self.pairs)
        if not self.pairs:
            raise TrainingError(
                "No pair of {corpus} fits max_len ({max_len}).",
                corpus=corpus.name,
                max_len=model.config.max_len,
            )
        self.precision_asked = training.precision
        self.training = training = with_precision(training, model, self.pairs)
        self.epoch, self.index = 1, 0
        self.whole = True
        self.good_epoch = 0
        self.curve = RunCurve()
        self._stop_requested = False
        self.updater = updating.Updater(model, training, self.replicas)
        self.guard = PrecisionGuard(self.updater)
        self.average = updating.WeightAverage(training.averaged)
        self.best: updating.Weights | None = None
        self.scores: Scores | None = None
        self.stopping = EarlyStopping(training.patience)
        self.watch = ExplosionWatch(len(model.tgt_tokenizer))
        self.per_epoch = len(self.batches(1))
        self.clock = TrainingClock(training.epochs * self.per_epoch)

    @property
    def report(self) -> Message | None:
        if not self.too_long:
            return None
        return Message(
            "{corpus}: {pairs} pairs are longer than max_len ({max_len}) and are skipped.",
            {
                "corpus": self.corpus.name,
                "pairs": self.too_long,
                "max_len": self.model.config.max_len,
            },
        )

    @property
    def finished(self) -> bool:
        return self.epoch > self.training.epochs or self.stopping.enough

    def choose_precision(self, precision: Precision) -> None:
        """Use a precision from the next update on, if the device supports it."""
        self.training = dataclasses.replace(self.training, precision=precision)
        self.updater.precision = resolved(self.model.device, precision).precision

    def request_stop(self) -> None:
        self._stop_requested = True

    def steps(self) -> Generator[TrainingProgress | None]:
        """Train; yields a report after every update. Abandon the generator to stop.

        During validation it yields None: it can be stopped there, but not saved. The seed decides
        order and dropout: the same run gives the same curve. Raises TrainingError if the loss
        explodes or is NaN.
        """
        while not self.finished:
            batches = self.batches(self.epoch)
            for index in range(self.index, len(batches)):
                self.whole = False
                updated = self._update(batches[index])
                validated = NOT_VALIDATED
                if index == self.per_epoch - 1:
                    validated = yield from self._end_of_epoch()
                yield self._reported(updated, validated)
                if updated.stop:
                    return
        self.model.network.eval()

    def reports(self) -> Iterator[TrainingProgress]:
        return (report for report in self.steps() if report is not None)

    def averaged(self) -> TrainedModel:
        """The present model in eval mode, averaged if the run averages."""
        self.model.network.eval()
        weights = self.best
        if weights is None and self.training.averaged > 1 and self.average.copies:
            weights = self.average.mean()
        return self.model if weights is None else _with_weights(self.model, weights)

    def last_good(self) -> TrainedModel | None:
        """After a failure: the model of :attr:`good_epoch`, or None before the first."""
        if not self.average.copies:
            return None
        return _with_weights(self.model, self.average.copies[-1])

    def _update(self, group: Sequence[IdPair]) -> updating.Updated:
        self.clock.start()
        number = self.clock.update
        rate = updating.learning_rate(self.training, number, self.clock.updates)
        updated = self.guard.updated(
            lambda: self.updater.update(group, number=number, rate=rate, stop=self._stop_requested),
            number=number,
        )
        self._check(updated)
        self.clock.tick(sum(len(pair.src) + len(pair.tgt) - 1 for pair in group))
        return updated

    def _check(self, updated: updating.Updated) -> None:
        place = {"update": self.clock.update + 1, "rate": self.training.learning_rate}
        if not math.isfinite(updated.loss):
            raise TrainingError(
                "The loss became {value} at update {update}; try a learning rate below {rate:.2g}.",
                value=updated.loss,
                **place,
            )
        if not math.isfinite(updated.gradient_norm):
            raise TrainingError(
                "The gradient became {value} at update {update}; "
                "try a learning rate below {rate:.2g}.",
                value=updated.gradient_norm,
                **place,
            )
        if self.watch.exploded(updated.loss):
            raise TrainingError(
                "The loss has grown to {value:.1f} at update {update}; "
                "try a learning rate below {rate:.2g}.",
                value=updated.loss,
                **place,
            )

    def _end_of_epoch(self) -> Generator[None, None, Validated]:
        if not self.watch.alarmed:
            self.average.add(self.model.network)
            self.good_epoch = self.epoch
        loss = yield from validation_steps(self.model, self.heldout, replicas=self.replicas)
        better = self.stopping.improved(loss)
        if better and self.training.patience and self.average.copies:
            self.best = self.average.mean()
        every = self.training.scored_every
        if not every or (self.epoch % every and self.epoch != self.training.epochs):
            return Validated(loss)
        self.scores = yield from scoring_steps(
            self.averaged(),
            self.corpus.heldout,
            replicas=self.replicas,
            lowercase=self.training.lowercase,
        )
        if self.scores is None:
            return Validated(loss)
        return Validated(loss, self.scores.bleu, self.scores.chrf, self.scores.exact)

    def _reported(self, updated: updating.Updated, validated: Validated) -> TrainingProgress:
        clock = self.clock
        progress = TrainingProgress(
            epoch=self.epoch,
            epochs=self.training.epochs,
            update=clock.update,
            updates=clock.updates,
            loss=updated.loss,
            validation_loss=validated.loss,
            bleu=validated.bleu,
            chrf=validated.chrf,
            exact=validated.exact,
            learning_rate=updating.learning_rate(self.training, clock.update - 1, clock.updates),
            gradient_norm=updated.gradient_norm,
            tokens_per_second=clock.tokens_per_second,
            seconds_left=clock.seconds_left,
            stopped_early=self.stopping.enough,
            notice=updated.notice,
        )
        self.curve.append(progress)
        epochs, self.index = divmod(clock.update, self.per_epoch)
        self.epoch = epochs + 1
        self.whole = True
        return progress

    def batches(self, epoch: int) -> list[list[IdPair]]:
        """The epoch's batches, ordered by seed and epoch only."""
        order = random.Random(f"{self.training.seed} {epoch}")
        return list(
            bucketed(self.pairs, batch_tokens=self.training.batch_tokens, random_source=order)
        )


def _with_weights(model: TrainedModel, weights: updating.Weights) -> TrainedModel:
    """A model of its own with other weights, in eval mode."""
    network = copy.deepcopy(model.network)
    updating.put_weights(network, weights)
    return dataclasses.replace(model, network=network.eval())


MOST_POINTS = 400


def result_of(run: TrainingRun) -> TrainedModel:
    return _recorded(run, run.averaged())


def last_good_of(run: TrainingRun) -> TrainedModel | None:
    model = run.last_good()
    return None if model is None else _recorded(run, model)


def run_record(run: TrainingRun) -> dict[str, Any]:
    curve, scores = run.curve, run.scores
    stride = max(1, -(-len(curve) // MOST_POINTS))
    kept = {point.update: round(point.loss, 7) for point in (*curve[::stride], *curve[-1:])}
    validation = []
    for point in curve:
        if point.validation_loss is not None:
            named = measured_numbers(point).items()
            numbers = {name.removeprefix("validation_"): round(one, 4) for name, one in named}
            validation.append({"epoch": point.epoch, "update": point.update, **numbers})
    return {
        **run.model.record,
        "training": run.training.to_json(),
        "precision": run.updater.precision,
        "corpus": {
            "name": run.corpus.name,
            "pairs": len(run.pairs),
            "heldout": len(run.heldout),
            "fingerprint": run.fingerprint,
        },
        "updates": len(curve),
        "loss": curve[-1].loss if curve else None,
        "curve": [[update, loss] for update, loss in kept.items()],
        "validation": validation,
        "signatures": (
            {"bleu": scores.bleu_signature, "chrf": scores.chrf_signature} if scores else {}
        ),
        "seconds": round(run.clock.seconds, 1),
        "device": run.model.device.type,
        "replicas": run.replicas.count,
        "threads": torch.get_num_threads(),
        "versions": versions(),
    }


def _recorded(run: TrainingRun, model: TrainedModel) -> TrainedModel:
    return with_samples(dataclasses.replace(model, record=run_record(run)), run.corpus)


def versions() -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "tokenizers": tokenizers.__version__,
    }
