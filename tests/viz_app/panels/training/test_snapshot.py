"""State to the run on show."""

import dataclasses

import pytest

from tests.viz_app.panels.training.experiment_runs import with_runs
from tests.viz_app.panels.training.snapshots import card_of, history_of, view_of
from tests.viz_app.states import run_of, training_room
from viz_app.panels.training.experiments.room import experiment_opened
from viz_app.panels.training.replay.room import moment_picked
from viz_app.panels.training.snapshot import resolve_run_view, resolve_training, samples_at
from viz_app.panels.training.state import LiveRun, RunsState, TrainingRequest


def showing(*histories, compared=None, live=(), shown="reverse-1"):
    runs = RunsState(
        cards=tuple(h.card for h in histories), shown=shown, compared=compared, histories=histories
    )
    return training_room(tab="training", runs=runs, live=live)


def live_run(run_id, **fields):
    return LiveRun(key=7, request=TrainingRequest(), run_id=run_id, **fields)


def test_before_the_first_run_there_is_nothing():
    snapshot = resolve_run_view(training_room())
    assert (snapshot.card, snapshot.history, snapshot.live, snapshot.replay) == (None,) * 4
    assert snapshot.curve == snapshot.probes == ()


def test_a_tab_that_nobody_sees_is_not_resolved():
    assert resolve_training(training_room(tab="attention")) is None
    assert resolve_training(training_room(tab="training")) is not None


def test_an_experiment_that_has_not_run_hides_the_run_on_show():
    room = showing(history_of())
    room = dataclasses.replace(room, bench=dataclasses.replace(room.bench, tab="experiments"))
    assert resolve_training(room).view.card == history_of().card
    opened = resolve_training(experiment_opened(room, "heads")).view
    assert (opened.not_run, opened.card, opened.history) == ("heads", None, None)
    run = with_runs(room, "heads")
    shown = resolve_training(experiment_opened(run, "heads")).view
    assert (shown.not_run, shown.card.experiment) == (None, "heads")


def test_the_run_on_show_has_its_history_once_it_is_read_and_the_compared_one():
    one, other = history_of(), history_of("reverse-2")
    snapshot = resolve_run_view(showing(one, other, compared="reverse-2"))
    assert (snapshot.history, snapshot.compared) == (one, other)
    assert snapshot.probes == one.card.probes
    unread = RunsState(cards=(card_of(),), shown="reverse-1")
    snapshot = resolve_run_view(training_room(tab="training", runs=unread))
    assert (snapshot.card, snapshot.history) == (card_of(), None)


def test_numbers_are_the_newest_and_those_measured_last():
    known = history_of(points=7, validation_loss=0.25, exact=0.5)
    numbers = view_of(known).numbers
    last = known.curve[-1]
    assert (numbers["loss"], numbers["gradient_norm"]) == (last.loss, last.gradient_norm)
    assert numbers["learning_rate"] == last.learning_rate
    assert (numbers["validation_loss"], numbers["exact"], numbers["bleu"]) == (0.25, 0.5, None)


@pytest.mark.parametrize(
    ("update", "index"), [(None, 1), (0, 0), (19, 0), (20, 0), (39, 0), (40, 1), (99, 1)]
)
def test_samples_are_those_of_the_moment(update, index):
    known = history_of()
    assert samples_at(known, update) is known.samples[index]


def test_without_samples_there_are_none():
    assert samples_at(dataclasses.replace(history_of(), samples=()), 3) is None
    assert samples_at(None, None) is None


def test_the_time_lapse_says_which_samples():
    room = showing(history_of(moments=(0, 10, 30, 40)))
    assert resolve_run_view(room).samples.update == 40
    room = moment_picked(room, 2)
    snapshot = resolve_run_view(room)
    assert snapshot.update == 30
    assert snapshot.samples.update == 20


@pytest.mark.parametrize(
    ("fields", "can"),
    [
        ({"status": "finished"}, False),
        ({"status": "stopped"}, True),
        ({"status": "failed"}, True),
        ({"status": "running"}, True),
        ({"status": "stopped", "update": 0}, False),
        ({"status": "stopped", "experiment": "norms"}, False),
    ],
)
def test_a_run_that_has_ended_before_its_end_can_go_on(fields, can):
    assert view_of(history_of(**fields)).can_go_on is can
    assert not view_of(history_of(**fields), status="running").can_go_on


def test_a_run_can_be_used_as_soon_as_it_has_learned_something():
    assert not view_of(history_of(), status="starting").can_be_used
    assert view_of(history_of(), status="running").can_be_used
    assert not view_of(history_of(experiment="norms"), status="running").can_be_used
    assert view_of(history_of(has_model=True)).can_be_used
    assert not view_of(history_of(has_model=False)).can_be_used


def test_runs_under_way_elsewhere_in_preparation_or_paused_are_told():
    one, other, starting = history_of(), history_of("reverse-2"), live_run("")
    snapshot = resolve_run_view(showing(one, live=(starting,)))
    assert (snapshot.starting, snapshot.live) == (starting, None)
    snapshot = resolve_run_view(showing(one, other, live=(live_run("reverse-2"),)))
    assert (snapshot.elsewhere, snapshot.live) == (other.card, None)
    snapshot = resolve_run_view(showing(one, other, live=(live_run("reverse-1"),)))
    assert snapshot.elsewhere is None
    waiting = live_run("reverse-1", status="paused")
    assert resolve_run_view(showing(one, live=(waiting,))).paused
    assert not resolve_run_view(showing(one, live=(waiting, live_run("x")))).paused


def test_two_snapshots_of_the_same_state_are_equal():
    room = showing(history_of(moments=(0, 10)), live=run_of().live)
    assert resolve_training(room) == resolve_training(room)
