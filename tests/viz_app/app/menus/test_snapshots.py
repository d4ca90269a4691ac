"""What the menus of branches and of training runs can do."""

import dataclasses

import pytest

from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import on_bench, progress_of, run_of, training_room
from viz_app.app.menus.snapshots import MenuSnapshot, resolve_branch_menu, resolve_training_menu
from viz_app.panels.timeline.snapshot import resolve_timeline
from viz_app.panels.training.replay.changes import moment_picked, replay_closed, replay_opened
from viz_app.panels.training.state.training import LiveRun, TrainingRequest, TrainingRoom
from viz_app.workbench.changes.branching import branch_compared, branch_walked_to
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state.workbench import Workbench

MAKING = {"next_candidate", "type_token", "own_target"}
WALKING = {"next_branch", "previous_branch", "list", "rename", "delete"}
WATCHED = {"watch", "earlier", "later", "play"}


def run(moments=8, **fields):
    told = history("run-1")
    kept, card = told.moments[:moments], dataclasses.replace(told.card, **fields)
    return dataclasses.replace(told, card=card, moments=kept)


def can(room: TrainingRoom) -> frozenset[str]:
    """What can be done with a run."""
    return resolve_training_menu(room.own).enabled


@pytest.mark.parametrize(
    ("bench", "names"),
    [
        (Workbench(), set()),
        (trace_arrived(Workbench(), decoded(ORIGINAL)), MAKING),
        (branched_state(), {*MAKING, *WALKING, "compare_parent", "stop_comparing"}),
        (branch_compared(branched_state(), None), {*MAKING, *WALKING, "compare_parent"}),
        (branch_walked_to(branched_state(compared=False), 0), {*MAKING, *WALKING}),
    ],
)
def test_what_can_be_done_with_branches(bench, names):
    assert resolve_branch_menu(resolve_timeline(bench)) == MenuSnapshot(frozenset(names))


def test_without_a_run_there_is_nothing_to_do_with_one():
    assert resolve_training_menu(training_room().own) == MenuSnapshot()


@pytest.mark.parametrize(
    ("status", "done", "pausing"),
    [
        ("starting", False, True),
        ("running", False, True),
        ("paused", False, True),
        ("stopping", False, False),
        ("running", True, False),
    ],
)
def test_a_run_can_be_paused_and_stopped_until_its_model_is_being_kept(status, done, pausing):
    update = 1140 if done else 240
    training = run_of(status, progress=progress_of(update=update, epoch=12 if done else 3))
    assert training.live[0].progress.done == done
    names = {"pause", "stop"} if pausing else set()
    assert can(training_room(live=training.live)) & {"pause", "stop"} == names


def test_one_arm_that_is_being_kept_does_not_hold_the_other():
    runs = (
        LiveRun(key=1, request=TrainingRequest(), status="stopping"),
        LiveRun(key=2, request=TrainingRequest(), status="paused"),
    )
    assert can(training_room(live=runs)) >= {"pause", "stop"}


@pytest.mark.parametrize(
    ("is_live", "fields", "usable"),
    [
        (False, {"has_model": True}, True),
        (False, {"has_model": False}, False),
        (True, {"has_model": False}, True),
        (True, {"has_model": False, "experiment": "heads"}, False),
    ],
)
def test_a_run_is_used_with_its_model_or_its_weights_of_now(is_live, fields, usable):
    live = run_of(run_id="run-1").live if is_live else ()
    assert ("use" in can(with_runs(training_room(live=live), run(**fields)))) == usable


@pytest.mark.parametrize(
    ("moments", "picked", "names"),
    [
        (0, None, set()),
        (1, None, {"watch"}),
        (3, None, {"watch", "earlier", "play"}),
        (3, 1, WATCHED),
        (3, 0, {"watch", "later", "play"}),
        (8, None, {"watch", "earlier", "play"}),
        (8, 2, WATCHED),
    ],
)
def test_the_newest_moment_is_on_show_until_another_is_picked(moments, picked, names):
    room = with_runs(training_room(), run(moments))
    assert can(room if picked is None else moment_picked(room, picked)) & WATCHED == names


def test_watching_is_marked_also_while_another_tab_is_in_front():
    state = replay_opened(with_runs(training_room(), run()))
    for room, checked in (
        (state, {"watch"}),
        (on_bench(state, tab="one_head"), {"watch"}),
        (replay_closed(state), set()),
    ):
        assert resolve_training_menu(room.own).checked == checked
