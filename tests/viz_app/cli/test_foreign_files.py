"""Files that are none, names that are no text, and permissions, through the command line."""

import json
import os
import stat
import sys

import pytest

from model.text import corpora
from tests.viz_app.cli.commands import finished, start
from tests.viz_app.full_disk import small_files
from tests.viz_app.runs_on_disk import card_of
from viz_app.storage.library import Library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")

ODD = "x\udcff"
"""The name of a file whose second byte is no UTF-8, as Python has it."""


def test_pipes_among_models_and_runs_keep_nobody_waiting():
    library = Library()
    library.folder.mkdir(parents=True)
    os.mkfifo(library.folder / "pipe.safetensors")
    (library.folder / "zeros.safetensors").symlink_to("/dev/zero")
    folder = library.runs.begin(card_of("mine"))
    folder.release_lock()
    (folder.path / "run.json").unlink()
    os.mkfifo(folder.path / "run.json")
    outcome = finished(start("models"))
    assert (outcome.status, outcome.err) == (0, "")
    for name in ("pipe", "zeros"):
        path = library.folder / f"{name}.safetensors"
        assert f"{name}: {path} cannot be read: Not a regular file.\n" in outcome.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("translate", "a", "--model", "@"),
        ("evaluate", "zh-en", "--source", "@", "--reference", "@"),
        ("evaluate", "@", "--source", "@", "--reference", "@"),
        ("train", "copy", "--epochs=1", "--preset=tiny", "-o", "&", "--resume"),
    ],
)
def test_a_pipe_in_place_of_a_file_is_one_sentence(tmp_path, arguments):
    for name in ("pipe", "x.run"):
        os.mkfifo(tmp_path / name)
    paths = {"@": tmp_path / "pipe", "&": tmp_path / "x"}
    outcome = finished(start(*(paths.get(argument, argument) for argument in arguments)))
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.splitlines()[-1].endswith("cannot be read: Not a regular file.")
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("suffix", ["json", "csv", "npz"])
def test_a_model_whose_name_is_no_utf8_is_exported(headlight, phrases, tmp_path, suffix):
    model = tmp_path / f"{ODD}.safetensors"
    model.write_bytes(phrases.read_bytes())
    output = tmp_path / f"{ODD}.{suffix}"
    outcome = headlight("export", "你好。", "-o", output, "--model", model)
    assert (outcome.status, outcome.err) == (0, "")
    if suffix == "json":
        assert json.loads(output.read_text(encoding="utf-8"))["model"] == "x\\xff"


def test_a_model_whose_name_is_no_utf8_is_found_and_a_user_who_is_nobody_has_none(
    headlight, phrases
):
    folder = Library().folder
    folder.mkdir(parents=True)
    (folder / f"{ODD}.safetensors").write_bytes(phrases.read_bytes())
    assert "\nx\\xff " in headlight("models").out
    for name in (ODD, "x\\xff"):
        assert headlight("translate", "你好。", "--model", name).status == 0
    outcome = headlight("translate", "a", "--model", "~nobody-of-that-name/x")
    assert outcome.status == 1
    assert "Model or file not found: '~nobody-of-that-name/x'." in outcome.err


def test_pairs_whose_name_is_no_utf8_are_trained_on(train, headlight, pairs_file, tmp_path):
    pairs = pairs_file.rename(tmp_path / f"{ODD}.tsv")
    outcome = train(pairs)
    assert (outcome.status, "Traceback" in outcome.err) == (0, False)
    assert "Training x\\xff.tsv on 3 pairs" in outcome.err.replace("\\\\", "\\")


def test_an_exported_file_keeps_the_permissions_of_the_old_one(headlight, phrases, tmp_path):
    output = tmp_path / "a.json"
    output.touch()
    output.chmod(0o600)
    assert headlight("export", "你好。", "-o", output, "--model", phrases).status == 0
    assert stat.S_IMODE(output.stat().st_mode) == 0o600


def test_what_a_killed_command_left_is_swept_by_the_next(headlight, train, pairs_file, tmp_path):
    left = tmp_path / ".0123456789abcdef.headlight-part"
    own = tmp_path / ".new.safetensors.abcdefgh"
    for path in (left, own):
        path.write_bytes(b"")
    assert headlight("train", "nothing", "-o", tmp_path / "x.safetensors").status == 1
    assert (left.exists(), own.exists()) == (False, True)


def test_a_full_disk_is_one_sentence_and_leaves_nothing(headlight, pairs_file, tmp_path):
    with small_files(0):
        outcome = headlight("split", pairs_file, "-o", tmp_path / "parts", "--heldout", "1")
    assert outcome.status == 1
    assert "train.tsv cannot be written: File too large." in outcome.err
    assert not list((tmp_path / "parts").iterdir())


def test_a_file_that_fills_the_memory_is_one_sentence(headlight, pairs_file, tmp_path, monkeypatch):
    def fills(*_, **__):
        raise MemoryError

    monkeypatch.setattr(corpora, "read_file", fills)
    outcome = headlight("split", pairs_file, "-o", tmp_path / "parts")
    assert (outcome.status, outcome.err) == (1, "headlight: Not enough memory.\n")
