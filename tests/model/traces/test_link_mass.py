"""The keys that hold most of a row: by hand, and against trying out every set of keys."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.traces.link_mass import strongest

PARTS = 16
"""Weights and masses are sixteenths, so that all sums are exact."""

counts = st.lists(st.integers(0, PARTS), min_size=1, max_size=7)
shares = st.integers(0, PARTS).map(lambda part: part / PARTS)


def kept(row, mass):
    """The kept keys of a single row."""
    weights = np.array([row], dtype=np.float32)
    return np.flatnonzero(strongest(weights, mass=mass)[0]).tolist()


@pytest.mark.parametrize(
    ("mass", "expected"),
    [
        (0, []),
        (0.1, [2]),
        (0.5, [2]),
        (0.51, [0, 2]),
        (0.75, [0, 2]),
        (0.8, [0, 1, 2]),
        (1, [0, 1, 2, 4]),
    ],
)
def test_the_heaviest_come_first(mass, expected):
    assert kept([0.25, 0.125, 0.5, 0, 0.125], mass) == expected


def test_of_equal_weights_the_first_are_taken():
    assert kept([0.25] * 4, 0.5) == [0, 1]
    assert kept([0.1, 0.2, 0.4, 0.2, 0.1], 0.6) == [1, 2]


def test_decimal_weights_reach_their_decimal_sum():
    assert kept([0.5, 0.4, 0.1], 0.9) == [0, 1]
    assert kept([0.7, 0.2, 0.1], 0.7) == [0]
    assert kept([0.1] * 10, 0.3) == [0, 1, 2]


def test_the_sum_of_the_row_counts_not_1():
    assert kept([0.1, 0.3], 0.75) == [1]
    assert kept([1, 3], 0.75) == [1]


def test_mass_1_keeps_the_smallest_weight():
    assert kept([1, 0, 1e-30], 1) == [0, 2]


@pytest.mark.parametrize("mass", [0, 0.5, 1])
def test_an_empty_row_keeps_none(mass):
    rows = np.array([[0, 0, 0], [0, 1, 0]], dtype=np.float32)
    assert strongest(rows, mass=mass).tolist() == [[False] * 3, [False, mass > 0, False]]


@pytest.mark.parametrize("mass", [0.9, 1])
def test_what_is_not_a_number_is_not_kept(mass):
    assert kept([0.5, np.nan, 0.5, -1], mass) == [0, 2]


@pytest.mark.parametrize("mass", [0, 0.5, 1])
@pytest.mark.parametrize("shape", [(0, 4), (0, 0), (3, 0), (2, 0, 5)])
def test_nothing_is_kept_of_nothing(shape, mass):
    assert strongest(np.zeros(shape, np.float32), mass=mass).shape == shape


@pytest.mark.parametrize("mass", [-0.1, 1.01, float("nan")])
def test_a_mass_out_of_range_is_refused(mass):
    with pytest.raises(ValueError, match=rf"mass \({mass}\) must be from 0 to 1"):
        strongest(np.ones((2, 2), np.float32), mass=mass)


@given(parts=counts, mass=shares)
def test_no_smaller_set_of_keys_reaches_the_mass(parts, mass):
    keys = kept([part / PARTS for part in parts], mass)
    goal = mass * sum(parts)
    assert sum(parts[key] for key in keys) >= goal
    assert all(parts[key] > 0 for key in keys)
    if mass < 1:
        fewer = combinations(parts, max(len(keys) - 1, 0))
        assert not keys or all(sum(chosen) < goal for chosen in fewer)


@given(parts=counts, mass=shares.filter(lambda mass: mass < 1))
def test_the_kept_keys_are_the_first_of_the_sorted_ones(parts, mass):
    keys = kept([part / PARTS for part in parts], mass)
    order = sorted(range(len(parts)), key=lambda key: (-parts[key], key))
    assert sorted(order[: len(keys)]) == keys


@given(parts=counts, masses=st.tuples(shares, shares))
def test_more_mass_keeps_every_key_that_less_keeps(parts, masses):
    row = [part / PARTS for part in parts]
    assert set(kept(row, min(masses))) <= set(kept(row, max(masses)))


@given(seed=st.integers(0, 2**32 - 1), mass=st.floats(0.01, 0.99))
def test_every_row_of_every_head_is_on_its_own(seed, mass):
    weights = np.random.default_rng(seed).dirichlet([0.3] * 6, size=(2, 3, 4)).astype(np.float32)
    together = strongest(weights, mass=mass)
    assert together.shape == weights.shape
    for place in np.ndindex(2, 3, 4):
        assert np.flatnonzero(together[place]).tolist() == kept(weights[place], mass)
        reached = weights[place][together[place]].sum(dtype=np.float64)
        assert reached >= mass * weights[place].sum(dtype=np.float64) - 1e-5


def test_weights_stay_and_the_result_cannot_be_changed():
    weights = np.array([[0.5, 0.25, 0.25]], dtype=np.float32)
    weights.setflags(write=False)
    assert not strongest(weights, mass=0.5).flags.writeable
    assert not strongest(weights, mass=1).flags.writeable
