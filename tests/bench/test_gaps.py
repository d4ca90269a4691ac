"""Which part of a gap a process answers for."""

import threading
import time

import pytest

from tests.bench.gaps import Gaps, answered_for

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    ("gap", "ours"),
    [
        ((20, 20, 0, 0), 20),  # it has worked
        ((20, 5, 0, 15), 5),  # others had the cores
        ((20, 5, 15, 0), 20),  # it has waited for a thread of its own
        ((20, 5, 8, 0), 13),  # which stood in line itself
        ((20, 5, 40, 15), 5),  # it has not waited for those who worked
    ],
)
def test_it_is_work_and_waiting_for_ones_own_threads(gap, ours):
    assert answered_for(*gap) == ours


def test_a_thread_that_keeps_the_lock_is_counted(qapp):
    numbers = list(range(2_000_000, 0, -1)) * 2
    keeper = threading.Thread(target=lambda: sorted(numbers))
    started = time.thread_time()
    sorted(numbers)
    takes = 1000 * (time.thread_time() - started)
    gaps = Gaps()
    found = gaps.until(lambda: not keeper.is_alive(), begin=keeper.start)
    gaps.stop()
    assert found.longest > takes / 3
