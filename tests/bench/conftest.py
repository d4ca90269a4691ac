"""What is measured is told in one table at the end; ``BENCH_JSON=FILE`` writes it for programs."""

import os
from pathlib import Path

import pytest

from tests.bench.measuring import ROWS, Measuring, as_text, write_json


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []


@pytest.fixture(scope="session")
def measured(pytestconfig: pytest.Config) -> Measuring:
    return Measuring(pytestconfig.stash[ROWS])


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    rows = config.stash.get(ROWS, [])
    if not rows:
        return
    terminalreporter.section("measured")
    terminalreporter.write_line(as_text(rows))
    if path := os.environ.get("BENCH_JSON"):
        write_json(rows, Path(path))
