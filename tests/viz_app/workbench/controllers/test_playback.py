"""Playing."""

import pytest

from viz_app.workbench.changes.playback import play_toggled, speed_picked, stopped_playing
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.controllers.playback import PlaybackController


@pytest.fixture
def controller(bench, tiny_trace):
    bench.apply(trace_arrived, tiny_trace)
    yield PlaybackController(bench)
    bench.apply(stopped_playing)


def test_playing_walks_to_the_end_and_stops_by_itself(qtbot, controller, bench, tiny_trace):
    bench.apply(speed_picked, 100.0)
    steps = []
    bench.follow(lambda old, new: steps.append(new.selection.step))
    bench.apply(play_toggled)
    qtbot.waitUntil(lambda: not bench.now.playback.playing)
    walked = list(dict.fromkeys(steps))
    assert walked == list(range(len(tiny_trace.steps)))


def test_toggling_again_stops(controller, bench):
    bench.apply(play_toggled)
    assert bench.now.playback.playing
    bench.apply(play_toggled)
    assert not bench.now.playback.playing
