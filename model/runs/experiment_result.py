"""What the two runs of an experiment say: measured numbers, and which prediction was right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from model.runs.curve import CurvePoint
from model.runs.experiments import Experiment, Outcome
from model.text.tasks import Score

LEARNED = 0.2
"""The score (0 … 1) that the usual arm must reach before anything follows from the changed one."""
CLEAR = 0.15
"""Scores that lie so far apart differ."""
ALIKE = 0.05
"""Scores that lie no farther apart are the same."""
GOOD = 0.9
"""An arm has solved its task from this score on."""
MUCH_LONGER = 1.5
"""An arm is slower if it needs so many times the epochs to be good."""
HARDLY = 0.4
"""A loss that has come at most this share of the way of the usual arm's has hardly fallen."""
MUCH_LOWER = 0.8
"""A loss is lower than another if it is at most this share of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmResult:
    """What an arm has reached at the end of its last whole epoch.

    Attributes:
        epoch: that one.
        first_loss: of the first update, in nats.
        loss: of the last epoch, the mean over its updates, in nats.
        validation_loss: in nats, or None.
        exact: share of held-out pairs whose greedy translation is the target, or None.
        bleu: of these translations, 0 … 100, or None.
        good_after: the first epoch whose score was good, or None.
    """

    epoch: int
    first_loss: float
    loss: float
    validation_loss: float | None
    exact: float | None
    bleu: float | None
    good_after: int | None

    def score(self, score: Score) -> float | None:
        """What tells whether the task is learned, 0 … 1."""
        if score == "exact":
            return self.exact
        return None if self.bleu is None else self.bleu / 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentResult:
    """Both arms, and what follows.

    Attributes:
        outcome: how the changed arm did beside the usual one; None = the numbers do not tell.
        right: name of the option that this outcome makes right, or None.
    """

    arms: tuple[ArmResult, ArmResult]
    outcome: Outcome | None
    right: str | None


def arm_result(curve: Sequence[CurvePoint], score: Score) -> ArmResult | None:
    """The numbers of a curve, oldest point first; None before the end of the first epoch."""
    measured = [point for point in curve if point.measured]
    if not measured:
        return None
    last = measured[-1]
    losses = [point.loss for point in curve if point.epoch == last.epoch]
    good = (point.epoch for point in measured if (_score(point, score) or 0.0) >= GOOD)
    return ArmResult(
        epoch=last.epoch,
        first_loss=curve[0].loss,
        loss=sum(losses) / len(losses),
        validation_loss=last.validation_loss,
        exact=last.exact,
        bleu=last.bleu,
        good_after=next(good, None),
    )


def experiment_result(
    experiment: Experiment, arms: tuple[ArmResult, ArmResult]
) -> ExperimentResult:
    """What follows from the usual and the changed arm, both at their end."""
    outcome = measured_outcome(*arms, score=experiment.score)
    right = (option.name for option in experiment.options if outcome in option.outcomes)
    return ExperimentResult(arms=arms, outcome=outcome, right=next(right, None))


def measured_outcome(usual: ArmResult, changed: ArmResult, *, score: Score) -> Outcome | None:
    """How the changed arm did; None where the numbers do not tell."""
    with_it, without = usual.score(score), changed.score(score)
    if with_it is None or without is None or with_it < LEARNED:
        return None
    lead = with_it - without
    if lead >= CLEAR:
        return _kind_of_failure(usual, changed, solves=without > ALIKE)
    if lead <= -CLEAR:
        return "better"
    return _by_speed(usual, changed) if abs(lead) <= ALIKE else None


def _kind_of_failure(usual: ArmResult, changed: ArmResult, *, solves: bool) -> Outcome:
    """``solves``: whether the changed arm has more than a few right."""
    if changed.loss <= MUCH_LOWER * usual.loss:
        return "cheats"
    way = usual.first_loss - usual.loss
    fallen = changed.first_loss - changed.loss
    return "nothing" if not solves and fallen <= HARDLY * way else "worse"


def _by_speed(usual: ArmResult, changed: ArmResult) -> Outcome:
    """Both have come equally far: one of them much sooner, perhaps."""
    if usual.good_after is None or changed.good_after is None:
        return "same"
    if changed.good_after >= MUCH_LONGER * usual.good_after:
        return "slower"
    return "better" if usual.good_after >= MUCH_LONGER * changed.good_after else "same"


def _score(point: CurvePoint, score: Score) -> float | None:
    if score == "exact":
        return point.exact
    return None if point.bleu is None else point.bleu / 100
