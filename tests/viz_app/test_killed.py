"""A process that is killed at any moment leaves every file as it was or as it was to be.

``KILLS=200 make test ARGS=tests/viz_app/test_killed.py`` kills so many commands, and windows. Each
is told as it happens, in ``killed.log`` of the test's folder.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("KILLS", "0"))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system ends processes in other ways")
@pytest.mark.parametrize(("what", "few"), [("commands", 4), ("windows", 2)])
def test_what_is_killed_leaves_whole_files_and_the_next_start_nothing_beside_them(
    tmp_path, what, few
):
    """In a process of its own, which has no threads that a fork would lose."""
    kills, log = KILLS or few, tmp_path / "killed.log"
    with log.open("w") as file:
        done = subprocess.run(
            [sys.executable, "-m", f"tests.viz_app.killed.{what}", str(tmp_path), str(kills)],
            cwd=ROOT,
            env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=PATIENCE * (1 + kills / 4),
        )
    assert done.returncode == 0, log.read_text()
