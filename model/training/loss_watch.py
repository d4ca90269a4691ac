"""When a run has gone wrong (its loss explodes), and when it has learned all it can."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

WINDOW = 20
"""Updates over which an exploding loss is judged: a single bad batch is no reason to stop."""

TIMES_CHANCE = 3.0
"""A loss so many times that of guessing evenly is not going to come back."""


@dataclass(slots=True)
class ExplosionWatch:
    """Tells when the loss of the last updates is far above that of even guessing.

    ``vocabulary`` is the number of target tokens: guessing has a loss of ln(vocabulary) nats.
    """

    vocabulary: int
    losses: deque[float] = field(default_factory=lambda: deque(maxlen=WINDOW))
    highest_start: float = 0.0

    def exploded(self, loss: float) -> bool:
        """Take the loss of one more update; whether the run should stop."""
        self.highest_start = self.highest_start or loss
        self.losses.append(loss)
        return len(self.losses) == WINDOW and min(self.losses) > self._bound

    @property
    def alarmed(self) -> bool:
        """Whether the last loss is so high: weights of such a moment are not worth keeping."""
        return bool(self.losses) and self.losses[-1] > self._bound

    @property
    def _bound(self) -> float:
        return TIMES_CHANCE * max(math.log(self.vocabulary), self.highest_start)


MARGIN = 1.0
"""Nats above its running mean, from which on a loss is no accident of its batch."""

PATIENCE = 5
"""Updates in a row with such a loss."""

_SMOOTHING = 0.05


@dataclass(slots=True)
class DivergenceWatch:
    """Tells when the loss has left its running mean for good, or is no number any more."""

    mean: float = math.inf
    above: int = 0

    def diverged(self, loss: float) -> bool:
        """Take the loss of one more update; whether the run is going wrong."""
        if not math.isfinite(loss):
            return True
        if loss > self.mean + MARGIN:
            self.above += 1
            return self.above == PATIENCE
        self.above = 0
        known = loss if math.isinf(self.mean) else self.mean
        self.mean = known + _SMOOTHING * (loss - known)
        return False

    @property
    def alarmed(self) -> bool:
        """Whether the last loss was so high: weights of such a moment are not worth keeping."""
        return self.above > 0


@dataclass(slots=True)
class EarlyStopping:
    """Counts epochs since the best validation loss; ``patience`` 0 never stops."""

    patience: int
    best: float = math.inf
    stale: int = 0

    def improved(self, loss: float | None) -> bool:
        """Take an epoch's validation loss; whether it is the best so far."""
        better = loss is not None and loss < self.best
        self.best = loss if better and loss is not None else self.best
        self.stale = 0 if better or loss is None else self.stale + 1
        return better

    @property
    def enough(self) -> bool:
        """Whether the run should end."""
        return 0 < self.patience <= self.stale
