"""Ending in stages."""

import pytest

from viz_app.app.shutdown import ShutdownController
from viz_app.workbench.changes.playback import play_toggled
from viz_app.workbench.changes.translation import trace_arrived


@pytest.fixture
def controller(bench, desk):
    return ShutdownController(bench, desk)


def test_ending_closes_every_job_and_says_when_the_thread_is_done(qtbot, controller, desk):
    closed = []

    def endless():
        try:
            while True:
                yield "again"
        finally:
            closed.append(True)

    items = []
    desk.submit(endless, on_item=items.append, on_failed=print)
    qtbot.waitUntil(lambda: bool(items))
    with qtbot.waitSignal(controller.finished):
        controller.begin()
    assert closed == [True]


def test_ending_stops_the_film(qtbot, controller, bench, tiny_trace):
    bench.apply(trace_arrived, tiny_trace)
    bench.apply(play_toggled)
    with qtbot.waitSignal(controller.finished):
        controller.begin()
    assert not bench.now.playback.playing


def test_a_second_call_ends_nothing_twice(qtbot, controller):
    ends = []
    controller.finished.connect(lambda: ends.append(True))
    with qtbot.waitSignal(controller.finished):
        controller.begin()
        controller.begin()
    assert ends == [True]
