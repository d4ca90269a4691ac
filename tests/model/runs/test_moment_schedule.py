"""Moments are dense at first, then at the ends of epochs, and never too many."""

from itertools import pairwise

import pytest

from model.runs.moment_schedule import moment_updates

SIZES = [
    (1, 1),
    (1, 500),
    (5, 1),
    (7, 3),
    (60, 12),
    (300, 2),
    (50, 80),
    (3000, 300),
    (10**6, 10**4),
]


@pytest.mark.parametrize(("per_epoch", "epochs"), SIZES)
@pytest.mark.parametrize("most", [2, 3, 10, 100])
def test_the_first_and_the_last_update_are_in_and_never_too_many(per_epoch, epochs, most):
    updates = moment_updates(per_epoch=per_epoch, epochs=epochs, most=most)
    assert {0, per_epoch * epochs} <= updates
    assert min(updates) == 0
    assert max(updates) == per_epoch * epochs
    assert len(updates) <= most


@pytest.mark.parametrize(("per_epoch", "epochs"), [(60, 12), (300, 2), (50, 78), (1, 60), (7, 3)])
def test_each_epoch_s_end_is_in_where_there_is_room(per_epoch, epochs):
    ends = {per_epoch * epoch for epoch in range(1, epochs + 1)}
    assert ends <= moment_updates(per_epoch=per_epoch, epochs=epochs)


def test_of_too_many_epochs_evenly_spaced_ends_are_in():
    updates = sorted(moment_updates(per_epoch=30, epochs=1000))
    late = [update for update in updates if update > 3000]
    assert all(update % 30 == 0 for update in late)
    gaps = {later - earlier for earlier, later in pairwise(late)}
    assert max(gaps) - min(gaps) <= 30
    assert len(updates) > 90


@pytest.mark.parametrize(("per_epoch", "epochs"), [(60, 12), (300, 2), (3000, 300)])
def test_the_first_epoch_is_watched_from_update_to_update_then_ever_more_rarely(per_epoch, epochs):
    early = sorted(
        update
        for update in moment_updates(per_epoch=per_epoch, epochs=epochs)
        if update <= per_epoch
    )
    assert early[:6] == [0, 1, 2, 3, 4, 6]
    ratios = [later / earlier for earlier, later in pairwise(early[1:])]
    assert max(ratios) <= 2
    assert len(early) >= 10


def test_no_gap_is_longer_than_an_epoch_where_there_is_room():
    updates = sorted(moment_updates(per_epoch=300, epochs=5))
    assert max(later - earlier for earlier, later in pairwise(updates)) <= 300


@pytest.mark.parametrize(("per_epoch", "epochs", "most"), [(0, 1, 9), (1, 0, 9), (1, 1, 1)])
def test_numbers_that_are_too_small_are_errors(per_epoch, epochs, most):
    with pytest.raises(ValueError, match="no moments for"):
        moment_updates(per_epoch=per_epoch, epochs=epochs, most=most)
