"""Stepping and playing."""

from __future__ import annotations

import pytest

from viz_app.app.app_state import trace_arrived
from viz_app.workbench.controllers.playback import PlaybackController


@pytest.fixture
def controller(store, tiny_trace):
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    controller = PlaybackController(store)
    yield controller
    if store.state.playback.playing:
        controller.toggle()


def test_step_by_step_to_both_ends(controller, store, tiny_trace):
    last = len(tiny_trace.steps) - 1
    assert store.state.selection.step == last
    controller.forward()
    assert store.state.selection.step == last
    controller.first()
    controller.back()
    assert store.state.selection.step == 0
    controller.forward()
    assert store.state.selection.step == 1
    controller.last()
    assert store.state.selection.step == last


def test_playing_walks_to_the_end_and_stops_by_itself(qtbot, controller, store, tiny_trace):
    controller.change_speed(100.0)
    steps = []
    store.changed.connect(lambda old, new: steps.append(new.selection.step))
    controller.toggle()
    qtbot.waitUntil(lambda: not store.state.playback.playing)
    walked = list(dict.fromkeys(steps))
    assert walked == list(range(len(tiny_trace.steps)))


def test_toggling_again_stops(controller, store):
    controller.toggle()
    assert store.state.playback.playing
    controller.toggle()
    assert not store.state.playback.playing
