"""How long a run takes follows from what an update and an epoch cost."""

import dataclasses

import pytest

from model.runs.speed_estimate import SpeedEstimate

ESTIMATE = SpeedEstimate(
    updates_per_epoch=50,
    seconds_per_update=0.02,
    seconds_per_epoch=0.5,
    tokens_per_second=1000.0,
    pairs=100,
    src_vocabulary=10,
    tgt_vocabulary=20,
)


def test_an_epoch_takes_its_updates_and_what_comes_at_its_end():
    assert ESTIMATE.seconds(1) == pytest.approx(50 * 0.02 + 0.5)
    assert ESTIMATE.seconds(40) == pytest.approx(60.0)


@pytest.mark.parametrize(
    ("seconds", "epochs"), [(-1.0, 1), (0.0, 1), (2.9, 1), (3.1, 2), (151, 100)]
)
def test_whole_epochs_fit_into_a_time_and_one_always(seconds, epochs):
    assert ESTIMATE.epochs_within(seconds) == epochs


def test_a_machine_that_takes_no_time_still_has_an_answer():
    free = dataclasses.replace(ESTIMATE, seconds_per_update=0.0, seconds_per_epoch=0.0)
    assert free.epochs_within(60) == 1
    assert free.seconds(10) == 0
