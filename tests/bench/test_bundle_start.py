"""How long the bundle takes to its first picture, against the checkout in the same run."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.measuring import Figures, paired

pytestmark = pytest.mark.bench

BUNDLE = Path(__file__).resolve().parents[2] / "dist" / "headlight" / "headlight"
ROUNDS = 5


def processor_seconds(*program: str) -> float:
    """Until the first picture was there and the process has ended, in all its threads."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([*program, "--quit-after-first-picture"], env=kept, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_bundle_starts_in_1_3_times_the_checkouts_time(measured):
    if not BUNDLE.exists():
        pytest.skip("no dist/headlight: make bundle")

    def run() -> Figures:
        checkout = (sys.executable, "-m", "viz_app")
        turns = range(ROUNDS + 1)
        pairs = [(processor_seconds(str(BUNDLE)), processor_seconds(*checkout)) for _ in turns]
        return paired(pairs[1:], peer="checkout", unit="s")

    measured("starting the bundle, CPU", run, budget=1.3)
