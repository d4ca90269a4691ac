"""The exponents that are fitted to costs."""

import numpy as np
import pytest

from tests.bench.growth import FITTED, exponent

SIZES = np.array([8, 16, 32, 64, 128, 256, 512, 1024])


@pytest.mark.parametrize("power", [-1.0, 0.0, 0.5, 1.0, 2.0, 3.3])
def test_a_power_law_has_its_exponent(power):
    assert exponent(SIZES, 0.07 * SIZES**power) == pytest.approx(power, abs=1e-12)


def test_what_is_constant_no_longer_counts_in_the_upper_part():
    costs = 50.0 + SIZES**2
    assert exponent(SIZES, costs) == pytest.approx(2, abs=0.01)
    below = exponent(SIZES[:FITTED], costs[:FITTED])
    assert below < 1.7


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_least_squares_line_of_numpy_through_the_upper_part(seed):
    noise = np.random.default_rng(seed)
    costs = SIZES**1.7 * np.exp(noise.normal(0, 0.2, len(SIZES)))
    slope, _ = np.polyfit(np.log(SIZES[-FITTED:]), np.log(costs[-FITTED:]), 1)
    assert exponent(SIZES, costs) == pytest.approx(slope, abs=1e-9)
