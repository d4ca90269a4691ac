"""Exit statuses, help and streams: what every command has in common."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.viz_app.cli.commands import ROOT, assert_misused, finished, start
from viz_app.cli.parser import COMMANDS, parse
from viz_app.cli.terminal import READER_GONE

FULL = Path("/dev/full")


def test_help_and_version(headlight):
    for command in ((), *((name,) for name in COMMANDS)):
        outcome = headlight(*command, "--help")
        assert outcome.status == 0
        assert outcome.out.startswith(" ".join(("usage: headlight", *command)))
        assert "quit-after" not in outcome.out
    outcome = headlight("--version")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("headlight ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("fly",),
        ("translate",),
        ("translate", "a", "b"),
        ("render", "a"),
        ("render", "a", "-o", "x", "--format", "gif"),
        ("export", "a"),
        ("train", "copy"),
        ("train", "copy", "-o", "x", "--epochs", "0"),
        ("train", "copy", "-o", "x", "--epochs", "1e3"),
        ("train", "copy", "-o", "x", "--epochs", "9" * 5000),
        ("train", "copy", "-o", "x", "--seed", "-1"),
        ("train", "copy", "-o", "x", "--seed", str(2**32)),
        ("train", "copy", "-o", "x", "--preset", "huge"),
        ("translate", "a", "--device", "tpu"),
        ("--theme", "pink"),
        ("--text", "a", "models"),
        ("open", "a", "b"),
        ("--theme", "dark", "render", "a", "-o", "x"),
        ("train", "copy", "-o", "x", "--threads", "0"),
        ("train", "copy", "-o", "x", "--threads", "many"),
        ("train", "copy", "-o", "x", "--name", " "),
        ("train", "copy", "-o", "x", "--attribution", ""),
        ("split", "-o", "folder"),
        ("split", "a.tsv"),
        ("split", "a.tsv", "-o", "folder", "--heldout", "0"),
        ("split", "a.tsv", "-o", "folder", "--heldout", "-1"),
        ("evaluate", "zh-en", "--source", "a"),
        ("evaluate", "zh-en", "--reference", "a"),
        ("evaluate", "--source", "a", "--reference", "b"),
        ("check",),
        ("check", ""),
        ("check", "reverse", "zh-en"),
        ("check", "reverse", "--heads"),
        ("--model", "zh-en", "check", "reverse"),
        ("models", "--heads", "8"),
    ],
)
def test_bad_usage_is_2(headlight, arguments):
    assert_misused(headlight(*arguments))


def test_bad_usage_tells_the_known_suffixes_and_cannot_steer_the_terminal(headlight):
    assert "\x1b" not in headlight("translate", "a", "--device", "\x1b[31m").err
    for command, name, known in (
        ("export", "weights.xlsx", ".npz, .json, .csv"),
        ("report", "page.pdf", ".html, .htm"),
        ("report", "page", ".html, .htm"),
    ):
        outcome = headlight(command, "a", "-o", name)
        assert_misused(outcome, f"'{name}' must end in one of {known}")


def test_options_before_a_command_hold_and_views_come_once_each():
    options = parse(["--model", "first", "--device", "cpu", "translate", "a"])
    assert (options.model, options.device) == ("first", "cpu")
    assert parse(["--model", "first", "translate", "a", "--model", "second"]).model == "second"
    views = parse(["render", "a", "-o", "x", "--views", "cross, encoder,cross"]).views
    assert views == ("cross", "encoder")


@pytest.mark.parametrize("command", [["--help"], ["models"], ["--version"]])
def test_what_needs_no_model_leaves_torch_and_qt_alone(command):
    code = (
        f"import sys; from viz_app.cli.main import main; status = main({command});"
        "print(status, *sorted({'torch', 'PySide6'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stderr.decode().split() == ["0"]


def test_output_is_utf8_in_any_locale(phrases):
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    outcome = finished(
        start("translate", "-", "--json", "--model", phrases, environment=locale),
        "我有一只猫☃。\n".encode(),
    )
    assert outcome.status == 0
    assert "我有一只猫☃。" in outcome.out
    assert outcome.err.endswith("☃\n")


@pytest.mark.parametrize("command", ["models", "--help"])
def test_a_reader_who_leaves_is_no_error(command):
    read, write = os.pipe()
    os.close(read)
    outcome = start(command, stdout=write)
    os.close(write)
    _, err = outcome.communicate(timeout=PATIENCE)
    assert (outcome.returncode, err) == (READER_GONE, b"")


@pytest.mark.skipif(not FULL.exists(), reason="no full device here")
@pytest.mark.parametrize("command", ["models", "--help", "--version"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said(command, unbuffered):
    with FULL.open("wb") as full:
        process = start(command, stdout=full, environment={"PYTHONUNBUFFERED": unbuffered})
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert err.decode() == "headlight: stdout: No space left on device.\n"


def test_a_path_that_is_too_long_is_said(headlight):
    outcome = headlight("translate", "a", "--model", "x" * 5000)
    assert outcome.status == 1
    assert outcome.err.count("\n") == 1
    assert "name too long" in outcome.err


def test_ctrl_c_is_a_sentence(headlight, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("viz_app.cli.models.list_models", interrupted)
    outcome = headlight("models")
    assert (outcome.status, outcome.err) == (128 + signal.SIGINT, "headlight: Interrupted.\n")
