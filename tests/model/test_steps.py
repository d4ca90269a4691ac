"""What a job comes to, and where it may be stopped."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from model.steps import PIECE, each_made, each_within, last_of, run_through


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
