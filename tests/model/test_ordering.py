"""Order by several keys, and a lock that is not kept meanwhile."""

import random
import threading
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.ordering import order_of

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
