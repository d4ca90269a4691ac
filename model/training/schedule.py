"""Learning-rate schedules."""

from __future__ import annotations

import math

from model.runs.presets import Schedule, TrainingConfig


def learning_rate(training: TrainingConfig, update: int, updates: int) -> float:
    """The rate of an update (counted from 0): linear warm-up to the peak, then the schedule.

    The warm-up takes at most half of all updates (:meth:`TrainingConfig.warmup_of`).

    ``inverse-sqrt`` is that of Vaswani et al. 2017, §5.3; ``cosine`` falls to a hundredth.
    """
    peak, warmup = training.learning_rate, training.warmup_of(updates)
    if update < warmup:
        return peak * (update + 1) / warmup
    shapes: dict[Schedule, float] = {
        "constant": 1.0,
        "inverse-sqrt": math.sqrt(max(warmup, 1) / (update + 1)),
        "cosine": _cosine((update - warmup) / max(1, updates - 1 - warmup)),
    }
    return peak * min(1.0, shapes[training.schedule])


def _cosine(share: float, floor: float = 0.01) -> float:
    return floor + (1 - floor) * (1 + math.cos(math.pi * min(1.0, share))) / 2
