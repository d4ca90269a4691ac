"""Showing training as a bar or as lines."""

import io
import re
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from model.messages import Message
from model.runs.progress import TrainingProgress
from tests.viz_app.cli.commands import in_terminal
from viz_app.cli import loading


def _report(update: int, *, updates: int = 4, validation: float | None = None):
    return TrainingProgress(
        epoch=1 + update // 3,
        epochs=2,
        update=update,
        updates=updates,
        loss=4.0 / update,
        validation_loss=validation,
        learning_rate=1e-3,
        gradient_norm=1.0,
        tokens_per_second=12_345.6,
        seconds_left=65.4,
    )


REPORTS = [_report(1), _report(2, validation=1.5), _report(3), _report(4, validation=1.25)]
SCORED = replace(REPORTS[1], bleu=12.345, chrf=6.789)
HALVED = replace(REPORTS[1], notice=Message("{device} is out of memory.", {"device": "CUDA"}))


@pytest.fixture
def clock(monkeypatch):

    def told(*seconds: float) -> None:
        times = iter(seconds)
        monkeypatch.setattr(loading, "time", SimpleNamespace(monotonic=lambda: next(times)))

    return told


@pytest.fixture(scope="module")
def traces(phrases):
    from model.checkpoint.file import load_checkpoint
    from model.decoding.greedy import translate_steps

    return list(translate_steps(load_checkpoint(phrases), "我有一只猫。"))


def follow_tokens(traces, stream):
    *_, last = loading.TOKENS.steps(traces, lambda trace: bool(trace.steps), stream=stream)
    return last


def test_lines_come_at_first_at_last_and_now_and_then(clock):
    clock(100.0, 100.0, 102.0, 107.0, 107.0, 108.0)
    stream = io.StringIO()
    loading.follow(REPORTS, stream)
    assert stream.getvalue().splitlines() == [
        "epoch 1/2, 1/4, loss 4.000, 12,346 tokens/s, 1:05 left",
        "epoch 2/2, 3/4, loss 1.333 (held-out 1.500), 12,346 tokens/s, 1:05 left",
        "epoch 2/2, 4/4, loss 1.000 (held-out 1.250), 12,346 tokens/s, 1:05 left",
    ]


def test_a_terminal_has_a_bar(terminal):
    loading.follow(REPORTS, terminal)
    last = terminal.getvalue().rstrip("\n").split("\r")[-1]
    assert last.startswith("epoch 2/2 |")
    assert last.endswith("| 4/4, loss 1.000 (held-out 1.250), 12,346 tokens/s, 1:05 left")
    loading.FRAMES.follow([0, 1, 2], total=2, stream=terminal)
    assert "Drawing: 100%" in terminal.getvalue()
    assert "2/2" in terminal.getvalue()


def test_an_interrupted_bar_is_closed(terminal):
    def reports():
        yield REPORTS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        loading.follow(reports(), terminal)
    assert terminal.getvalue().endswith("\n")

    def steps():
        yield ["a"]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(loading.SENTENCES.steps(steps(), len, total=2, stream=terminal))
    assert terminal.getvalue().endswith("\n")


def test_a_notice_is_told_once_and_stays_above_the_bar(terminal):
    stream = io.StringIO()
    loading.follow([REPORTS[0], HALVED, *REPORTS[2:]], stream)
    assert stream.getvalue().splitlines().count("CUDA is out of memory.") == 1
    loading.follow([REPORTS[0], HALVED, *REPORTS[2:]], terminal)
    assert terminal.getvalue().count("CUDA is out of memory.\n") == 1
    assert terminal.getvalue().rstrip("\n").split("\r")[-1].startswith("epoch 2/2 |")


def test_scores_and_the_last_line_are_told_where_they_belong(terminal):
    stream = io.StringIO()
    loading.follow(
        [_report(1, updates=900), replace(_report(2, updates=900), stopped_early=True)], stream
    )
    assert [line.split(", ")[1] for line in stream.getvalue().splitlines()] == ["1/900", "2/900"]
    stream = io.StringIO()
    loading.follow([REPORTS[0], SCORED, REPORTS[2], replace(_report(4), loss=1.0)], stream)
    scored = "loss 1.000 (held-out 1.500, BLEU 12.3, chrF 6.8), 12,346 tokens/s"
    assert scored in stream.getvalue().splitlines()[-1]
    loading.follow([REPORTS[0], SCORED, REPORTS[2], REPORTS[3]], terminal)
    assert "loss 1.000 (held-out 1.250), 12,346" in terminal.getvalue()


def test_a_short_translation_shows_nothing_and_steps_come_unchanged(terminal, traces):
    for stream in (terminal, io.StringIO()):
        assert follow_tokens(traces, stream) is traces[-1]
        assert stream.getvalue() == ""
    for stream in (io.StringIO(), terminal):
        assert list(loading.SENTENCES.steps(SENTENCES, len, total=5, stream=stream)) == SENTENCES


def test_a_long_one_counts_its_tokens_and_clears_its_bar(monkeypatch, terminal, traces):
    monkeypatch.setattr(loading, "BAR_SECONDS", 0)
    monkeypatch.setattr(loading, "LINE_SECONDS", 0)
    follow_tokens(traces, terminal)
    assert "Translating: 0 tokens" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")
    stream = io.StringIO()
    follow_tokens(traces, stream)
    lines = stream.getvalue().splitlines()
    assert len(lines) == len(traces) - 1
    assert re.fullmatch(r"translated 6 tokens, [\d,.]+ tokens/s", lines[-1])


def test_a_small_loss_is_not_nothing_and_nothing_shows_nothing():
    stream = io.StringIO()
    loading.follow([], stream)
    assert stream.getvalue() == ""
    stream = io.StringIO()
    small = replace(_report(4, validation=0.00005), loss=0.0000312)
    loading.follow([small], stream)
    assert "loss 3.12e-05 (held-out 5.00e-05)" in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (65, "1:05"), (3_725, "1:02:05")]
)
def test_durations(seconds, text):
    assert loading.duration(seconds) == text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
def test_a_real_terminal_shows_loss_speed_and_time_left(pairs_file, tmp_path):
    numbers = ("--preset", "tiny", "--epochs", "20", "--device", "cpu")
    written = b""
    with in_terminal("train", pairs_file, "-o", tmp_path / "x", *numbers) as (process, read):
        while piece := read():
            written += piece
        assert process.wait() == 0
    bar = r"epoch 20/20 \|█+\| 20/20, loss \d\.\d+, [\d,]+ tokens/s, 0:00 left"
    screen = written.decode().replace("\r\n", "\n")
    assert re.fullmatch(bar, screen.rstrip("\n").split("\r")[-1])
    assert screen.startswith("headlight: Training pairs.tsv on 3 pairs, 20 epochs, on cpu")


SENTENCES = [["a"], [], ["b", "c"], [], ["d"], ["e"]]


def test_lines_come_now_and_then_and_at_last_with_a_speed(clock):
    clock(100.0, 101.0, 103.0, 106.0, 107.0, 107.0, 110.0)
    stream = io.StringIO()
    list(loading.SENTENCES.steps(SENTENCES, len, total=5, stream=stream))
    assert stream.getvalue().splitlines() == [
        "translated 3 of 5, 0.5 sentences/s, 0:04 left",
        "translated 5 of 5, 0.5 sentences/s, 0:00 left",
    ]
    clock(100.0, 100.0 + 1 / 4096)
    stream = io.StringIO()
    list(loading.SENTENCES.steps([["a"]], len, total=1, stream=stream))
    assert stream.getvalue().startswith("translated 1 of 1, 4,096 sentences/s")


def test_pictures_are_counted_by_how_many_are_done(clock):
    clock(100.0, 101.0, 104.0, 106.0, 106.0, 108.0, 109.0)
    stream = io.StringIO()
    loading.FRAMES.follow([0, 1, 2, 2, 3, 3], total=3, stream=stream)
    assert stream.getvalue().splitlines() == [
        "drew 2 of 3, 0.3 pictures/s, 0:03 left",
        "drew 3 of 3, 0.4 pictures/s, 0:00 left",
    ]
