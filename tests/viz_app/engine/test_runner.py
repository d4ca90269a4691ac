"""The worker thread: turns, priorities, cancelling, pausing, errors, ending."""

import queue
import threading

import pytest

from model.messages import NO_MEMORY, SourceError
from tests.patience import PATIENCE
from viz_app.engine.runner import Failed, Finished, JobRunner, Progressed, Stopped


class Reports:
    """Collects reports and waits for them."""

    def __init__(self):
        self.queue = queue.Queue()
        self.seen = []

    def until(self, wanted):
        """Take reports until one satisfies ``wanted``; give that one."""
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

    def endless():
        try:
            while True:
                yield "again"
        finally:
            closed_in.append(threading.current_thread().name)

    token = runner.submit(endless)
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


def test_closing_ends_every_job_and_the_thread(reports):
    runner = JobRunner(reports.queue.put)
    closed = []

    def endless():
        try:
            while True:
                yield "again"
        finally:
            closed.append(True)

    runner.submit(endless)
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
