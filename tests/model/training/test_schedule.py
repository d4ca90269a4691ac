"""Learning-rate schedules against values worked out by hand."""

import math

import pytest

from model.runs.presets import Schedule, TrainingConfig
from model.training.schedule import learning_rate


def rates(schedule: Schedule, *, warmup: int, updates: int) -> list[float]:
    """The rate of every update, with a peak of 0.1."""
    training = TrainingConfig(learning_rate=0.1, warmup=warmup, schedule=schedule)
    return [learning_rate(training, update, updates) for update in range(updates)]


def test_constant_warms_up_in_even_steps_and_stays():
    assert rates("constant", warmup=4, updates=8) == pytest.approx(
        [0.025, 0.05, 0.075, 0.1, 0.1, 0.1, 0.1, 0.1]
    )


def test_inverse_sqrt_halves_when_four_times_as_many_updates_are_done():
    steps = rates("inverse-sqrt", warmup=4, updates=64)
    assert steps[:4] == pytest.approx([0.025, 0.05, 0.075, 0.1])
    assert steps[4] == pytest.approx(0.1 * math.sqrt(4 / 5))
    assert steps[15] == pytest.approx(0.05)
    assert steps[63] == pytest.approx(0.025)


def test_cosine_falls_from_the_peak_to_a_hundredth_of_it():
    steps = rates("cosine", warmup=2, updates=7)
    assert steps[:3] == pytest.approx([0.05, 0.1, 0.1])
    assert steps[4] == pytest.approx(0.1 * (0.01 + 0.99 * 0.5))
    assert steps[3] == pytest.approx(0.1 * (0.01 + 0.99 * (1 + math.sqrt(0.5)) / 2))
    assert steps[6] == pytest.approx(0.001)


@pytest.mark.parametrize("schedule", ["constant", "inverse-sqrt", "cosine"])
@pytest.mark.parametrize(("warmup", "updates"), [(0, 1), (0, 9), (3, 9), (1000, 9), (5, 10_000)])
def test_a_rate_is_never_above_the_peak_nor_zero(schedule: Schedule, warmup: int, updates: int):
    steps = rates(schedule, warmup=warmup, updates=updates)
    assert all(0 < step <= 0.1 + 1e-12 for step in steps)


@pytest.mark.parametrize("schedule", ["constant", "inverse-sqrt", "cosine"])
def test_without_warmup_the_first_rate_is_the_peak(schedule: Schedule):
    assert rates(schedule, warmup=0, updates=5)[0] == pytest.approx(0.1)


def test_a_short_run_warms_up_for_at_most_half_of_it():
    assert rates("constant", warmup=1000, updates=6) == pytest.approx(
        [0.1 / 3, 0.2 / 3, 0.1, 0.1, 0.1, 0.1]
    )
