"""Stepping and playing."""

import pytest

from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.controllers.playback import PlaybackController


@pytest.fixture
def controller(bench, tiny_trace):
    bench.apply(trace_arrived, tiny_trace)
    controller = PlaybackController(bench)
    yield controller
    if bench.now.playback.playing:
        controller.toggle()


def test_step_by_step_to_both_ends(controller, bench, tiny_trace):
    last = len(tiny_trace.steps) - 1
    assert bench.now.selection.step == last
    controller.forward()
    assert bench.now.selection.step == last
    controller.first()
    controller.back()
    assert bench.now.selection.step == 0
    controller.forward()
    assert bench.now.selection.step == 1
    controller.last()
    assert bench.now.selection.step == last


def test_playing_walks_to_the_end_and_stops_by_itself(qtbot, controller, bench, tiny_trace):
    controller.change_speed(100.0)
    steps = []
    bench.follow(lambda old, new: steps.append(new.selection.step))
    controller.toggle()
    qtbot.waitUntil(lambda: not bench.now.playback.playing)
    walked = list(dict.fromkeys(steps))
    assert walked == list(range(len(tiny_trace.steps)))


def test_toggling_again_stops(controller, bench):
    controller.toggle()
    assert bench.now.playback.playing
    controller.toggle()
    assert not bench.now.playback.playing
