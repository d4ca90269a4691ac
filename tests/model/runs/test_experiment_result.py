"""What follows from two curves, and what does not."""

import dataclasses

import pytest

from model.runs.experiments import (
    EXPERIMENTS,
    ArmResult,
    arm_result,
    experiment_named,
    experiment_result,
    measured_outcome,
)
from model.runs.progress import CurvePoint

SOLVED = ArmResult(
    epoch=10,
    first_loss=3.9,
    loss=0.005,
    validation_loss=0.01,
    exact=0.98,
    bleu=99.0,
    good_after=8,
)


def arm(**changes) -> ArmResult:
    """An arm that has solved its task, but for some numbers."""
    return dataclasses.replace(SOLVED, **changes)


def curve(*scores: float | None, per_epoch: int = 3) -> list[CurvePoint]:
    """Losses 4.0, 3.9, …; exact match at the end of each epoch."""
    points = []
    for epoch, score in enumerate(scores, start=1):
        for index in range(per_epoch):
            update = len(points) + 1
            last = index == per_epoch - 1
            points.append(
                CurvePoint(
                    update=update,
                    epoch=epoch,
                    loss=4.1 - update / 10,
                    learning_rate=1e-3,
                    gradient_norm=1.0,
                    validation_loss=1 / epoch if last else None,
                    exact=score if last else None,
                    bleu=None if score is None or not last else 50 * score,
                )
            )
    return points


def test_an_arms_numbers_are_those_of_its_last_whole_epoch():
    points = curve(0.1, 0.95, 0.93, 0.97)
    result = arm_result(points[:-1], "exact")  # the fourth epoch has not come to its end
    assert result == ArmResult(
        epoch=3,
        first_loss=pytest.approx(4.0),
        loss=pytest.approx((3.4 + 3.3 + 3.2) / 3),
        validation_loss=pytest.approx(1 / 3),
        exact=0.93,
        bleu=pytest.approx(46.5),
        good_after=2,
    )


def test_what_is_good_is_measured_by_the_experiments_score():
    points = curve(0.95, 0.99)
    assert arm_result(points, "exact").good_after == 1
    assert arm_result(points, "bleu").good_after is None
    assert arm_result(points, "bleu").score("bleu") == pytest.approx(0.495)
    assert arm_result(points, "exact").score("exact") == 0.99


def test_before_the_first_epochs_end_there_are_no_numbers():
    assert arm_result([], "exact") is None
    assert arm_result(curve(0.5)[:2], "exact") is None


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, "same"),
        ({"exact": 0.94, "loss": 0.1}, "same"),
        ({"good_after": None}, "same"),
        ({"good_after": 11}, "same"),
        ({"good_after": 12}, "slower"),
        ({"good_after": 5}, "better"),
        ({"exact": 0.57, "loss": 0.156}, "worse"),
        ({"exact": 0.04, "loss": 0.976}, "worse"),
        ({"exact": 0.12, "loss": 3.5}, "worse"),
        ({"exact": 0.0, "loss": 2.8}, "nothing"),
        ({"exact": 0.0, "loss": 3.88}, "nothing"),
        ({"exact": 0.0, "loss": 0.002}, "cheats"),
        ({"exact": 0.9}, None),
        ({"exact": None}, None),
    ],
)
def test_the_outcome_follows_from_the_numbers(changes, outcome):
    assert measured_outcome(arm(), arm(**changes), score="exact") == outcome


def test_a_changed_arm_can_be_better():
    usual = arm(exact=0.5, good_after=None, loss=0.3)
    assert measured_outcome(usual, arm(), score="exact") == "better"


def test_nothing_follows_where_the_usual_arm_has_not_learned():
    poor = arm(exact=0.1, loss=2.0, good_after=None)
    assert measured_outcome(poor, arm(exact=0.0), score="exact") is None
    assert measured_outcome(poor, arm(), score="exact") is None


def test_translations_are_measured_by_bleu():
    usual = arm(exact=None, bleu=39.6, loss=0.42, good_after=None)
    changed = arm(exact=None, bleu=0.3, loss=0.13, good_after=None)
    assert measured_outcome(usual, changed, score="bleu") == "cheats"
    assert measured_outcome(usual, changed, score="exact") is None


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_the_right_prediction_is_the_one_that_names_the_outcome(experiment):
    usual = arm(bleu=98.0)
    for changed in (arm(bleu=98.0), arm(exact=0.5, bleu=50.0, loss=0.2), arm(exact=0.9, bleu=90)):
        result = experiment_result(experiment, (usual, changed))
        options = {option.name: option.outcomes for option in experiment.options}
        assert result.arms == (usual, changed)
        if result.outcome is None:
            assert result.right is None
        else:
            assert result.outcome in options[result.right]


def test_an_outcome_that_nobody_could_predict_makes_no_prediction_right():
    cheating = arm(exact=0.0, loss=0.001)
    result = experiment_result(experiment_named("heads"), (arm(), cheating))
    assert (result.outcome, result.right) == ("cheats", None)
