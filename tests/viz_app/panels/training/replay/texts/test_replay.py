"""What a time-lapse says, at length and in short."""

import dataclasses

import pytest

from tests.viz_app.listening import plain
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.panels.training.replay.changes import moment_picked
from viz_app.panels.training.replay.snapshot import resolve_replay
from viz_app.panels.training.replay.texts.replay import (
    curve_names,
    epoch_word,
    replay_sentence,
    replay_sentences,
)


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
