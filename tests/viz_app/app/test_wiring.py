"""Ending in stages."""

import threading

import pytest

from viz_app.app import wiring
from viz_app.app.wiring import ShutdownController
from viz_app.workbench.changes.selection import play_toggled
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


@pytest.fixture
def stuck():
    """Begins a job that does not come to its next ``yield`` before the test is over."""
    begun, over = threading.Event(), threading.Event()

    def steps():
        begun.set()
        over.wait()
        yield

    steps.begun = begun
    yield steps
    over.set()


def test_a_worker_that_is_stuck_is_given_up(qtbot, controller, desk, monkeypatch, stuck):
    monkeypatch.setattr(wiring, "PATIENCE_SECONDS", 0.0)
    desk.submit(stuck, on_item=print, on_failed=print)
    assert stuck.begun.wait()
    with qtbot.waitSignal(controller.overdue):
        controller.begin()


def test_a_worker_that_writes_is_waited_for(qtbot, controller, desk, monkeypatch, stuck):
    monkeypatch.setattr(wiring, "PATIENCE_SECONDS", 0.0)
    desk.submit(stuck, on_item=print, on_failed=print, essential=True)
    assert stuck.begun.wait()
    controller.begin()
    with qtbot.assertNotEmitted(controller.overdue, wait=300):
        pass
    monkeypatch.setattr(wiring, "SAVING_SECONDS", 0.0)
    with qtbot.waitSignal(controller.overdue):
        pass


def test_a_worker_that_ends_is_not_overdue(qtbot, controller, monkeypatch):
    monkeypatch.setattr(wiring, "SAVING_SECONDS", 0.2)
    with qtbot.waitSignal(controller.finished):
        controller.begin()
    with qtbot.assertNotEmitted(controller.overdue, wait=400):
        pass
