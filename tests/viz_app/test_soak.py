"""One window that translates, branches, trains, imports and opens over and over keeps no more.

``make test ARGS="tests/viz_app/test_soak.py -m soak"`` runs for ``SOAK_MINUTES`` (default: 30),
and looks at the memory.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
WARM = 4
"""Rounds after which everything was made that is made once: each sentence has had its turn."""
COUNTS = (
    *("threads", "tasks", "descriptors", "timers", "objects", "windows", "networks", "traces"),
    "frozen",
)

ONE_OFF = {"traces": 1}
"""By how much a count may differ: what was painted last may be a sentence half translated."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


def rounds(folder: Path, *, minutes: float, least: int) -> list[dict[str, float]]:
    t5_folder(folder / "t5")
    for name in ("out", "home"):
        (folder / name).mkdir()
    arguments = [str(folder / "out"), str(folder / "t5"), str(minutes), str(least)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.viz_app.soaking", *arguments],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * PATIENCE + 120 * minutes,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def assert_counts_stay(told: list[dict[str, float]]) -> None:
    """After the first rounds nothing becomes more from round to round."""
    warm = {name: max(one[name] for one in told[:WARM]) + ONE_OFF.get(name, 0) for name in COUNTS}
    for one in told[WARM:]:
        more = {name: one[name] for name in COUNTS if one[name] > warm[name]}
        assert more == {}, f"round {one['round']} has more than {warm}"


@pytest.mark.slow
def test_a_few_rounds_leave_no_more_of_anything(tmp_path):
    told = rounds(tmp_path, minutes=0, least=WARM + 2)
    assert_counts_stay(told)
    assert len({one["weights"] for one in told}) == 1


@pytest.mark.soak
def test_after_five_minutes_memory_stays(tmp_path):
    told = rounds(tmp_path, minutes=MINUTES, least=20)
    assert_counts_stay(told)
    later = [one["resident"] for one in told if one["seconds"] > 300]
    sys.stdout.write(f"MiB: {told[0]['resident']} … {later[0]} … {later[-1]}\n")
    assert max(later) <= 1.05 * later[0]
