"""Showing how many sentences are translated, as a bar or as lines."""

import io
from types import SimpleNamespace

import pytest

from viz_app.cli import sentence_progress
from viz_app.cli.sentence_progress import follow_sentences

STEPS = [["a"], [], ["b", "c"], [], ["d"], ["e"]]


def test_steps_come_unchanged():
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    for stream in (io.StringIO(), terminal):
        assert list(follow_sentences(STEPS, total=5, stream=stream)) == STEPS


def test_lines_come_now_and_then_and_at_last(monkeypatch):
    clock = iter([100.0, 101.0, 103.0, 106.0, 107.0, 107.0, 110.0])
    monkeypatch.setattr(sentence_progress, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    stream = io.StringIO()
    list(follow_sentences(STEPS, total=5, stream=stream))
    assert stream.getvalue().splitlines() == [
        "translated 3 of 5, 0.5 sentences/s, 0:04 left",
        "translated 5 of 5, 0.5 sentences/s, 0:00 left",
    ]


def test_a_fast_job_has_a_speed(monkeypatch):
    clock = iter([100.0, 100.0 + 1 / 4096])
    monkeypatch.setattr(sentence_progress, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    stream = io.StringIO()
    list(follow_sentences([["a"]], total=1, stream=stream))
    assert stream.getvalue().startswith("translated 1 of 1, 4,096 sentences/s")


def test_an_interrupted_bar_is_closed():
    def steps():
        yield ["a"]
        raise KeyboardInterrupt

    stream = io.StringIO()
    stream.isatty = lambda: True
    with pytest.raises(KeyboardInterrupt):
        list(follow_sentences(steps(), total=2, stream=stream))
    assert stream.getvalue().endswith("\n")
