"""The shipped checkpoint is loaded, checksum and all, before anybody notices."""

import time
from pathlib import Path

import pytest

CHECKPOINT = Path(__file__).resolve().parents[2] / "resources" / "checkpoints" / "zh-en.safetensors"
BUDGET = 0.5
"""Seconds, with torch imported."""


@pytest.mark.bench
def test_the_shipped_model_is_loaded_in_half_a_second(capsys):
    from model.checkpoint.file import load_checkpoint

    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        load_checkpoint(CHECKPOINT)
        seconds.append(time.perf_counter() - start)
    with capsys.disabled():
        print(f"\nloading zh-en: {min(seconds):.2f} … {max(seconds):.2f} s (budget {BUDGET})")
    assert max(seconds) <= BUDGET
