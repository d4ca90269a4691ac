"""Circles that hold what is Qt's end in the window's thread, whoever makes garbage."""

import ctypes
import gc
import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer

from viz_app.engine.collection import many_passing_objects
from viz_app.engine.runtime import FEWEST, Collector, ProcessSignals, Turns, give_memory_back

PIECES, SIZE = 20_000, 2_000


def resident() -> int:
    """Bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there it does so by itself")
def test_holes_in_memory_are_given_back():
    system = ctypes.CDLL(None)
    if not hasattr(system, "malloc_trim"):
        pytest.skip("this library of C is not glibc")
    system.malloc.restype, system.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    pieces = [system.malloc(SIZE) for _ in range(PIECES)]
    for piece in pieces:
        ctypes.memset(piece, 1, SIZE)
    for piece in pieces[:-1]:  # the last one keeps the heap from shrinking
        system.free(piece)
    before = resident()
    give_memory_back()
    assert before - resident() > PIECES * SIZE / 2
    system.free(pieces[-1])


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


def test_garbage_is_not_set_aside_and_afterwards_python_collects_as_before(qapp, taking_over):
    ended = []
    Circle(ended)
    with taking_over():
        assert ended == [threading.get_ident()]
    before = gc.get_threshold()
    with taking_over():
        assert gc.get_threshold()[0] == 0
    assert gc.get_threshold() == before


def test_each_piece_has_a_turn_of_its_own(qtbot):
    owner, told = QObject(), []
    between = QTimer(owner, interval=0)
    between.timeout.connect(lambda: told.append("a turn"))
    between.start()
    pieces = [lambda number=number: told.append(number) for number in range(3)]
    turns = Turns(pieces, owner)
    turns.start()
    qtbot.waitUntil(lambda: not turns.isActive())
    numbers = [index for index, what in enumerate(told) if what != "a turn"]
    assert [told[index] for index in numbers] == [0, 1, 2]
    assert all(later > earlier + 1 for earlier, later in pairwise(numbers))


def test_nothing_is_called_once_they_are_stopped(qtbot):
    owner, told = QObject(), []
    stopping: list[Callable[[], None]] = []
    turns = Turns((piece for piece in stopping), owner)
    stopping += [turns.stop, lambda: told.append("too late")]
    turns.start()
    qtbot.waitUntil(lambda: not turns.isActive())
    qtbot.wait(5 * turns.interval())
    assert not told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_becomes_a_qt_signal_and_raises_nothing(qtbot, number):
    before = signal.getsignal(number)
    signals = ProcessSignals()
    try:
        with qtbot.waitSignal(signals.asked_to_end):
            os.kill(os.getpid(), number)
    finally:
        signals.close()
    assert signal.getsignal(number) is before
