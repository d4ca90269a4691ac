"""Gaps in the window's event loop: at the start, translating, opening tabs, training."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.bench.measuring import Figures

pytestmark = pytest.mark.bench

P99_MS, LONGEST_MS, ONCE_MS = 16, 50, 250
ONCE = {"start", "tabs", "tabs beside it", "Train opened beside its probe"}
"""Situations in which pages are opened first."""

ROOT = Path(__file__).resolve().parents[2]

SITUATIONS = {
    "use": ("start", "translations", "128 steps", "stepping", "tabs"),
    "train": (
        "Train opened beside its probe",
        "a run begins",
        "its curves",
        "another model translates",
        "it translates itself",
        "its time-lapse plays",
        "tabs beside it",
    ),
    "report": ("a report of 128 steps",),
    "sweep": ("heads are measured",),
}


class Walks:
    """Whole walks of a window, made as they are asked for: one for all rows, more for a miss."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name, self._folder = name, folder
        self._found: list[dict[str, list[float]]] = []

    def figures(self, situation: str, column: int) -> Callable[[], Figures]:
        """Each time what the next walk has found: the worst of what is named so."""
        numbers = count()

        def run() -> Figures:
            number = next(numbers)
            while len(self._found) <= number:
                self._found.append(self._walk())
            found = {
                name: gaps
                for name, gaps in self._found[number].items()
                if name.split(":")[0] == situation
            }
            name = max(found, key=lambda name: found[name][column])
            where = name.partition(": ")[2]
            told = f"{where} {found[name][2]:.0f} ms by the clock".strip() if column else where
            return Figures(found[name][column], told)

        return run

    def _walk(self) -> dict[str, list[float]]:
        """In a process of its own: the modules of others are not there, and no garbage."""
        # as on a user's machine, where modules are compiled once
        kept = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        }
        folder = self._folder / str(len(self._found))  # else it would begin where the last ended
        folder.mkdir()
        own = {name: str(folder) for name in kept if name.startswith("XDG_")}
        command = [sys.executable, "-m", "tests.bench.situations", self._name]
        done = subprocess.run(
            command, env=kept | own, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
        )
        print(f"\n{done.stdout}")
        found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
        return found


@pytest.mark.parametrize("walk", SITUATIONS)
def test_the_window_stays_alive(tmp_path, measured, subtests, walk):
    walks = Walks(walk, tmp_path)
    for situation in SITUATIONS[walk]:
        longest = ONCE_MS if situation in ONCE else LONGEST_MS
        for column, (what, budget) in enumerate((("p99", P99_MS), ("longest gap", longest))):
            with subtests.test(f"{situation}, {what}"):
                run = walks.figures(situation, column)
                measured(f"{situation}: {what}", run, budget=budget, unit="ms")
