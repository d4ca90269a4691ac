"""Playing a time-lapse and opening the workbench."""

from functools import partial

import pytest

from tests.viz_app.recorded_runs import history, moment, with_runs
from viz_app.app.app_state import tab_opened
from viz_app.panels.training.replay.changes import (
    moment_arrived,
    moment_passed,
    moment_picked,
    replay_closed,
    replay_toggled,
)
from viz_app.panels.training.replay.controller import INTERVAL_MS, ReplayController
from viz_app.panels.training.replay.moments import cursor
from viz_app.panels.training.state.runs import RunsState
from viz_app.workbench.changes.playback import play_toggled
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.room import Room


@pytest.fixture
def run():
    return history()


@pytest.fixture
def controller(room, run):
    controller = ReplayController(room, interval_ms=1)
    room.apply(with_runs, run)
    yield controller
    if cursor(room.now.own).playing:
        room.apply(replay_toggled)


def test_it_plays_a_few_moments_a_second():
    assert 4 <= 1000 / INTERVAL_MS <= 6


def test_playing_goes_through_every_moment_and_stops_by_itself(
    qtbot, controller, room, screen, run
):
    controller.open()
    seen = []
    screen.follow(lambda old, new: seen.append(new.trace))
    room.apply(replay_toggled)
    qtbot.waitUntil(lambda: not cursor(room.now.own).playing)
    assert list(dict.fromkeys(seen)) == [known.traces[0] for known in run.moments]
    assert not controller._timer.isActive()


def test_toggling_again_stops(controller, room):
    controller.open()
    room.apply(replay_toggled)
    assert controller._timer.isActive()
    room.apply(replay_toggled)
    assert not controller._timer.isActive()


def test_leaving_for_another_tab_stops(controller, store, room):
    controller.open()
    room.apply(replay_toggled)
    store.apply(lambda state: tab_opened(state, "masks"))
    assert not cursor(room.now.own).playing
    assert not controller._timer.isActive()


def test_a_run_that_goes_away_while_it_plays_stops_it(controller, room, screen):
    controller.open()
    room.apply(replay_toggled)
    room.apply(Room.changed, runs=RunsState())
    assert not controller._timer.isActive()
    assert screen.now.trace is None


def test_opening_asks_for_the_tab_and_closing_brings_the_own_picture_back(
    qtbot, controller, room, bench, screen, run, tiny_trace
):
    bench.apply(trace_arrived, tiny_trace)
    with qtbot.waitSignal(controller.tab_wanted) as wanted:
        controller.open()
    assert wanted.args == ["attention"]
    assert screen.now.trace is run.moments[-1].traces[0]
    room.apply(replay_closed)
    assert screen.now.trace is tiny_trace
    controller.open_or_close()
    assert cursor(room.now.own).in_workbench
    controller.open_or_close()
    assert not cursor(room.now.own).in_workbench


def test_moments_pass(controller, room, screen, run):
    controller.open()
    room.apply(moment_picked, 2)
    room.apply(moment_passed, -1)
    assert screen.now.trace is run.moments[1].traces[0]
    room.apply(moment_passed, 2)
    assert screen.now.trace is run.moments[3].traces[0]


def test_a_history_that_is_read_later_comes_on_screen(controller, room, screen):
    room.apply(with_runs, history("late", updates=()))
    controller.open()
    assert screen.now.trace is None
    new = moment(0)
    room.apply(moment_arrived, "late", new)
    assert screen.now.trace is new.traces[0]


def test_a_run_to_compare_with_comes_beside(controller, room, screen, run):
    controller.open()
    room.apply(partial(with_runs, compared=True), run, history("other"))
    assert screen.now.branches.compared == 1


@pytest.mark.parametrize("opened", [False, True])
def test_steps_do_not_play_on_in_another_picture(controller, bench, screen, tiny_trace, opened):
    bench.apply(trace_arrived, tiny_trace)
    if opened:
        controller.open()
    screen.apply(play_toggled)
    assert screen.now.playback.playing
    controller.open_or_close()
    assert not screen.now.playback.playing


def test_steps_play_on_while_moments_pass(controller, room, screen):
    controller.open()
    screen.apply(play_toggled)
    room.apply(moment_passed, -1)
    assert screen.now.playback.playing


def test_steps_do_not_play_on_in_another_tab(controller, store, screen, tiny_trace, bench):
    bench.apply(trace_arrived, tiny_trace)
    controller.open()
    screen.apply(play_toggled)
    store.apply(lambda state: tab_opened(state, "one_head"))
    assert screen.now.trace is tiny_trace
    assert not screen.now.playback.playing
