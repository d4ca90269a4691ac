"""Speed and time left of a training run."""

from __future__ import annotations

import time

from model.progress import TrainingProgress


class TrainingClock:
    """Counts updates and tokens; tells speed and time left. Time while paused does not count."""

    def __init__(self, *, epochs: int, updates: int) -> None:
        """Nothing is done yet of so many epochs and updates."""
        self.epochs = epochs
        self.updates = updates
        self.update = 0
        self._tokens = 0
        self._seconds = 0.0
        self._started = time.perf_counter()

    def start(self) -> None:
        """An update begins; what passed since the last one was a pause."""
        self._started = time.perf_counter()

    def tick(
        self, *, epoch: int, loss: float, validation: float | None, rate: float, tokens: int
    ) -> TrainingProgress:
        """One update done."""
        self._seconds += time.perf_counter() - self._started
        self.update += 1
        self._tokens += tokens
        return TrainingProgress(
            epoch=epoch,
            epochs=self.epochs,
            update=self.update,
            updates=self.updates,
            loss=loss,
            validation_loss=validation,
            learning_rate=rate,
            tokens_per_second=self._tokens / self._seconds,
            seconds_left=self._seconds / self.update * (self.updates - self.update),
        )
