"""What a job comes to, and where it may be stopped."""

import random
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.steps import PIECE, each_made, each_within, last_of, order_of, run_through

MANY = 300_000
NUMBERS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)))


@given(NUMBERS)
def test_the_first_key_decides_then_the_next_then_the_place(rows):
    expected = sorted(range(len(rows)), key=rows.__getitem__)
    assert order_of([a for a, _ in rows], [b for _, b in rows]) == expected


def test_numbers_with_fractions_are_ordered_too():
    drawn = [random.Random(1).random() for _ in range(100)]
    assert order_of(drawn) == sorted(range(100), key=drawn.__getitem__)


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="no clocks of threads")
def test_other_threads_go_on_while_many_are_sorted():
    source = random.Random(0)
    keys = [[source.randint(3, 60) for _ in range(MANY)] for _ in range(2)]
    rows = list(zip(*keys, strict=True))
    # one of some tries is enough: what sorts with the lock never lets go of it
    found = min(longest_hold(lambda: order_of(*keys)) for _ in range(4))
    started = time.thread_time()
    sorted(rows)
    assert found < (time.thread_time() - started) / 3


def longest_hold(work: Callable[[], object]) -> float:
    """Seconds that a thread has worked between two turns of this one, at most."""
    began, ended, seen = threading.Event(), threading.Event(), threading.Event()
    turns = [0.0]

    def worked() -> None:
        began.set()
        work()
        turns.append(time.thread_time())
        ended.set()
        seen.wait()

    worker = threading.Thread(target=worked)
    worker.start()
    began.wait()
    clock = time.pthread_getcpuclockid(worker.ident)
    while not ended.wait(0.0005):
        turns.append(time.clock_gettime(clock))
    seen.set()
    worker.join()
    return max(after - before for before, after in pairwise(sorted(turns)))


def job(done: list[str], *names: str) -> Generator[None, None, int]:
    """Does one thing after the other, with a stop after each."""
    for name in names:
        done.append(name)
        yield
    done.append("end")
    return len(names)


def test_a_job_is_run_to_its_end_and_its_result_told():
    done: list[str] = []
    assert run_through(job(done, "a", "b")) == 2
    assert done == ["a", "b", "end"]


@pytest.mark.parametrize(("number", "stops"), [(0, 0), (PIECE - 1, 0), (PIECE, 1), (3 * PIECE, 3)])
def test_of_many_things_some_are_made_between_two_stops(number: int, stops: int):
    steps = each_made(str, range(number))
    for _ in range(stops):
        next(steps)
    assert run_through(steps) == [str(index) for index in range(number)]


def test_each_piece_of_work_is_in_a_context_of_its_own_and_no_stop_is():
    done: list[str] = []

    @contextmanager
    def context() -> Iterator[None]:
        done.append("(")
        yield
        done.append(")")

    steps = each_within(job(done, "a", "b"), context)
    for stop in (["(", "a", ")"], ["(", "a", ")", "(", "b", ")"]):
        next(steps)
        assert done == stop
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value == 2
    assert done == ["(", "a", ")", "(", "b", ")", "(", "end", ")"]


@pytest.mark.parametrize("reports", [[1], [1, 2, 3]])
def test_the_last_report_is_the_result_after_a_stop_at_each(reports: list[int]):
    steps, stops = last_of(iter(reports)), 0
    with pytest.raises(StopIteration) as end:
        while True:
            next(steps)
            stops += 1
    assert (stops, end.value.value) == (len(reports), reports[-1])
