"""Files of Headlight's own that atheris looks for: read, or one sentence, at once.

After ``pip install -e '.[guided]'``, ``GUIDED_SECONDS=600 pytest FILE`` looks so long in each kind.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.viz_app.storage.mutated.kinds import KINDS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process takes"),
    pytest.mark.skipif(find_spec("atheris") is None, reason="the extra [guided] is not installed"),
]

SECONDS = os.environ.get("GUIDED_SECONDS", "5")


@pytest.mark.parametrize("kind", KINDS)
def test_guided_files_are_read_or_refused(kind: str, tmp_path: Path):
    search = [sys.executable, "-m", "tests.viz_app.storage.mutated.guided", kind, SECONDS]
    done = subprocess.run(
        [*search, tmp_path / "a"],
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "stat::number_of_executed_units" in done.stderr
