"""What a training run reports at every update, and all of it: its curve. No torch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from model.messages import Message
from model.runs.curve import CurvePoint

MOST_POINTS = 2000
"""A curve longer than this is thinned to half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress(CurvePoint):
    """A point of the curve as the run comes to it, and where the run is.

    Attributes:
        epochs, updates: how many there are to be.
        tokens_per_second: source and target tokens, without padding, since the start.
        seconds_left: estimated from the speed so far.
        stopped_early: whether this was the last update, though more were planned.
        notice: something that the user should know, for instance that a batch had to be halved.
    """

    epochs: int
    updates: int
    tokens_per_second: float
    seconds_left: float
    stopped_early: bool = False
    notice: Message | None = None

    @property
    def done(self) -> bool:
        """Whether this was the last update."""
        return self.stopped_early or self.update == self.updates


class RunCurve(list[TrainingProgress]):
    """Every report of a run, oldest first: the one curve of it that is kept, and only grows.

    The saved run and the checkpoint's record are made of all of it; the run's folder, its card and
    the window of the same points, thinned.
    """

    def __init__(self, reports: Iterable[TrainingProgress] = ()) -> None:
        super().__init__(reports)
        self._seen = 0
        self._thinned: tuple[TrainingProgress, ...] = ()

    def thinned(self) -> tuple[TrainingProgress, ...]:
        """At most about :data:`MOST_POINTS` of them; those measured on held-out pairs are there.

        When it was asked for before makes no difference: it is thinned wherever it grew too long.
        """
        while self._seen < len(self):
            room = max(1, MOST_POINTS + 1 - len(self._thinned))
            new = self[self._seen : self._seen + room]
            self._seen += len(new)
            self._thinned = _halved((*self._thinned, *new))
        return self._thinned


def _halved(curve: tuple[TrainingProgress, ...]) -> tuple[TrainingProgress, ...]:
    """Every second point of a curve that is too long, with its last one and what was measured."""
    if len(curve) <= MOST_POINTS:
        return curve
    *before, last = curve
    return (*(point for n, point in enumerate(before) if n % 2 == 0 or point.measured), last)
