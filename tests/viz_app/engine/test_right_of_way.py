"""The worker takes no step while the window works, and does not wait for ever."""

import threading
import time

import pytest

from tests.patience import PATIENCE
from viz_app.engine.desk import JobBridge
from viz_app.engine.right_of_way import MOST_SECONDS, RightOfWay


@pytest.fixture
def way():
    return RightOfWay()


def waited(way):
    """Seconds by the clock until the way was free."""
    start = time.monotonic()
    way.wait()
    return time.monotonic() - start


def test_where_the_window_rests_nobody_waits(way, monkeypatch):
    monkeypatch.setattr("viz_app.engine.right_of_way.MOST_SECONDS", PATIENCE)
    with way:
        pass
    assert waited(way) < PATIENCE / 2


def test_beside_a_window_that_never_rests_the_worker_waits_only_so_long(way):
    with way:
        assert MOST_SECONDS * 0.9 < waited(way) < PATIENCE


def test_it_is_free_when_all_that_took_it_have_given_it_back(way):
    with way:
        with way:
            pass
        assert waited(way) > MOST_SECONDS * 0.9


def test_an_error_gives_it_back(way, monkeypatch):
    monkeypatch.setattr("viz_app.engine.right_of_way.MOST_SECONDS", PATIENCE)
    with pytest.raises(ValueError, match="broken"), way:
        raise ValueError("broken")
    assert waited(way) < PATIENCE / 2


def test_a_job_begins_no_step_while_the_window_works(qapp, monkeypatch):
    monkeypatch.setattr("viz_app.engine.right_of_way.MOST_SECONDS", PATIENCE)
    bridge, begun = JobBridge(), threading.Event()

    def steps():
        begun.set()
        yield

    with bridge.way:
        bridge.runner.submit(steps)
        bridge.runner.start()
        assert not begun.wait(0.1), "time enough for a worker that does not ask"
    assert begun.wait(PATIENCE)
    bridge.runner.close()
    assert bridge.runner.join(PATIENCE)
