"""Experiments find their runs among all others, and say what follows from them."""

import dataclasses

import pytest

from model.messages import ConfigError
from model.runs.experiments import EXPERIMENTS, experiment_named
from tests.viz_app.panels.training.experiment_runs import FINALS, card_of, with_live, with_runs
from tests.viz_app.states import training_room
from viz_app.panels.training.experiments.room import (
    experiment_opened,
    option_predicted,
    requests,
    resolve_experiments,
)
from viz_app.panels.training.state import RunsState, with_card


def statuses(room):
    return {line.name: line.status for line in resolve_experiments(room).lines}


def opened(room, name="positions"):
    """What the page shows of an experiment that is open."""
    return resolve_experiments(experiment_opened(room, name)).chosen


def test_an_experiment_is_opened_and_closed():
    snapshot = resolve_experiments(training_room())
    assert snapshot.chosen is None
    assert [line.name for line in snapshot.lines] == [e.name for e in EXPERIMENTS]
    assert {line.status for line in snapshot.lines} == {"new"}
    room = experiment_opened(training_room(), "heads")
    assert resolve_experiments(room).chosen.experiment is experiment_named("heads")
    assert resolve_experiments(experiment_opened(room, "")).chosen is None
    with pytest.raises(ConfigError):
        experiment_opened(room, "magic")


def test_predictions_are_kept_for_each_experiment():
    room = option_predicted(training_room(), "heads", "same")
    room = option_predicted(room, "norm", "nothing")
    room = option_predicted(room, "heads", "worse")
    assert opened(room, "heads").prediction == "worse"
    assert opened(room, "norm").prediction == "nothing"
    assert opened(room, "causal").prediction is None


def test_both_arms_are_asked_for():
    for experiment in EXPERIMENTS:
        for request, arm in zip(requests(experiment.name), experiment.arms, strict=True):
            assert (request.model, request.training) == (arm.model, arm.training)
            assert (request.experiment, request.arm) == (experiment.name, arm.name)
            assert (request.task, request.device, request.preset) == (experiment.task, "cpu", "")


def test_two_finished_runs_are_an_answer():
    room = with_runs(training_room(), "positions")
    assert statuses(room)["positions"] == "answered"
    assert statuses(room)["norm"] == "new"
    shown = opened(room)
    assert [(arm.loss, arm.exact, arm.bleu) for arm in shown.arms] == [FINALS[0], FINALS[1]]
    assert (shown.result.outcome, shown.result.right) == ("worse", "worse")
    assert shown.can_run


def test_opening_an_experiment_brings_its_runs_on_show():
    room = with_runs(training_room(), "positions")
    runs = dataclasses.replace(room.own.runs, shown=None, compared=None)
    room = experiment_opened(room.changed(runs=runs), "positions")
    for name in ("positions", "norm"):
        on_show = experiment_opened(room, name).own.runs
        assert (on_show.shown, on_show.compared) == ("positions-with", "positions-without")


def test_runs_that_are_not_read_to_their_end_give_no_result_yet():
    runs = RunsState()
    for arm in (0, 1):
        runs = with_card(runs, card_of("positions", arm))
    shown = opened(training_room(runs=runs))
    assert (shown.status, shown.result, shown.arms) == ("answered", None, (None, None))
    room = with_runs(training_room(), "positions")
    first, second = room.own.runs.histories
    part = dataclasses.replace(second, curve=second.curve[:-4])
    room = room.changed(runs=dataclasses.replace(room.own.runs, histories=(first, part)))
    assert opened(room).arms[1].epoch == 8
    assert opened(room).result is None


@pytest.mark.parametrize(
    ("arms", "status"),
    [
        (("finished", "stopped"), "stopped"),
        (("running", "finished"), "stopped"),
        (("failed", "finished"), "failed"),
        (("stopped", "failed"), "failed"),
        (("finished",), "new"),
    ],
)
def test_runs_that_did_not_come_to_their_end_are_no_answer(arms, status):
    room = with_runs(training_room(), "positions", statuses=arms)
    assert statuses(room)["positions"] == status
    shown = opened(room)
    assert shown.result is None
    assert shown.reason == ("full" if status == "failed" else "")


def test_the_newest_run_of_each_arm_counts_and_none_with_other_numbers():
    room = with_runs(training_room(), "positions")
    newer = card_of("positions", 0, run_id="newer", status="stopped")
    assert statuses(room.changed(runs=with_card(room.own.runs, newer)))["positions"] == "stopped"
    card = card_of("positions", 0)
    older = dataclasses.replace(card, training=dataclasses.replace(card.training, epochs=3))
    assert statuses(room.changed(runs=with_card(room.own.runs, older)))["positions"] == "new"


def test_while_it_runs_it_says_how_far_it_is():
    room = with_live(with_runs(training_room(), "positions"), "positions")
    assert statuses(room)["positions"] == "running"
    shown = opened(room)
    assert shown.percent == round(100 * (6 + 4) / 2 / 20)
    assert shown.seconds_left == 15
    assert [arm.epoch for arm in shown.arms] == [3, 2]
    assert shown.result is None
    assert not shown.can_run
    assert not shown.paused


def test_the_arm_that_is_done_keeps_its_result_while_the_other_runs():
    older = card_of("positions", 0, run_id="older", begun="2026-01-02T09:00:00+00:00", seconds=9.0)
    room = training_room(runs=with_card(RunsState(), older))
    room = with_live(room, "positions", updates=(20, 4))
    done = card_of("positions", 0, run_id="live-0", seconds=9.0, begun="2026-01-02T10:00:00+00:00")
    beside = card_of(
        "positions", 1, run_id="live-1", status="running", begun="2026-01-02T10:00:02+00:00"
    )
    for card in (done, beside):
        room = room.changed(runs=with_card(room.own.runs, card))
    room = room.changed(live=room.own.live[1:])
    shown = opened(room)
    assert (shown.status, shown.percent) == ("running", (100 + 20) // 2)
    assert [arm.epoch for arm in shown.arms] == [10, 2]
    assert shown.arms[0].exact == FINALS[0][1]
    gone = with_card(RunsState(), beside)
    gone = with_card(gone, older)
    assert opened(room.changed(runs=gone)).arms[0] is None


def test_a_run_that_has_not_begun_has_no_time_and_no_numbers():
    room = with_live(with_runs(training_room(), "positions"), "positions", updates=(6, None))
    shown = opened(room)
    assert (shown.seconds_left, shown.percent, shown.arms[1]) == (None, 15, None)
    assert opened(with_live(training_room(), "positions", status="paused")).paused


def test_another_experiment_cannot_be_run_meanwhile():
    room = with_live(training_room(), "positions")
    assert not opened(room, "norm").can_run
    assert opened(room, "norm").status == "new"
