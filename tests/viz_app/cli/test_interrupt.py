"""Ctrl-C at any moment of a command is status 130 and one sentence."""

import os
import subprocess
import sys

import pytest

from tests.patience import PATIENCE
from tests.viz_app.cli.commands import ROOT

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals"),
    pytest.mark.usefixtures("sigint_of_a_terminal"),
]

INTERRUPTED = """
import signal, sys
place, left = sys.argv.pop(1), int(sys.argv.pop(1))
begun = False
def count(frame, event, argument):
    global left, begun
    begun = begun or frame.f_code.co_filename.endswith(place)
    left -= begun
    if not left:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)
sys.setprofile(count)
from viz_app.__main__ import main
main()
"""
"""Ctrl-C comes so many calls and returns after the first one in a file."""


def assert_ended(command: list[str], place: str, calls: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, place, str(calls), *command],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (130, "headlight: Interrupted.\n")


@pytest.mark.parametrize("calls", [1, 20_000, 100_000])
def test_while_all_is_imported(calls):
    assert_ended(["models"], "cli/main.py", calls)


def test_while_the_models_are_listed():
    assert_ended(["models"], "cli/models.py", 100)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "calls"),
    [("torch/__init__.py", 5_000), ("cli/figures.py", 50), ("cli/figures.py", 4_000)],
)
def test_while_figures_are_drawn(phrases, tmp_path, place, calls):
    options = ["-o", str(tmp_path), "--model", str(phrases)]
    assert_ended(["render", "你好。", *options], place, calls)


READS_LITTLE = """
import signal, sys
before = set(sys.modules)
import viz_app.cli.interrupt
print(*sorted(set(sys.modules) - before))
"""


def test_next_to_nothing_is_imported_before_it_is_heard():
    done = subprocess.run(
        [sys.executable, "-c", READS_LITTLE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    read = set(done.stdout.split()) - {"__future__"}
    assert read == {"viz_app", "viz_app.cli", "viz_app.cli.interrupt"}
