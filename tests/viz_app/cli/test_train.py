"""``headlight train``: what is said, what is written, and what is refused before the work."""

import pytest

from model.checkpoint.header import read_header
from model.text.tasks import generated
from tests.viz_app.cli.commands import PHRASES
from viz_app.cli import training_plan
from viz_app.cli.parser import parse
from viz_app.cli.unfinished import SAVE_SECONDS


def test_a_run_tells_what_it_did(phrases_run, phrases_file):
    path, outcome = phrases_run
    source, target = PHRASES[0]
    assert (outcome.status, outcome.out) == (0, f"{source} → {target}\n{path}\n")
    assert (
        "headlight: phrases.tsv: 2 of 6 lines were left out: 1 × no tab between source and "
        "target, 1 × empty source; the first is line 3.\n"
    ) in outcome.err
    assert "Training phrases.tsv on 4 pairs, 60 epochs, on cpu: tiny, 2 layers × 4" in outcome.err
    assert "epoch 60/60, 60/60, loss 0." in outcome.err
    assert str(phrases_file.parent) not in str(read_header(path).record)


def test_duplicates_are_left_out_and_counted(train, tmp_path):
    path = tmp_path / "twice.tsv"
    path.write_text("a b\tb a\n\nc d\td c\na b\tb a\n\na b\tb a\n")
    outcome = train(path)
    assert outcome.status == 0
    assert (
        "twice.tsv: 4 of 6 lines were left out: 2 × empty, 2 × duplicate; the first is line 2."
        in outcome.err
    )
    assert "on 2 pairs, 1 epoch, on cpu" in outcome.err


def test_two_files_line_by_line(train, tmp_path):
    source, target = tmp_path / "a.zh", tmp_path / "a.en"
    source.write_text("猫\n狗\n鸟\n")
    target.write_text("cat\ndog\n")
    outcome = train(f"{source},{target}")
    assert outcome.status == 0
    assert "a.zh, a.en: 1 of 3 lines were left out: 1 × the other file has no such" in outcome.err
    assert read_header(tmp_path / "new.safetensors").task == "a.zh,a.en"


def test_a_toy_task_is_tried_on_what_it_never_saw(train, monkeypatch):
    corpus = generated("copy", pairs=60, heldout=4)
    monkeypatch.setattr(training_plan, "load_task", lambda name, seed: corpus)
    first, sample, path = train("copy").out.splitlines()
    assert first.startswith("exact match on 4 held-out pairs: ")
    assert first.endswith("%")
    assert sample.startswith("a b c d e f → ")
    assert path.endswith("new.safetensors")


def test_the_seed_reaches_the_generated_task(train, monkeypatch):
    seeds = []

    def load_task(name, seed):
        seeds.append(seed)
        return generated("copy", pairs=20, heldout=1, seed=seed)

    monkeypatch.setattr(training_plan, "load_task", load_task)
    assert train("copy", "--seed", "5").status == 0
    assert seeds == [5]


def test_pairs_of_more_tokens_than_positions_are_counted(train, tmp_path):
    path = tmp_path / "long.tsv"
    path.write_text("a\tb\n" + "a " * 90 + "\t" + "b " * 90 + "\n")
    outcome = train(path)
    assert outcome.status == 0
    assert "long.tsv: 1 pairs are longer than max_len (64) and are left out." in outcome.err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "holds no sentence pair (it is empty)"),
        (b"no tab\nnone here\n", "holds no sentence pair (line 1: no tab"),
        (b"\t\n\ta\n", "holds no sentence pair (line 1"),
        (b"\xff\xfe\x00a", "is not UTF-8 text (byte 0)"),
        (b"a " * 70 + b"\t" + b"b " * 70 + b"\n", "No pair of bad.tsv fits max_len (64)"),
        (
            b"a " * 101 + b"\t" + b"b " * 101 + b"\n",
            "bad.tsv holds no pair to learn from: 1 × longer than 100 words.",
        ),
        (
            b"a " * 99 + b"\tb\n",
            "bad.tsv holds no pair to learn from: 1 × one side is much longer than the other.",
        ),
    ],
)
def test_a_corpus_with_nothing_to_learn_from(train, tmp_path, content, why):
    path = tmp_path / "bad.tsv"
    path.write_bytes(content)
    outcome = train(path)
    assert (outcome.status, outcome.out) == (1, "")
    assert why in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["bad.tsv"]


@pytest.mark.parametrize("task", ["fly", "missing.tsv", "a.zh,a.en", "", "a\x1b[31m"])
def test_a_task_that_does_not_exist(train, task):
    outcome = train(task)
    assert (outcome.status, outcome.out) == (1, "")
    assert "There is no task or file" in outcome.err
    assert "\x1b" not in outcome.err


@pytest.mark.parametrize("place", ["missing/x", "file/x", "folder"])
def test_an_unwritable_place_is_found_before_training(train, tmp_path, monkeypatch, place):
    monkeypatch.delattr(training_plan, "load_task")
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    outcome = train("copy", output=tmp_path / place)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"headlight: {tmp_path / place} cannot be written: ")


def test_without_a_gpu_the_cpu_is_used_and_said(train, pairs_file, monkeypatch):
    monkeypatch.setattr("model.network.device_choice.available_devices", lambda: ("cpu",))
    outcome = train(pairs_file, "--device", "cuda")
    assert outcome.status == 0
    assert "no CUDA device; using the CPU" in outcome.err


def test_a_run_is_saved_once_a_minute():
    assert parse(["train", "copy", "-o", "x"]).save_every == SAVE_SECONDS == 60
