"""Showing training as a bar or as lines."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace

import pytest

from model.progress import TrainingProgress
from viz_app.cli import progress


def _report(update: int, *, updates: int = 4, validation: float | None = None):
    return TrainingProgress(
        epoch=1 + update // 3,
        epochs=2,
        update=update,
        updates=updates,
        loss=4.0 / update,
        validation_loss=validation,
        learning_rate=1e-3,
        tokens_per_second=12_345.6,
        seconds_left=65.4,
    )


REPORTS = [_report(1), _report(2, validation=1.5), _report(3), _report(4, validation=1.25)]


def test_lines_come_at_first_at_last_and_now_and_then(monkeypatch):
    clock = iter([100.0, 100.0, 102.0, 107.0, 107.0, 108.0])
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    stream = io.StringIO()
    progress.follow(REPORTS, stream)
    assert stream.getvalue().splitlines() == [
        "epoch 1/2, 1/4, loss 4.000, 12,346 tokens/s, 1:05 left",
        "epoch 2/2, 3/4, loss 1.333 (held-out 1.500), 12,346 tokens/s, 1:05 left",
        "epoch 2/2, 4/4, loss 1.000 (held-out 1.250), 12,346 tokens/s, 1:05 left",
    ]


def test_a_terminal_has_a_bar():
    stream = io.StringIO()
    stream.isatty = lambda: True
    progress.follow(REPORTS, stream)
    last = stream.getvalue().rstrip("\n").split("\r")[-1]
    assert last.startswith("epoch 2/2 |")
    assert last.endswith("| 4/4, loss 1.000 (held-out 1.250), 12,346 tokens/s, 1:05 left")


def test_an_interrupted_bar_is_closed():
    def reports():
        yield REPORTS[0]
        raise KeyboardInterrupt

    stream = io.StringIO()
    stream.isatty = lambda: True
    with pytest.raises(KeyboardInterrupt):
        progress.follow(reports(), stream)
    assert stream.getvalue().endswith("\n")


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (65, "1:05"), (3_725, "1:02:05")]
)
def test_durations(seconds, text):
    assert progress.duration(seconds) == text


def test_a_small_loss_is_not_nothing():
    stream = io.StringIO()
    small = replace(_report(4, validation=0.00005), loss=0.0000312)
    progress.follow([small], stream)
    assert "loss 3.12e-05 (held-out 5.00e-05)" in stream.getvalue()
