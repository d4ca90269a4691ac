"""What a training run reports at every update. No torch."""

from __future__ import annotations

from dataclasses import dataclass

from model.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress:
    """Where a run is.

    Attributes:
        epoch, epochs: the epoch under way, from 1, and how many there are.
        update, updates: weight updates done and planned.
        loss: mean cross-entropy of this update's target tokens, in nats, without smoothing.
        validation_loss: the same on held-out pairs, at the end of an epoch; else None.
        bleu: sacrebleu's score (0 … 100) of the held-out pairs' greedy translations; None but at
            the end of the epochs that the run scores.
        chrf: likewise.
        exact: share of those translations that are the target, 0 … 1.
        learning_rate: of this update.
        gradient_norm: before clipping.
        tokens_per_second: source and target tokens, without padding, since the start.
        seconds_left: estimated from the speed so far.
        stopped_early: whether this was the last update, though more were planned.
        notice: something that the user should know, for instance that a batch had to be halved.
    """

    epoch: int
    epochs: int
    update: int
    updates: int
    loss: float
    validation_loss: float | None
    learning_rate: float
    gradient_norm: float
    tokens_per_second: float
    seconds_left: float
    bleu: float | None = None
    chrf: float | None = None
    exact: float | None = None
    stopped_early: bool = False
    notice: Message | None = None

    @property
    def done(self) -> bool:
        """Whether this was the last update."""
        return self.stopped_early or self.update == self.updates
