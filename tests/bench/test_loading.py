"""The shipped checkpoint is loaded, checksum and all, before anybody notices."""

import statistics
import time
from pathlib import Path

import pytest

CHECKPOINT = Path(__file__).resolve().parents[2] / "resources" / "checkpoints" / "zh-en.safetensors"
BUDGET = 0.5
"""Seconds, with torch imported."""


@pytest.mark.bench
def test_the_shipped_model_is_loaded_in_half_a_second(measured):
    from model.checkpoint.file import load_checkpoint

    def run() -> float:
        start = time.perf_counter()
        load_checkpoint(CHECKPOINT)
        return time.perf_counter() - start

    measured(
        "loading zh-en", lambda: statistics.median(run() for _ in range(5)), budget=BUDGET, unit="s"
    )
