"""Time that was no work does not count: pauses, and updates during which the machine slept."""

import pytest

from model.runs.clock import TrainingClock


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def hand() -> Hand:
    """At some time or other."""
    return Hand()


@pytest.fixture
def clock(hand: Hand) -> TrainingClock:
    """Of a run of ten updates."""
    return TrainingClock(10, now=hand)


def update(clock: TrainingClock, hand: Hand, seconds: float, *, pause: float = 0.0) -> None:
    """After a pause, one update on 50 tokens that takes so long."""
    hand.seconds += pause
    clock.start()
    hand.seconds += seconds
    clock.tick(50)


def test_speed_and_time_left_follow_from_the_updates_so_far(clock, hand):
    update(clock, hand, 2.0)
    update(clock, hand, 3.0, pause=1000.0)
    assert (clock.update, clock.tokens, clock.seconds) == (2, 100, 5.0)
    assert clock.tokens_per_second == 20.0
    assert clock.seconds_left == 8 * 2.5
    assert clock.slept_seconds == 0


def test_before_the_first_update_nothing_is_known(clock):
    assert (clock.tokens_per_second, clock.seconds_left) == (0, 0)


def test_an_update_during_which_the_machine_slept_does_not_count(clock, hand):
    for _ in range(3):
        update(clock, hand, 0.5)
    speed = clock.tokens_per_second
    update(clock, hand, 7200.0)
    assert (clock.update, clock.seconds, clock.slept_seconds) == (4, 1.5, 7200.0)
    assert clock.tokens_per_second == speed
    assert clock.seconds_left == pytest.approx(6 * 0.5, rel=0.3)
    update(clock, hand, 0.5)
    assert (clock.seconds, clock.slept_seconds) == (2.0, 7200.0)
    update(clock, hand, 60.0)
    assert clock.slept_seconds == 7260.0


@pytest.mark.parametrize(("usual", "long"), [(0.5, 29.0), (2.0, 39.0), (10.0, 150.0)])
def test_an_update_that_is_only_slow_counts(clock, hand, usual, long):
    update(clock, hand, usual)
    update(clock, hand, long)
    assert (clock.seconds, clock.slept_seconds) == (usual + long, 0)


def test_the_first_update_counts_however_long_it_takes(clock, hand):
    update(clock, hand, 500.0)
    assert (clock.seconds, clock.slept_seconds) == (500.0, 0)


def test_a_run_that_goes_on_knows_how_long_its_updates_took(clock, hand):
    clock.update, clock.tokens, clock.seconds = 4, 200, 2.0
    update(clock, hand, 900.0)
    assert (clock.seconds, clock.slept_seconds) == (2.0, 900.0)
