"""The worker thread: turns, priorities, cancelling, pausing, errors, ending."""

import gc
import queue
import shutil
import sys
import threading
import time
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event
from time import perf_counter

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from safetensors import _safetensors_rust

from model.messages import NO_MEMORY, SourceError, UserError
from tests.patience import PATIENCE
from viz_app.engine.jobs import (
    MOST_SECONDS,
    Coalescer,
    Failed,
    Finished,
    GuiPriority,
    JobBridge,
    JobRunner,
    Progressed,
    Stopped,
    import_torch,
    open_library,
    warm_up_steps,
)


@pytest.fixture
def way():
    return GuiPriority()


def waited(way):
    """Seconds by the clock until the way was free."""
    start = time.monotonic()
    way.wait()
    return time.monotonic() - start


def test_the_way_is_free_where_the_window_rests_or_fails(way, monkeypatch):
    monkeypatch.setattr("viz_app.engine.jobs.MOST_SECONDS", PATIENCE)
    with way:
        pass
    assert waited(way) < PATIENCE / 2
    with pytest.raises(ValueError, match="broken"), way:
        raise ValueError("broken")
    assert waited(way) < PATIENCE / 2


def test_the_worker_waits_until_all_have_given_the_way_back_but_only_so_long(way):
    with way:
        assert MOST_SECONDS * 0.9 < waited(way) < PATIENCE
    with way:
        with way:
            pass
        assert waited(way) > MOST_SECONDS * 0.9


def test_a_job_begins_no_step_while_the_window_works(qapp, monkeypatch):
    monkeypatch.setattr("viz_app.engine.jobs.MOST_SECONDS", PATIENCE)
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


def test_another_window_of_the_process_keeps_no_garbage_for_ever():
    import_torch()
    list(warm_up_steps())
    kept = gc.get_freeze_count()
    import_torch()
    assert list(warm_up_steps()) == []
    assert gc.get_freeze_count() == kept


@pytest.mark.skipif(sys.platform != "linux", reason="opened beforehand on Linux alone")
def test_a_packages_library_is_open_before_the_package_is_imported(tmp_path, monkeypatch):
    library = tmp_path / "packed" / "_C" / "lib.so"
    library.parent.mkdir(parents=True)
    (tmp_path / "packed" / "__init__.py").write_text("raise ImportError")
    shutil.copy(_safetensors_rust.__file__, library)
    monkeypatch.syspath_prepend(tmp_path)
    open_library("packed", "_C/lib.so")
    assert str(library) in Path("/proc/self/maps").read_text()


def test_what_is_not_there_is_left_to_the_import(tmp_path, monkeypatch):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    open_library("bare", "_C/lib.so")
    open_library("not_installed_at_all", "lib.so")


@pytest.fixture
def taken():
    return []


@pytest.fixture
def latest(qapp, taken):
    parent = QObject()
    yield Coalescer(taken.append, parent)


def test_only_the_newest_of_those_that_wait_is_passed_on(latest, taken):
    for value in range(5):
        latest.offer(value)
    assert taken == []
    QApplication.processEvents()
    assert taken == [4]


def test_each_is_passed_on_when_there_is_time(qtbot, latest, taken):
    for value in range(3):
        latest.offer(value)
        qtbot.waitUntil(partial(taken.__contains__, value))
    assert taken == [0, 1, 2]


def test_after_one_the_window_has_time_to_paint_it(monkeypatch, latest, taken):
    monkeypatch.setattr("viz_app.engine.jobs.PAUSE_SECONDS", PATIENCE)
    for value in "abc":
        latest.offer(value)
        QApplication.processEvents()
    assert taken == ["a"], "the others wait, and only the newest of them"
    latest.flush()
    assert taken == ["a", "c"]


def test_what_waits_can_be_had_at_once_and_only_once(latest, taken):
    latest.offer("step")
    latest.flush()
    assert taken == ["step"]
    QApplication.processEvents()
    latest.flush()
    assert taken == ["step"]


def test_what_waits_can_be_forgotten(latest, taken):
    latest.offer("step")
    latest.drop()
    QApplication.processEvents()
    assert taken == []


def test_of_one_that_has_ended_nothing_stays_with_its_parent(qapp, taken):
    parent = QObject()
    latest = Coalescer(taken.append, parent)
    latest.offer("last")
    latest.end()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert (taken, parent.findChildren(QTimer)) == (["last"], [])


class Reports:
    """Collects reports and waits for them."""

    def __init__(self):
        self.queue = queue.Queue()
        self.seen = []

    def until(self, wanted):
        while True:
            report = self.queue.get(timeout=PATIENCE)
            self.seen.append(report)
            if wanted(report):
                return report


@pytest.fixture
def reports():
    return Reports()


@pytest.fixture
def runner(reports):
    runner = JobRunner(reports.queue.put)
    yield runner
    runner.close()
    assert runner.join(PATIENCE)


def endless(at_end):
    """A job that goes on until it is closed, and what it does then."""

    def job():
        try:
            while True:
                yield "again"
        finally:
            at_end()

    return job


def finished(token):
    return lambda report: report == Finished(token)


def items(reports):
    return [report.item for report in reports.seen if isinstance(report, Progressed)]


def test_a_job_reports_what_it_yields_then_its_end(runner, reports):
    token = runner.submit(lambda: iter("abc"))
    runner.start()
    reports.until(finished(token))
    assert reports.seen == [*(Progressed(token, letter) for letter in "abc"), Finished(token)]


def test_none_is_a_place_to_wait_and_no_report(runner, reports):
    token = runner.submit(lambda: iter([None, "a", None]))
    runner.start()
    reports.until(finished(token))
    assert items(reports) == ["a"]


def test_jobs_run_in_one_named_thread_that_is_not_a_daemon(runner, reports):
    def job():
        yield threading.current_thread()

    token = runner.submit(job)
    runner.start()
    reports.until(finished(token))
    (thread,) = items(reports)
    assert (thread.name, thread.daemon) == ("headlight-worker", False)
    assert thread is not threading.current_thread()


def test_the_more_urgent_job_goes_first(runner, reports):
    late = runner.submit(lambda: iter([1, 2]), priority=0)
    runner.submit(lambda: iter(["a", "b"]), priority=10)
    runner.start()
    reports.until(finished(late))
    assert items(reports) == ["a", "b", 1, 2]


def test_equally_urgent_jobs_take_turns(runner, reports):
    runner.submit(lambda: iter([1, 2]))
    last = runner.submit(lambda: iter(["a", "b"]))
    runner.start()
    reports.until(finished(last))
    assert items(reports) == [1, "a", 2, "b"]


def test_an_urgent_job_gets_in_between_two_yields(runner, reports):
    urgent = []

    def training():
        yield "first update"
        urgent.append(runner.submit(lambda: iter(["translation"]), priority=10))
        yield "second update"
        yield "third update"

    token = runner.submit(training)
    runner.start()
    reports.until(finished(token))
    assert items(reports) == ["first update", "second update", "translation", "third update"]


def test_a_cancelled_job_is_closed_in_the_worker_and_says_nothing_more(runner, reports):
    closed_in = []
    token = runner.submit(endless(lambda: closed_in.append(threading.current_thread().name)))
    runner.start()
    reports.until(lambda report: isinstance(report, Progressed))
    runner.cancel(token)
    after = runner.submit(lambda: iter(["after"]))
    reports.until(finished(after))
    assert closed_in == ["headlight-worker"]
    assert Finished(token) not in reports.seen


def test_a_paused_job_waits_and_goes_on_where_it_was(runner, reports):
    token = runner.submit(lambda: iter(range(3)))
    runner.pause(token)
    runner.start()
    other = runner.submit(lambda: iter(["other"]))
    reports.until(finished(other))
    assert items(reports) == ["other"]
    runner.resume(token)
    reports.until(finished(token))
    assert items(reports) == ["other", 0, 1, 2]


def test_a_paused_job_can_be_cancelled(runner, reports):
    token = runner.submit(lambda: iter(range(3)))
    runner.pause(token)
    runner.cancel(token)
    runner.start()
    other = runner.submit(lambda: iter([]))
    reports.until(finished(other))
    assert items(reports) == []


def test_a_user_error_is_reported_as_its_sentence(runner, reports):
    def job():
        yield 1
        raise SourceError("The source {text!r} is too long.", text="aaa")

    token = runner.submit(job)
    runner.start()
    failure = reports.until(lambda report: isinstance(report, Failed))
    assert (failure.token, str(failure.message)) == (token, "The source 'aaa' is too long.")
    assert failure.details == ""


def test_a_bug_in_a_job_is_reported_with_its_traceback_and_the_thread_lives_on(runner, reports):
    def job():
        yield 1 / 0

    runner.submit(job)
    after = runner.submit(lambda: iter(["after"]))
    runner.start()
    failure = reports.until(lambda report: isinstance(report, Failed))
    assert "ZeroDivisionError" in failure.details
    reports.until(finished(after))
    assert items(reports) == ["after"]


@pytest.mark.parametrize("error", [BaseException("a panic"), SystemExit(3), KeyboardInterrupt()])
def test_whatever_a_job_raises_the_thread_lives_on(runner, reports, error):
    def job():
        yield
        raise error

    failed, after = runner.submit(job), runner.submit(lambda: iter(["after"]))
    runner.start()
    failure = reports.until(lambda report: isinstance(report, Failed))
    assert failure.token == failed
    assert str(failure.message) == f"Unexpected error: {error!r}."
    assert failure.details.startswith("Traceback")
    reports.until(finished(after))
    assert not runner.saving


def test_an_error_of_a_job_that_is_closed_is_reported_and_the_thread_lives_on(runner, reports):
    def fail():
        raise OSError("disk full")

    job = endless(fail)
    cancelled = runner.submit(job)
    runner.start()
    reports.until(lambda report: isinstance(report, Progressed))
    runner.cancel(cancelled)
    failure = reports.until(lambda report: isinstance(report, Failed))
    assert (failure.token, "disk full" in failure.details) == (cancelled, True)
    after = runner.submit(job)
    reports.until(lambda report: report == Progressed(after, "again"))
    runner.close()
    reports.until(lambda report: report == Stopped())


def test_closing_ends_every_job_and_the_thread(reports):
    runner = JobRunner(reports.queue.put)
    closed = []
    runner.submit(endless(lambda: closed.append(True)))
    runner.start()
    reports.until(lambda report: isinstance(report, Progressed))
    runner.close()
    reports.until(lambda report: report == Stopped())
    assert runner.join(PATIENCE)
    assert closed == [True]


def test_a_runner_that_never_started_can_be_closed(reports):
    runner = JobRunner(reports.queue.put)
    runner.close()
    assert runner.join(PATIENCE)


def test_an_essential_job_is_brought_to_its_end_when_all_is_closed(reports):
    runner = JobRunner(reports.queue.put)
    runner.submit(lambda: iter(int, 1))
    written = []

    def save():
        yield None
        written.append("file")
        yield "saved"

    token = runner.submit(save, essential=True)
    runner.close()
    runner.start()
    reports.until(lambda report: report == Stopped())
    assert runner.join(PATIENCE)
    assert written == ["file"]
    assert Progressed(token, "saved") in reports.seen


def test_what_must_be_saved_counts_also_while_it_waits(runner):
    begun, over = threading.Event(), threading.Event()

    def slow():
        begun.set()
        over.wait()
        yield

    runner.submit(slow)
    runner.start()
    assert begun.wait(PATIENCE)
    assert not runner.saving
    save = runner.submit(lambda: iter(()), essential=True)
    assert runner.saving
    runner.cancel(save)
    assert not runner.saving
    over.set()


def test_a_job_that_finds_no_memory_fails_with_a_sentence(runner, reports):
    def greedy():
        raise MemoryError
        yield

    token = runner.submit(greedy)
    runner.start()
    assert reports.until(lambda _: True) == Failed(token, NO_MEMORY, "")


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


def test_a_failure_is_a_sentence(qtbot, desk):
    def job():
        yield 1
        raise UserError("no")

    _, seen = submit(desk, job)
    qtbot.waitUntil(lambda: seen == [1, "no"])


def test_what_arrives_under_a_dropped_token_is_ignored(qtbot, desk):
    dropped, ignored = submit(desk, lambda: iter(range(1000)))
    desk.drop(dropped)
    desk.drop(None)
    _, seen = submit(desk, lambda: iter(["new", "newer"]))
    qtbot.waitUntil(lambda: seen == ["new", "newer", "finished"])
    assert ignored == []


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
