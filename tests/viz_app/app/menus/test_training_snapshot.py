"""What the menu of training runs can do."""

from __future__ import annotations

import dataclasses

import pytest

from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import on_bench, progress_of, run_of, training_room
from viz_app.app.menus.training_snapshot import TrainingMenuSnapshot, resolve_training_menu
from viz_app.panels.training.replay.changes import moment_picked, replay_closed, replay_opened
from viz_app.panels.training.state.training import LiveRun, TrainingRequest, TrainingRoom


def run(**fields):
    """A run with eight moments."""
    told = history("run-1")
    return dataclasses.replace(told, card=dataclasses.replace(told.card, **fields))


def resolved(room: TrainingRoom) -> TrainingMenuSnapshot:
    return resolve_training_menu(room.own)


def test_without_a_run_nothing_can_be_done():
    assert resolved(training_room()) == TrainingMenuSnapshot()


@pytest.mark.parametrize(
    ("status", "done", "can"),
    [
        ("starting", False, True),
        ("running", False, True),
        ("paused", False, True),
        ("stopping", False, False),
        ("running", True, False),
    ],
)
def test_a_run_can_be_paused_until_its_model_is_being_kept(status, done, can):
    update = 1140 if done else 240
    training = run_of(status, progress=progress_of(update=update, epoch=12 if done else 3))
    assert training.live[0].progress.done == done
    assert resolved(training_room(live=training.live)).can_pause == can


def test_one_arm_that_is_being_kept_does_not_hold_the_other():
    runs = (
        LiveRun(key=1, request=TrainingRequest(), status="stopping"),
        LiveRun(key=2, request=TrainingRequest(), status="paused"),
    )
    room = training_room(live=runs)
    assert resolved(room).can_pause
    assert not room.own.paused


@pytest.mark.parametrize(
    ("is_live", "fields", "can"),
    [
        (False, {"has_model": True}, True),
        (False, {"has_model": False}, False),
        (True, {"has_model": False}, True),
        (True, {"has_model": False, "experiment": "heads"}, False),
    ],
)
def test_a_run_is_used_with_its_model_or_its_weights_of_now(is_live, fields, can):
    live = run_of(run_id="run-1").live if is_live else ()
    state = with_runs(training_room(live=live), run(**fields))
    assert resolved(state).can_use == can


def test_the_newest_moment_is_on_show_until_another_is_picked():
    state = with_runs(training_room(), run())
    assert (resolved(state).moments, resolved(state).index) == (8, 7)
    assert resolved(moment_picked(state, 2)).index == 2


def test_watching_is_marked_also_while_another_tab_is_in_front():
    state = replay_opened(with_runs(training_room(), run()))
    assert resolved(state).watching
    assert resolved(on_bench(state, tab="one_head")).watching
    assert not resolved(replay_closed(state)).watching
