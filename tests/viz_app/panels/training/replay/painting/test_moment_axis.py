"""The axis of a time-lapse."""

import pytest

from viz_app.design.theme import light_theme
from viz_app.panels.training.replay.painting.moment_axis import (
    ends_of_epochs,
    marks_of,
    moment_axis,
    roomy_epochs,
)

UPDATES = (0, 1, 2, 4, 100)


def test_moments_are_evenly_spaced_however_dense_they_are():
    axis = moment_axis(10.0, 410.0, UPDATES)
    assert [axis.x(index) for index in range(5)] == [10.0, 110.0, 210.0, 310.0, 410.0]


def test_what_lies_between_two_moments_is_in_proportion():
    axis = moment_axis(10.0, 410.0, UPDATES)
    assert axis.at([0, 1, 3, 4, 52, 100]).tolist() == [10.0, 110.0, 260.0, 310.0, 360.0, 410.0]


def test_what_lies_beyond_is_at_the_end():
    axis = moment_axis(10.0, 410.0, UPDATES)
    assert axis.at([-5, 1000]).tolist() == [10.0, 410.0]


@pytest.mark.parametrize(("x", "index"), [(-50, 0), (10, 0), (59, 0), (61, 1), (410, 4), (999, 4)])
def test_the_nearest_moment_is_found(x, index):
    assert moment_axis(10.0, 410.0, UPDATES).index_at(x) == index


def test_a_run_that_has_come_further_has_a_place_that_is_no_moment():
    axis = moment_axis(0.0, 500.0, UPDATES, newest=150)
    assert axis.x(4) == 400.0
    assert axis.at([125]).tolist() == [450.0]
    assert axis.index_at(499) == 4


def test_one_moment_is_at_the_left():
    axis = moment_axis(10.0, 410.0, (0,))
    assert axis.x(0) == 10.0
    assert axis.index_at(300) == 0


def test_without_epochs_updates_stand_under_the_moments():
    assert marks_of((0, 100, 200), (0, 0, 0)) == (0, 100, 200)
    assert marks_of((0, 100, 200), (0, 1, 1)) == (0, 1, 1)


def test_numbers_stand_at_the_ends_of_epochs():
    assert ends_of_epochs((0, 1, 1, 1, 2, 3, 3)) == [(0, "0"), (3, "1"), (4, "2"), (6, "3")]


def test_the_last_epoch_is_named_whatever_has_room(qapp):
    axis = moment_axis(10.0, 110.0, tuple(range(31)))
    epochs = tuple(range(31))
    named = [epoch for _, epoch in roomy_epochs(axis, epochs, light_theme())]
    assert named[0] == "0"
    assert named[-1] == "30"
    assert 3 < len(named) < 15
    assert roomy_epochs(axis, (), light_theme()) == []
