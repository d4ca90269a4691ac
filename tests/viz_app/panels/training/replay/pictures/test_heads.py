"""The axis of a time-lapse."""

import dataclasses

import pytest

from tests.viz_app.listening import plain
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.design.theme import light_theme
from viz_app.panels.training.replay.pictures.heads import (
    curve_names,
    epoch_word,
    marks_of,
    moment_axis,
    replay_sentence,
    replay_sentences,
    roomy_epochs,
)
from viz_app.panels.training.replay.room import moment_picked, resolve_replay

# ------------------------------------------------------------------------------------- test replay
# What a time-lapse says, at length and in short.


def snapshot(*runs, index=3):
    room = with_runs(training_room(), *runs, compared=len(runs) > 1)
    return resolve_replay(moment_picked(room, index))


@pytest.mark.parametrize("runs", [(history(),), (history(), history("other"))])
def test_sentences_become_shorter_and_always_say_the_moment(runs):
    shown = snapshot(*runs)
    sentences = [plain(text) for text in replay_sentences(shown)]
    assert sentences[0] == plain(replay_sentence(shown))
    lengths = [len(text) for text in sentences]
    assert lengths == sorted(lengths, reverse=True)
    assert all("update 5" in text for text in sentences)
    assert all("loss 2.559" in text for text in sentences[:-1])
    assert sentences[-1] == "update 5, epoch 1"


def test_where_nobody_counted_epochs_there_are_updates_alone():
    run = history()
    uncounted = tuple(dataclasses.replace(moment, epoch=0) for moment in run.moments)
    shown = snapshot(dataclasses.replace(run, moments=uncounted))
    assert "epoch" not in plain(replay_sentence(shown))
    assert replay_sentences(shown)[-1] == "update 5"
    assert epoch_word(shown.epochs) == "update"
    assert epoch_word(snapshot(run).epochs) == "epoch"


def test_a_single_curve_is_named_by_what_it_is_two_by_their_runs():
    assert curve_names(snapshot(history())) == ("training", "validation")
    both = snapshot(history(), history("other"))
    assert curve_names(both) == ("reverse-1", "validation", "other")


# -------------------------------------------------------------------------------- test moment axis


UPDATES = (0, 1, 2, 4, 100)


def test_moments_are_evenly_spaced_and_what_lies_between_two_is_in_proportion():
    axis = moment_axis(10.0, 410.0, UPDATES)
    assert [axis.x(index) for index in range(5)] == [10.0, 110.0, 210.0, 310.0, 410.0]
    assert axis.at([0, 1, 3, 4, 52, 100]).tolist() == [10.0, 110.0, 260.0, 310.0, 360.0, 410.0]
    assert axis.at([-5, 1000]).tolist() == [10.0, 410.0]
    for x, index in ((-50, 0), (10, 0), (59, 0), (61, 1), (410, 4), (999, 4)):
        assert axis.index_at(x) == index


def test_a_run_that_has_come_further_has_a_place_that_is_no_moment():
    axis = moment_axis(0.0, 500.0, UPDATES, newest=150)
    assert (axis.x(4), axis.at([125]).tolist(), axis.index_at(499)) == (400.0, [450.0], 4)
    alone = moment_axis(10.0, 410.0, (0,))
    assert (alone.x(0), alone.index_at(300)) == (10.0, 0)


def test_without_epochs_updates_stand_under_the_moments():
    assert marks_of((0, 100, 200), (0, 0, 0)) == (0, 100, 200)
    assert marks_of((0, 100, 200), (0, 1, 1)) == (0, 1, 1)


def test_numbers_stand_at_the_ends_of_epochs_the_last_whatever_has_room(qapp):
    axis = moment_axis(10.0, 900.0, tuple(range(7)))
    ends = roomy_epochs(axis, (0, 1, 1, 1, 2, 3, 3), light_theme())
    assert ends == [(0, "0"), (3, "1"), (4, "2"), (6, "3")]
    axis = moment_axis(10.0, 110.0, tuple(range(31)))
    named = [epoch for _, epoch in roomy_epochs(axis, tuple(range(31)), light_theme())]
    assert (named[0], named[-1]) == ("0", "30")
    assert 3 < len(named) < 15
    assert roomy_epochs(axis, (), light_theme()) == []
