"""Playing a time-lapse and opening the workbench."""

from __future__ import annotations

import dataclasses

import pytest

from tests.viz_app.recorded_runs import history, moment, with_runs
from viz_app.app.app_state import tab_opened, trace_arrived
from viz_app.panels.training.replay.changes import moment_arrived
from viz_app.panels.training.replay.controller import INTERVAL_MS, ReplayController
from viz_app.panels.training.replay.moments import cursor
from viz_app.panels.training.state.runs import RunsState


@pytest.fixture
def run():
    return history()


@pytest.fixture
def controller(store, run):
    controller = ReplayController(store, interval_ms=1)
    store.apply(lambda state: with_runs(state, run))
    yield controller
    if cursor(store.state).playing:
        controller.toggle()


def test_it_plays_a_few_moments_a_second():
    assert 4 <= 1000 / INTERVAL_MS <= 6


def test_playing_goes_through_every_moment_and_stops_by_itself(qtbot, controller, store, run):
    controller.open()
    seen = []
    store.changed.connect(lambda old, new: seen.append(new.trace))
    controller.toggle()
    qtbot.waitUntil(lambda: not cursor(store.state).playing)
    assert list(dict.fromkeys(seen)) == [known.traces[0] for known in run.moments]
    assert not controller._timer.isActive()


def test_toggling_again_stops(controller, store):
    controller.open()
    controller.toggle()
    assert controller._timer.isActive()
    controller.toggle()
    assert not controller._timer.isActive()


def test_leaving_for_another_tab_stops(controller, store):
    controller.open()
    controller.toggle()
    store.apply(lambda state: tab_opened(state, "masks"))
    assert not cursor(store.state).playing
    assert not controller._timer.isActive()


def test_a_run_that_goes_away_while_it_plays_stops_it(controller, store):
    controller.open()
    controller.toggle()
    store.apply(lambda state: dataclasses.replace(state, runs=RunsState()))
    assert not controller._timer.isActive()
    assert store.state.trace is None


def test_opening_asks_for_the_tab_and_closing_brings_the_own_picture_back(
    qtbot, controller, store, run, tiny_trace
):
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    with qtbot.waitSignal(controller.tab_wanted) as wanted:
        controller.open()
    assert wanted.args == ["attention"]
    assert store.state.trace is run.moments[-1].traces[0]
    controller.close()
    assert store.state.trace is tiny_trace
    controller.open_or_close()
    assert cursor(store.state).in_workbench
    controller.open_or_close()
    assert not cursor(store.state).in_workbench


def test_moments_and_sentences_can_be_picked(controller, store, run):
    controller.open()
    controller.pick_moment(2)
    controller.pick_probe(1)
    assert store.state.trace is run.moments[2].traces[1]
    controller.earlier()
    assert store.state.trace is run.moments[1].traces[1]
    controller.later()
    controller.later()
    assert store.state.trace is run.moments[3].traces[1]
    controller.pick_number("diagonality")
    assert cursor(store.state).number == "diagonality"


def test_a_history_that_is_read_later_comes_on_screen(controller, store, run):
    store.apply(lambda state: with_runs(state, history("late", updates=())))
    controller.open()
    assert store.state.trace is None
    new = moment(0)
    store.apply(lambda state: moment_arrived(state, "late", new))
    assert store.state.trace is new.traces[0]


def test_a_run_to_compare_with_comes_beside(controller, store, run):
    controller.open()
    both = with_runs(store.state, run, history("other"), compared=True).runs
    store.apply(lambda state: dataclasses.replace(state, runs=both))
    assert store.state.branches.compared == 1
