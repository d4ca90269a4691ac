"""When a run should stop."""

import math

import pytest

from model.training.loss import (
    MARGIN,
    PATIENCE,
    WINDOW,
    DivergenceWatch,
    EarlyStopping,
    ExplosionWatch,
)

CHANCE = math.log(1000)


def test_a_falling_loss_never_explodes():
    watch = ExplosionWatch(1000)
    assert not any(watch.exploded(CHANCE / (1 + step)) for step in range(100))


def test_a_loss_that_stays_far_above_guessing_explodes():
    watch = ExplosionWatch(1000)
    watch.exploded(CHANCE)
    told = [watch.exploded(3.1 * CHANCE) for _ in range(WINDOW + 3)]
    assert told.index(True) == WINDOW - 1


def test_single_bad_batches_do_not_count():
    watch = ExplosionWatch(1000)
    assert not any(watch.exploded(CHANCE if step % 10 else 50 * CHANCE) for step in range(1, 100))


def test_weights_of_a_moment_with_such_a_loss_are_not_worth_keeping():
    watch = ExplosionWatch(1000)
    assert not watch.alarmed
    alarms = []
    for loss in (CHANCE, 2.9 * CHANCE, 3.1 * CHANCE, CHANCE):
        watch.exploded(loss)
        alarms.append(watch.alarmed)
    assert alarms == [False, False, True, False]


def test_a_high_start_is_not_an_explosion():
    watch = ExplosionWatch(1000)
    assert not any(watch.exploded(5 * CHANCE) for _ in range(3 * WINDOW))


def test_five_losses_in_a_row_a_nat_above_their_mean_diverge():
    watch = DivergenceWatch()
    assert not any(watch.diverged(2.0) for _ in range(9))
    told = []
    for loss in (3.5, 3.5, 2.0, 3.5, 3.5, 3.5, 3.5, 3.5):
        told.append((watch.diverged(loss), watch.alarmed))
    high, calm, end = (False, True), (False, False), (True, True)
    assert told == [high, high, calm, high, high, high, high, end]


def test_what_is_no_number_diverges_at_once_and_is_not_part_of_the_mean():
    watch = DivergenceWatch()
    assert [watch.diverged(loss) for loss in (2.0, math.nan, math.inf, 2.0)] == [
        False,
        True,
        True,
        False,
    ]
    assert watch.mean == 2.0


def test_the_mean_goes_a_twentieth_of_the_way_to_each_loss_that_is_not_too_high():
    watch, mean = DivergenceWatch(), 4.0
    for loss in (4.0, 3.0, 2.0, 4.5, 1.0):
        assert not watch.diverged(loss)
        mean = 0.95 * mean + 0.05 * loss
        assert watch.mean == pytest.approx(mean)
    watch.diverged(9.0)
    assert watch.mean == pytest.approx(mean)


def test_a_nat_above_the_mean_a_falling_and_a_noisy_loss_have_not_diverged():
    watch = DivergenceWatch(mean=2.0)
    assert not watch.alarmed
    assert not any(watch.diverged(watch.mean + MARGIN) for _ in range(PATIENCE))
    assert not watch.alarmed
    watch = DivergenceWatch()
    assert not any(watch.diverged(9 / (1 + step)) for step in range(200))
    assert not any(watch.diverged(1 + 5 * (step % PATIENCE > 0)) for step in range(200))


@pytest.mark.parametrize(
    ("patience", "losses", "enough"),
    [
        (0, [1.0, 2.0, 3.0, 4.0], False),
        (2, [1.0, 2.0], False),
        (2, [1.0, 2.0, 2.0], True),
        (2, [3.0, 2.0, 2.5, 1.0, 1.5], False),
        (1, [1.0, 1.0], True),
        (1, [None, None, None], False),
    ],
)
def test_patience_counts_epochs_without_a_better_loss(patience, losses, enough):
    stopping = EarlyStopping(patience)
    for loss in losses:
        stopping.improved(loss)
    assert stopping.enough is enough


def test_only_a_better_loss_is_an_improvement_and_no_measure_for_the_next_otherwise():
    stopping = EarlyStopping(3)
    assert not EarlyStopping(1).enough
    told = [stopping.improved(loss) for loss in (2.0, 1.0, 1.0, 2.0, 1.5, 0.5, None)]
    assert told == [True, True, False, False, False, True, False]


def test_a_loss_as_high_as_the_bound_is_not_above_it():
    watch = ExplosionWatch(1)  # guessing has a loss of 0: three times the first one counts
    watch.exploded(1.0)
    assert not any(watch.exploded(3.0) for _ in range(2 * WINDOW))
    assert not watch.alarmed
    assert [watch.exploded(3.5) for _ in range(WINDOW)] == [False] * (WINDOW - 1) + [True]
