"""Time and memory grow no faster than the theory says, as far as noise lets one see."""

import sys

import pytest

from tests.bench.cost_curves import SWEEPS, costs_of, exponents
from tests.bench.measuring import Figures

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

NOISE = 0.25


@pytest.mark.parametrize("sweep", SWEEPS, ids=lambda sweep: f"{sweep.work}-{sweep.over}")
def test_costs_grow_no_faster_than_the_theory_says(sweep, measured):
    first = costs_of(sweep)
    for place, (cost, theory) in enumerate([("time", sweep.time), ("memory", sweep.memory)]):
        kept = [first]

        def run(place=place, theory=theory, kept=kept) -> Figures:
            costs = kept.pop() if kept else costs_of(sweep)
            return Figures(exponents(sweep, costs)[place], peer=f"theory {theory}")

        what = f"{cost} of {sweep.work} over {sweep.over}"
        measured(what, run, budget=theory + NOISE, unit="as exponent")
