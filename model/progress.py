"""What a training run reports at every update. No torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress:
    """Where a run is.

    Attributes:
        epoch, epochs: the epoch under way, from 1, and how many there are.
        update, updates: weight updates done and planned.
        loss: mean cross-entropy of this update's target tokens, in nats, without smoothing.
        validation_loss: the same on held-out pairs, at the end of an epoch; else None.
        learning_rate: of this update.
        tokens_per_second: source and target tokens, without padding, since the start.
        seconds_left: estimated from the speed so far.
    """

    epoch: int
    epochs: int
    update: int
    updates: int
    loss: float
    validation_loss: float | None
    learning_rate: float
    tokens_per_second: float
    seconds_left: float

    @property
    def done(self) -> bool:
        """Whether this was the last update."""
        return self.update == self.updates
