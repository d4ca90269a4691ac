"""The curve of a run: what each update told, thinned where it grows long. No torch."""

from __future__ import annotations

from dataclasses import dataclass

from model.runs.progress import TrainingProgress

MOST_POINTS = 2000
"""A curve longer than this is thinned to half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """One update; validation loss and scores are None but at the end of epochs.

    Attributes:
        update, epoch: both from 1.
        loss, validation_loss: mean cross-entropy in nats.
        learning_rate: of this update.
        gradient_norm: before clipping.
        bleu, chrf: 0 … 100.
        exact: share of held-out pairs whose greedy translation is the target, 0 … 1.
    """

    update: int
    epoch: int
    loss: float
    learning_rate: float
    gradient_norm: float
    validation_loss: float | None = None
    bleu: float | None = None
    chrf: float | None = None
    exact: float | None = None

    @property
    def measured(self) -> bool:
        """Whether something was measured on held-out pairs here."""
        numbers = (self.validation_loss, self.bleu, self.chrf, self.exact)
        return any(number is not None for number in numbers)


def curve_point(progress: TrainingProgress) -> CurvePoint:
    """The point of a report."""
    return CurvePoint(
        update=progress.update,
        epoch=progress.epoch,
        loss=progress.loss,
        learning_rate=progress.learning_rate,
        gradient_norm=progress.gradient_norm,
        validation_loss=progress.validation_loss,
        bleu=progress.bleu,
        chrf=progress.chrf,
        exact=progress.exact,
    )


def thinned(curve: tuple[CurvePoint, ...]) -> tuple[CurvePoint, ...]:
    """At most about :data:`MOST_POINTS` points; those measured on held-out pairs are kept."""
    if len(curve) <= MOST_POINTS:
        return curve
    last = len(curve) - 1
    return tuple(
        point
        for index, point in enumerate(curve)
        if index % 2 == 0 or point.measured or index == last
    )
