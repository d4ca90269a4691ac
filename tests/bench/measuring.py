"""One table of everything that is measured: ours, the peer, what is judged, its budget, met or not.

What keeps its budget in the first run has kept it; else five runs are made, of which one may be
noise: missed twice, it counts as missed.
"""

import json
import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
import torch

RUNS, MISSES = 5, 2


@dataclass(frozen=True)
class Figures:
    """What one run found; ``judged`` is what the budget is for, mostly ours over the peer's."""

    judged: float
    ours: str = ""
    peer: str = ""


def paired(pairs: Sequence[tuple[float, float]], *, peer: str, unit: str = "ms") -> Figures:
    """The median of the ratios, ours over the peer's; beside it what each took at best."""
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    ours, theirs = map(min, zip(*pairs, strict=True))
    return Figures(ratio, f"{ours:.2f} {unit}", f"{peer} {theirs:.2f} {unit}")


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of the table: the last run of a measurement, and all that was judged."""

    what: str
    ours: str
    peer: str
    judged: float
    unit: str
    budget: float
    at_least: bool
    met: bool
    runs: tuple[float, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        bound = f"{'≥' if self.at_least else '≤'} {self.budget:.4g} {self.unit}"
        judged = f"{self.judged:.3g} {self.unit}"
        return self.what, self.ours, self.peer, judged, bound, "yes" if self.met else "NO"


class Measuring:
    """Takes measurements, and keeps what they found.

    Raises:
        AssertionError: what was measured missed its budget twice.
    """

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def __call__(
        self,
        what: str,
        run: Callable[[], Figures | float],
        *,
        budget: float,
        unit: str = "×",
        at_least: bool = False,
    ) -> float:
        """Measure as often as telling a miss from noise takes; what was judged last."""
        judged: list[float] = []
        while True:
            figures = run()
            figures = figures if isinstance(figures, Figures) else Figures(figures)
            judged.append(figures.judged)
            kept = [value >= budget if at_least else value <= budget for value in judged]
            if all(kept) or kept.count(False) == MISSES or len(kept) == RUNS:
                break
        met = kept.count(False) < MISSES
        self._rows.append(
            Row(
                what=what,
                ours=figures.ours,
                peer=figures.peer,
                judged=judged[-1],
                unit=unit,
                budget=budget,
                at_least=at_least,
                met=met,
                runs=tuple(judged),
            )
        )
        assert met, f"{what}: {judged} {unit}, budget {budget}"
        return judged[-1]


def machine() -> str:
    """The processor, its cores, and what computes on it."""
    names = [
        line.partition(":")[2].strip()
        for line in _lines(Path("/proc/cpuinfo"))
        if line.startswith("model name")
    ]
    name = names[0] if names else platform.processor() or platform.machine()
    versions = f"Python {platform.python_version()}, torch {torch.__version__}"
    return f"{name}, {os.cpu_count()} cores; {versions}"


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


HEADINGS = "measured", "ours", "peer", "judged", "budget", "met"


def as_text(rows: list[Row]) -> str:
    """The table in columns, the machine in its first line."""
    lines = [HEADINGS, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in lines]
    return "\n".join([machine(), "", *shown])


def write_json(rows: list[Row], path: Path) -> None:
    """The same for programs: ``{"machine": …, "rows": […]}``."""
    found = {"machine": machine(), "rows": [asdict(row) for row in rows]}
    path.write_text(json.dumps(found, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


ROWS = pytest.StashKey[list[Row]]()
