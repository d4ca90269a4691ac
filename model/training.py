"""Training as a generator: every update is a report, and a place to pause or stop."""

from __future__ import annotations

import dataclasses
import math
import platform
import random
from collections.abc import Generator, Sequence
from typing import Any

import torch

from model.batching import Batch, IdPair, bucketed, make_batch
from model.corpora import Corpus
from model.encoding import EncodedCorpus, encode_steps, run_through
from model.evaluation import validation_loss
from model.loss import batch_loss
from model.messages import Message, TrainingError
from model.presets import TrainingConfig
from model.progress import TrainingProgress
from model.samples import with_samples
from model.schedule import learning_rate
from model.trained import TrainedModel
from model.training_clock import TrainingClock
from model.transformer import Transformer


class TrainingRun:
    """One run: its data, its model and its optimizer. :meth:`steps` does the work."""

    def __init__(
        self,
        corpus: Corpus,
        model: TrainedModel,
        training: TrainingConfig,
        *,
        encoded: EncodedCorpus | None = None,
    ) -> None:
        """Encode the corpus, unless :func:`encode_steps` has done so.

        Raises:
            TrainingError: no pair fits the model's positions.
        """
        self.corpus = corpus
        self.model = model
        self.training = training
        encoded = encoded or run_through(encode_steps(corpus, model))
        self.pairs, self.heldout = encoded.pairs, encoded.heldout
        self.too_long = len(corpus.pairs) - len(self.pairs)
        self.curve: list[TrainingProgress] = []
        if not self.pairs:
            raise TrainingError(
                "No pair of {corpus} fits max_len ({max_len}).",
                corpus=corpus.name,
                max_len=model.config.max_len,
            )

    @property
    def report(self) -> Message | None:
        """One sentence on pairs that are too long for the model, or None."""
        if not self.too_long:
            return None
        return Message(
            "{corpus}: {pairs} pairs are longer than max_len ({max_len}) and are left out.",
            {
                "corpus": self.corpus.name,
                "pairs": self.too_long,
                "max_len": self.model.config.max_len,
            },
        )

    def steps(self) -> Generator[TrainingProgress]:
        """Train; yields after every update. Stop it by not asking for more.

        The seed decides order and dropout: the same run gives the same curve.

        Raises:
            TrainingError: the loss is not a number any more.
        """
        torch.manual_seed(self.training.seed)
        order = random.Random(self.training.seed)
        network = self.model.network
        optimizer = torch.optim.AdamW(
            network.parameters(),
            lr=self.training.learning_rate,
            betas=(0.9, 0.98),
            eps=1e-9,
            weight_decay=self.training.weight_decay,
        )
        epochs = self.training.epochs
        clock = TrainingClock(epochs=epochs, updates=epochs * len(self._epoch(order)))
        for number in range(1, epochs + 1):
            epoch = self._epoch(order)
            for index, group in enumerate(epoch):
                clock.start()
                batch = make_batch(group, self.model.device)
                rate = learning_rate(self.training, clock.update, clock.updates)
                loss = self._update(network, optimizer, batch, rate)
                last = index == len(epoch) - 1
                progress = clock.tick(
                    epoch=number,
                    loss=loss,
                    validation=self._validation() if last else None,
                    rate=rate,
                    tokens=sum(len(pair.src) + len(pair.tgt) - 1 for pair in group),
                )
                self.curve.append(progress)
                yield progress
        network.eval()

    def result(self) -> TrainedModel:
        """The model with the record of its training so far."""
        self.model.network.eval()
        model = dataclasses.replace(self.model, record=self._record())
        return with_samples(model, self.corpus)

    def _update(
        self, network: Transformer, optimizer: torch.optim.Optimizer, batch: Batch, rate: float
    ) -> float:
        network.train()
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = batch_loss(network, batch, self.training.label_smoothing)
        value = float(loss.plain) / batch.n_tokens
        if not math.isfinite(value):
            raise TrainingError(
                "The loss became {value} at update {update}; try a learning rate below {rate:.2g}.",
                value=value,
                update=len(self.curve) + 1,
                rate=self.training.learning_rate,
            )
        optimizer.zero_grad(set_to_none=True)
        (loss.smoothed / batch.n_tokens).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), self.training.clip)
        optimizer.step()
        return value

    def _epoch(self, order: random.Random) -> list[list[IdPair]]:
        return list(
            bucketed(self.pairs, batch_tokens=self.training.batch_tokens, random_source=order)
        )

    def _validation(self) -> float | None:
        return validation_loss(self.model, self.heldout) if self.heldout else None

    def _record(self) -> dict[str, Any]:
        return {
            "training": self.training.to_json(),
            "corpus": {"name": self.corpus.name, "pairs": len(self.pairs)},
            "updates": len(self.curve),
            "loss": self.curve[-1].loss if self.curve else None,
            "curve": _thinned([(point.update, point.loss) for point in self.curve]),
            "versions": {"torch": torch.__version__, "python": platform.python_version()},
        }


def _thinned(points: Sequence[tuple[int, float]], most: int = 400) -> list[list[float]]:
    stride = max(1, -(-len(points) // most))
    kept = [*points[::stride], *points[-1:]]
    return [[update, round(loss, 7)] for update, loss in dict(kept).items()]
