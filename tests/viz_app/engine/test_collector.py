"""Circles that hold what is Qt's end in the window's thread, whoever makes garbage."""

import gc
import threading
import weakref
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QObject

from viz_app.engine.collection import many_passing_objects
from viz_app.engine.collector import FEWEST, Collector


class Circle(QObject):
    """Refers to itself; tells in which thread it ends."""

    def __init__(self, ended: list[int]) -> None:
        super().__init__()
        self.myself = self
        weakref.finalize(self, lambda: ended.append(threading.get_ident()))


@pytest.fixture
def taking_over():
    @contextmanager
    def taking_over():
        owner = QObject()
        collector = Collector(owner)
        collector.take_over()
        try:
            yield collector
        finally:
            collector.hand_back()

    return taking_over


def work():
    """Far more objects than Python lets pass before it collects them."""
    kept = [[] for _ in range(100 * FEWEST)]
    return len(kept)


def test_a_worker_ends_no_circle_of_the_window(qtbot, taking_over):
    ended = []
    with taking_over():
        Circle(ended)
        worker = threading.Thread(target=work)
        worker.start()
        worker.join()
        assert ended == []
        made = [[] for _ in range(2 * FEWEST)]
        qtbot.waitUntil(lambda: ended != [])
    assert ended == [threading.get_ident()]
    assert made


def test_python_by_itself_lets_the_worker_end_it(qapp):
    """Why it is there: without this the test above would show nothing."""
    ended = []
    gc.collect()
    Circle(ended)
    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert ended == [worker.ident]


def test_what_is_old_is_collected_too(qtbot, taking_over):
    ended = []
    circle = Circle(ended)
    with taking_over():
        gc.collect()
        del circle
        made = []

        def more():
            made.extend([] for _ in range(2 * FEWEST))
            return ended != []

        qtbot.waitUntil(more, timeout=60_000)


def test_nothing_is_collected_while_somebody_has_switched_it_off(qtbot, taking_over):
    ended = []
    with taking_over() as collector:
        with many_passing_objects():
            Circle(ended)
            made = [[] for _ in range(2 * FEWEST)]
            with qtbot.waitSignal(collector.timeout):
                pass
            assert not ended
        made += [[] for _ in range(2 * FEWEST)]
        qtbot.waitUntil(lambda: ended != [])


def test_what_is_garbage_before_is_not_set_aside(qapp, taking_over):
    ended = []
    Circle(ended)
    with taking_over():
        assert ended == [threading.get_ident()]


def test_afterwards_python_collects_as_before(qapp, taking_over):
    before = gc.get_threshold()
    with taking_over():
        assert gc.get_threshold()[0] == 0
    assert gc.get_threshold() == before
