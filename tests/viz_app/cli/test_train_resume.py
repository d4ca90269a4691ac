"""A run that was stopped, by Ctrl-C or in the middle of anything, is kept and can go on."""

import re
import shlex
import signal
import sys

import pytest

from model.checkpoint.header import read_header
from model.files import WriteError
from tests.patience import PATIENCE
from tests.viz_app.cli.commands import (
    NUMBERS,
    assert_refused,
    assert_same,
    in_terminal,
    noise,
    start,
    unfinished,
)
from viz_app.cli import train
from viz_app.cli.main import main


@pytest.fixture
def letters_file(tmp_path):
    path = tmp_path / "letters.tsv"
    path.write_text(noise(24))
    return path


@pytest.fixture
def numbers(letters_file):
    """The arguments of a run of 5 epochs of 4 updates, validated on, with dropout."""
    return (
        "train",
        letters_file,
        *NUMBERS,
        "--epochs=5",
        "--validation=4",
        "--set=batch_tokens=90",
    )


@pytest.fixture
def interrupt(monkeypatch):
    """Makes signals come, one after the other, right after so many reports of the next run."""
    planned = []

    def follow(reports, stream):
        updates, signals = planned.pop() if planned else (0, ())
        for number, _ in enumerate(reports, start=1):
            for sent in signals if number == updates else ():
                signal.raise_signal(sent)

    monkeypatch.setattr(train, "follow", follow)
    # who runs tests in the background of a shell has Ctrl-C ignored
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda updates, *signals: planned.append((updates, signals or (signal.SIGINT,)))
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def stopped(headlight, numbers, interrupt, tmp_path):
    interrupt(5)
    path = tmp_path / "stopped.safetensors"
    outcome = headlight(*numbers, "-o", path)
    return path, outcome


@pytest.mark.parametrize("updates", [1, 3, 4, 11, 18])
def test_a_stopped_run_ends_like_an_unbroken_one(headlight, numbers, interrupt, tmp_path, updates):
    whole, broken = tmp_path / "whole.safetensors", tmp_path / "broken.safetensors"
    assert headlight(*numbers, "-o", whole).status == 0
    assert read_header(whole).record["updates"] == 20
    interrupt(updates)
    assert headlight(*numbers, "-o", broken).status == 130
    outcome = headlight(*numbers, "-o", broken, "--resume")
    assert outcome.status == 0
    assert f"headlight: Continuing after update {updates + 1} of 20." in outcome.err
    assert_same(whole, broken)
    assert not unfinished(broken).exists()


def test_ctrl_c_keeps_the_run_and_nothing_begins_over_it(
    stopped, tmp_path, headlight, numbers, monkeypatch
):
    path, outcome = stopped
    assert (outcome.status, outcome.out) == (130, "")
    assert f"Stopped after update 6 of 20; the run is saved in {unfinished(path)}." in outcome.err
    assert {file.name for file in tmp_path.iterdir()} == {"letters.tsv", "stopped.safetensors.run"}
    path, _ = stopped
    before = unfinished(path).read_bytes()
    monkeypatch.delattr(train, "load_task")
    outcome = headlight(*numbers, "-o", path)
    sentence = "contains an unfinished run; add --resume to continue it, or delete it.\n"
    assert_refused(outcome, f": {unfinished(path)} {sentence}")
    assert unfinished(path).read_bytes() == before


def test_a_second_ctrl_c_interrupts_at_once_and_one_at_the_last_update_is_too_late(
    headlight, numbers, interrupt, tmp_path
):
    before = signal.getsignal(signal.SIGINT)
    interrupt(3, signal.SIGINT, signal.SIGINT)
    outcome = headlight(*numbers, "-o", tmp_path / "x")
    assert (outcome.status, outcome.err.splitlines()[-1]) == (130, "headlight: Interrupted.")
    assert [file.name for file in tmp_path.iterdir()] == ["letters.tsv"]
    assert signal.getsignal(signal.SIGINT) is before
    interrupt(20)
    outcome = headlight(*numbers, "-o", tmp_path / "x.safetensors")
    assert outcome.status == 0
    assert outcome.out.endswith("x.safetensors\n")
    assert not unfinished(tmp_path / "x.safetensors").exists()


def test_a_run_can_be_stopped_again_and_again(headlight, numbers, interrupt, tmp_path):
    whole, broken = tmp_path / "whole.safetensors", tmp_path / "broken.safetensors"
    assert headlight(*numbers, "-o", whole).status == 0
    for updates, resume in ((2, ()), (4, ("--resume",)), (1, ("--resume",))):
        interrupt(updates)
        assert headlight(*numbers, "-o", broken, *resume).status == 130
    outcome = headlight(*numbers, "-o", broken, "--resume")
    assert "Continuing after update 10 of 20." in outcome.err
    assert_same(whole, broken)


def test_without_an_unfinished_run_resuming_begins_anew_or_leaves_the_finished_model(
    headlight, numbers, tmp_path
):
    path = tmp_path / "new.safetensors"
    outcome = headlight(*numbers, "-o", path, "--resume")
    assert outcome.status == 0
    assert f"No unfinished run {unfinished(path)}; starting over." in outcome.err
    assert read_header(path).record["updates"] == 20
    before = path.read_bytes()
    outcome = headlight(*numbers, "-o", path, "--resume")
    assert (outcome.status, outcome.out) == (0, f"{path}\n")
    assert outcome.err == (
        f"headlight: {path} already exists and has no unfinished run. Omit --resume to train it "
        "again.\n"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (("--epochs", "9"), "is a run with epochs 5, not 9; use the same settings to"),
        (("--set", "d_model=32"), "is a run with d_model 16, not 32;"),
        (("--validation", "5"), "is a run with corpus '"),
    ],
)
def test_a_run_with_other_numbers_does_not_go_on(headlight, numbers, stopped, changes, sentence):
    path, _ = stopped
    before = unfinished(path).read_bytes()
    assert_refused(
        headlight(*numbers, "-o", path, "--resume", *changes),
        f"headlight: {unfinished(path)} {sentence}",
    )
    assert unfinished(path).read_bytes() == before


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    return data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]


def other_number(data: bytes) -> bytes:
    return data.replace(b'\\"epoch\\": 2,', b'\\"epoch\\": 3,', 1)


@pytest.mark.parametrize("damage", [cut, flipped, other_number, lambda _: b"", lambda _: b"Dear"])
def test_a_damaged_run_is_one_sentence(headlight, numbers, stopped, damage):
    path, _ = stopped
    before = unfinished(path).read_bytes()
    unfinished(path).write_bytes(damage(before))
    assert unfinished(path).read_bytes() != before
    sentence = "is not a saved training run, or it is damaged; delete it to start over.\n"
    assert_refused(headlight(*numbers, "-o", path, "--resume"), f": {unfinished(path)} {sentence}")


@pytest.fixture
def full_disk(monkeypatch):

    def write(path, data):
        raise WriteError("{path} cannot be written: No space left on device.", path=path)

    monkeypatch.setattr("model.training.saved_run.write_atomically", write)


@pytest.mark.usefixtures("full_disk")
def test_a_run_that_cannot_be_saved_goes_on_and_says_so_when_it_is_stopped(
    headlight, numbers, tmp_path, interrupt
):
    path = tmp_path / "x.safetensors"
    outcome = headlight(*numbers, "-o", path, "--save-every", "0.000001")
    told = f"headlight: {unfinished(path)} cannot be written: No space left on device."
    assert outcome.err.splitlines().count(told) == 20
    assert (outcome.status, read_header(path).record["updates"]) == (0, 20)
    interrupt(1, signal.SIGTERM)
    outcome = headlight(*numbers, "-o", tmp_path / "x")
    assert outcome.status == 130
    assert "No space left on device." in outcome.err
    assert outcome.err.endswith("Stopped after update 2 of 20; the run could not be saved.\n")


posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and terminals")


@pytest.fixture(scope="module")
def long_run(tmp_path_factory, one_torch_thread):
    """The arguments of a run that takes seconds, and its checkpoint when nobody stops it."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "letters.tsv").write_text(noise(40))
    arguments = ("train", str(folder / "letters.tsv"), *NUMBERS, "--epochs=40")
    arguments = (*arguments, "--set=batch_tokens=60")
    whole = folder / "whole.safetensors"
    assert main([*arguments, "-o", str(whole)]) == 0
    return arguments, whole


@posix
@pytest.mark.slow
@pytest.mark.usefixtures("sigint_of_a_terminal")
def test_ctrl_c_in_a_terminal(long_run, headlight, tmp_path):
    arguments, whole = long_run
    path = tmp_path / "with a space.safetensors"
    process = start(*arguments, "-o", path)
    try:
        while b"tokens/s" not in (line := process.stderr.readline()):
            assert line, "it ended by itself"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert [file.name for file in tmp_path.iterdir()] == [unfinished(path).name]
    program, *typed = shlex.split(err.decode().partition("To continue: ")[2])
    assert (program, typed[-1]) == ("headlight", "--resume")
    assert headlight(*typed).status == 0
    assert_same(whole, path)


@posix
@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_where_it_was_saved(long_run, headlight, tmp_path):
    arguments, whole = long_run
    path = tmp_path / "killed.safetensors"
    with in_terminal(*arguments, "-o", path, "--save-every", "0.05") as (process, read):
        while not unfinished(path).exists():
            assert read(), "it ended by itself"
        for _ in range(3):
            assert read(), "it ended by itself"
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert not path.exists()
    outcome = headlight(*arguments, "-o", path, "--resume")
    assert outcome.status == 0
    assert re.search(r"Continuing after update [1-9]\d* of \d+\.", outcome.err)
    assert_same(whole, path)
    assert not unfinished(path).exists()
