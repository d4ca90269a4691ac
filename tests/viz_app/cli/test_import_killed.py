"""``headlight import`` that is killed: the old checkpoint or the new one, and nothing beside it."""

import contextlib
import io
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from model.checkpoint.file import load_checkpoint
from model.files import is_leftover
from tests.model.checkpoint.readers.small_t5 import t5_folder
from viz_app.cli.main import main

KILLS = 20

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes end in other ways here")


def counted(limit: int | None = None) -> Callable[[], int]:
    """Kill this process at so many calls and returns from now on; without a limit count them."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls == limit:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    return lambda: calls


def imported(folder: Path, path: Path) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["import", str(folder), "-o", str(path)]) == 0


def calls_of(folder: Path, path: Path) -> int:
    """How many there are in an import that nobody ends."""
    try:
        read = counted()
        imported(folder, path)
        return read()
    finally:
        sys.setprofile(None)


def killed(folder: Path, path: Path, calls: int) -> None:
    child = os.fork()
    if child == 0:
        counted(calls)
        imported(folder, path)
        os._exit(0)  # it was through sooner than the one before
    os.waitpid(child, 0)


def left_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if is_leftover(path.name)]


def run(home: Path) -> None:
    """Two models take each other's place; each import is ended somewhere."""
    path, chance, halves = home / "out" / "model.safetensors", random.Random(3), 0
    path.parent.mkdir()
    folders = [t5_folder(home / name, **size) for name, size in (("a", {}), ("b", {"d_ff": 28}))]
    known = []
    for folder in folders:
        imported(folder, path)
        known.append(path.read_bytes())
    total = calls_of(folders[0], path)
    for number in range(KILLS):
        killed(folders[number % 2], path, chance.randrange(1, total))
        assert path.read_bytes() in known
        load_checkpoint(path)
        left = left_in(path.parent)
        assert len(left) <= 1, "of the one before nothing is left"
        halves += len(left)
    assert halves, "none was killed while it wrote"
    imported(folders[1], path)
    assert [*path.parent.iterdir()] == [path]
    assert path.read_bytes() == known[1]


def test_whenever_it_is_killed_the_file_is_the_old_or_the_new_one(tmp_path: Path):
    """In a process of its own, which has no threads that a fork would lose."""
    command = f"from {__name__} import *; run(Path({str(tmp_path)!r}))"
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
