"""Reports reach the one who asked, and only while he still wants them."""

from itertools import pairwise
from threading import Event
from time import perf_counter

from PySide6.QtCore import QTimer

from model.messages import UserError


def submit(desk, begin, **handlers):
    seen = []
    token = desk.submit(
        begin,
        on_item=seen.append,
        on_failed=lambda message, details: seen.append(str(message)),
        on_finished=lambda: seen.append("finished"),
        **handlers,
    )
    return token, seen


def test_items_then_the_end(qtbot, desk):
    _, seen = submit(desk, lambda: iter([1, 2]))
    qtbot.waitUntil(lambda: seen == [1, 2, "finished"])


def test_a_failure_is_a_sentence(qtbot, desk):
    def job():
        yield 1
        raise UserError("no")

    _, seen = submit(desk, job)
    qtbot.waitUntil(lambda: seen == [1, "no"])


def test_what_arrives_under_a_dropped_token_is_ignored(qtbot, desk):
    dropped, ignored = submit(desk, lambda: iter(range(1000)))
    desk.drop(dropped)
    _, seen = submit(desk, lambda: iter(["new"]))
    qtbot.waitUntil(lambda: seen == ["new", "finished"])
    assert ignored == []


def test_dropping_nothing_does_nothing(desk):
    desk.drop(None)


def test_closing_is_followed_by_stopped(qtbot, desk):
    _, seen = submit(desk, lambda: iter(int, 1))
    with qtbot.waitSignal(desk.stopped):
        desk.close()
    assert "finished" not in seen


def test_however_fast_reports_come_the_window_has_its_turns_between_them(qtbot, desk):
    seen, turns = [], []

    def show(item):
        until = perf_counter() + 0.004
        while perf_counter() < until:
            pass
        seen.append(item)

    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: turns.append(len(seen)))
    come = Event()

    def job():
        yield from range(100)
        come.set()

    desk.submit(job, on_item=show, on_failed=print)
    assert come.wait(60)  # all of them, before the first is shown
    timer.start()
    qtbot.waitUntil(lambda: len(seen) == 100)
    timer.stop()
    assert seen == list(range(100))
    between = [after - before for before, after in pairwise(turns)]
    assert max(between) <= 4
