"""``headlight train``: what is said, what is written, and what is refused before the work."""

from __future__ import annotations

import signal
import sys
from itertools import islice

import pytest

from model.atomic import WriteError
from model.checkpoint_header import read_header
from model.tasks import generated
from tests.viz_app.cli.commands import PHRASES, start
from viz_app.cli import train as train_module
from viz_app.persistence.library import Library


@pytest.fixture
def pairs_file(tmp_path):
    """Three short pairs."""
    path = tmp_path / "pairs.tsv"
    path.write_text("a b\tb a\nc d\td c\na c\tc a\n")
    return path


@pytest.fixture
def train(headlight, tmp_path):
    """Trains one epoch of a task into a file."""

    def run(task: object, *options: object, output: object = tmp_path / "new.safetensors"):
        tiny = ("--preset", "tiny", "--epochs", "1", "--device", "cpu")
        return headlight("train", task, "-o", output, *tiny, *options)

    return run


def test_a_run_tells_what_it_did(phrases_run, phrases_file):
    path, outcome = phrases_run
    source, target = PHRASES[0]
    assert (outcome.status, outcome.out) == (0, f"{source} → {target}\n{path}\n")
    assert "2 of 6 lines were left out; the first is line 3" in outcome.err
    assert "Training phrases.tsv on 4 pairs, 60 epochs, on cpu: tiny, 2 layers × 4" in outcome.err
    assert "epoch 60/60, 60/60, loss 0." in outcome.err
    assert str(phrases_file.parent) not in str(read_header(path).record)


def test_numbers_of_the_user_hold(train, pairs_file, tmp_path):
    assert train(pairs_file, "--seed", "7", "--epochs", "2").status == 0
    header = read_header(tmp_path / "new.safetensors")
    training = header.record["training"]
    assert (header.task, training["epochs"], training["seed"]) == ("pairs.tsv", 2, 7)
    assert header.config.d_model == 64


def test_two_files_line_by_line(train, tmp_path):
    source, target = tmp_path / "a.zh", tmp_path / "a.en"
    source.write_text("猫\n狗\n鸟\n")
    target.write_text("cat\ndog\n")
    outcome = train(f"{source},{target}")
    assert outcome.status == 0
    assert "a.zh, a.en: 1 of 3 lines were left out" in outcome.err
    assert read_header(tmp_path / "new.safetensors").task == "a.zh,a.en"


def test_a_toy_task_is_tried_on_what_it_never_saw(train, monkeypatch):
    corpus = generated("copy", pairs=60, heldout=4)
    monkeypatch.setattr(train_module, "load_task", lambda name, seed: corpus)
    first, sample, path = train("copy").out.splitlines()
    assert first.startswith("exact match on 4 held-out pairs: ")
    assert first.endswith("%")
    assert sample.startswith("a b c d e f → ")
    assert path.endswith("new.safetensors")


def test_the_seed_reaches_the_generated_task(train, monkeypatch, pairs_file):
    seeds = []

    def load_task(name, seed):
        seeds.append(seed)
        return generated("copy", pairs=20, heldout=1, seed=seed)

    monkeypatch.setattr(train_module, "load_task", load_task)
    train("copy", "--seed", "5")
    assert seeds == [5]


def test_too_long_pairs_are_counted(train, tmp_path):
    path = tmp_path / "long.tsv"
    path.write_text("a\tb\n" + "a " * 200 + "\tb\n")
    outcome = train(path)
    assert outcome.status == 0
    assert "long.tsv: 1 pairs are longer than max_len (64)" in outcome.err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "holds no sentence pair (it is empty)"),
        (b"no tab\nnone here\n", "holds no sentence pair (line 1: no tab"),
        (b"\t\n\ta\n", "holds no sentence pair (line 1"),
        (b"\xff\xfe\x00a", "is not UTF-8 text (byte 0)"),
        (b"a " * 100 + b"\tb\n", "No pair of bad.tsv fits max_len (64)"),
    ],
)
def test_a_corpus_with_nothing_to_learn_from(train, tmp_path, content, why):
    path = tmp_path / "bad.tsv"
    path.write_bytes(content)
    outcome = train(path)
    assert (outcome.status, outcome.out) == (1, "")
    assert why in outcome.err
    assert not (tmp_path / "new.safetensors").exists()


@pytest.mark.parametrize("task", ["fly", "missing.tsv", "a.zh,a.en", "", "a\x1b[31m"])
def test_a_task_that_does_not_exist(train, task):
    outcome = train(task)
    assert (outcome.status, outcome.out) == (1, "")
    assert "There is no task or file" in outcome.err
    assert "\x1b" not in outcome.err


@pytest.mark.parametrize("place", ["missing/x", "file/x", "folder"])
def test_an_unwritable_place_is_found_before_training(train, tmp_path, monkeypatch, place):
    monkeypatch.delattr(train_module, "load_task")
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    outcome = train("copy", output=tmp_path / place)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"headlight: {tmp_path / place} cannot be written: ")


def test_a_disk_that_fills_up_does_not_lose_the_model(train, pairs_file, monkeypatch, tmp_path):
    import model.checkpoint

    save = model.checkpoint.save_checkpoint

    def full(trained, path):
        if path.parent == tmp_path:
            raise WriteError("{path} cannot be written: the disk is full.", path=path)
        save(trained, path)

    monkeypatch.setattr(model.checkpoint, "save_checkpoint", full)
    outcome = train(pairs_file)
    kept = Library().find("pairs.tsv-1")
    assert outcome.status == 1
    assert "the disk is full" in outcome.err
    assert outcome.out.splitlines()[-1] == str(kept)


def test_without_a_gpu_the_cpu_is_used_and_said(train, pairs_file, monkeypatch):
    monkeypatch.setattr("model.devices.available_devices", lambda: ("cpu",))
    outcome = train(pairs_file, "--device", "cuda")
    assert outcome.status == 0
    assert "no CUDA device; using the CPU" in outcome.err


def test_ctrl_c_writes_nothing_and_says_how_to_go_shorter(train, pairs_file, monkeypatch, tmp_path):
    def interrupted(reports, _):
        list(islice(reports, 3))
        raise KeyboardInterrupt

    monkeypatch.setattr(train_module, "follow", interrupted)
    outcome = train(pairs_file, "--epochs", "9")
    assert (outcome.status, outcome.out) == (130, "")
    assert "Stopped after update 3, in epoch 3 of 9; nothing was written." in outcome.err
    assert "--epochs 2." in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.tsv"]


@pytest.fixture
def sigint_of_a_terminal():
    """Where tests run in the background, Ctrl-C may be ignored, and a child inherits that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.usefixtures("sigint_of_a_terminal")
def test_ctrl_c_in_a_terminal(tmp_path):
    process = start("train", "copy", "-o", tmp_path / "x", "--epochs", "50", "--device", "cpu")
    try:
        while b"tokens/s" not in (line := process.stderr.readline()):
            assert line, "it ended by itself"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"nothing was written" in err
    assert b"Traceback" not in err
    assert not list(tmp_path.iterdir())
