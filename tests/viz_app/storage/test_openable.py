"""What a path is taken for, and what is said of one that is nothing."""

import errno
import shutil

import pytest
import torch
from safetensors.torch import save_file

from model.messages import UserError
from tests.viz_app.runs_on_disk import card_of, export
from viz_app.storage.openable import check_openable, model_root, openable, what_is
from viz_app.storage.runs import Runs
from viz_app.storage.session import Session, save_session


@pytest.fixture
def run(tmp_path):
    """The folder of a run."""
    folder = Runs(tmp_path / "runs", models=()).begin(card_of())
    folder.release_lock()
    return folder.path


def test_files_are_known_by_their_names(tmp_path):
    kinds = {
        "session": ("a.headlight", "a.HeadLight"),
        "model": ("a.safetensors",),
        "run": ("a.zip",),
        "foreign": ("a.pt", "a.PTH", "a.bin", "a.ckpt"),
        None: ("a.tsv", "headlight"),
    }
    for kind, names in kinds.items():
        assert [openable(tmp_path / name) for name in names] == [kind] * len(names)


def test_a_folder_is_known_by_what_lies_in_it(run):
    assert what_is(run) == "run"
    with pytest.raises(UserError, match=r"runs is a folder without a run: it has no run\.json"):
        what_is(run.parent)


def test_a_folder_with_a_model_of_another_program_is_known(tmp_path):
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "notes.txt").touch()
    for name in ("config.json", "model.bin", "net.pt", "model.safetensors"):
        assert openable(folder) is None
        (folder / name).touch()
        assert what_is(folder) == "foreign"
        check_openable(folder)
        (folder / name).unlink()


def test_a_file_with_tensors_of_another_program_passes(tmp_path):
    save_file({"weight": torch.ones(2)}, tmp_path / "a.safetensors")
    check_openable(tmp_path / "a.safetensors")


def test_a_part_of_a_folder_stands_for_it_and_one_file_for_a_folder_without_more(tmp_path):
    hub, loop = tmp_path / "hub", tmp_path / "loop"
    for folder, names in (
        (hub, ("config.json", "model.safetensors", "pytorch_model.bin", "extra.pt")),
        (loop, ("best.pt", "vocabulary.txt")),
    ):
        folder.mkdir()
        for name in names:
            (folder / name).touch()
    for name in ("config.json", "model.safetensors", "pytorch_model.bin"):
        assert model_root(hub / name) == hub
    assert model_root(hub) == hub
    assert model_root(hub / "extra.pt") == hub / "extra.pt"
    assert model_root(loop) == model_root(loop / "best.pt") == loop / "best.pt"
    (loop / "last.pt").touch()
    assert model_root(loop) == loop


def test_what_is_not_there_or_cannot_be_opened_is_said(tmp_path):
    with pytest.raises(UserError, match=r"File not found: .*gone\.headlight"):
        what_is(tmp_path / "gone.headlight")
    (tmp_path / "a.pdf").touch()
    with pytest.raises(UserError, match=r"a\.pdf cannot be opened. Supported: a session"):
        what_is(tmp_path / "a.pdf")


def test_a_folder_that_nobody_may_look_into_stands_for_itself(tmp_path, monkeypatch):
    (tmp_path / "net.pt").touch()
    assert (openable(tmp_path), model_root(tmp_path)) == ("foreign", tmp_path / "net.pt")

    def refuse(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("viz_app.storage.openable.Path.iterdir", refuse)
    assert (openable(tmp_path), model_root(tmp_path)) == (None, tmp_path)


def test_what_is_what_its_name_says_passes(tmp_path, run, tiny_checkpoint):
    save_session(tmp_path / "a.headlight", Session(source_text="a"))
    export(Runs(run.parent, models=()), run.name, tmp_path / "a.zip")
    for path in (tmp_path / "a.headlight", tmp_path / "a.zip", run, tiny_checkpoint):
        check_openable(path)


def test_what_is_not_is_said(tmp_path, run):
    for name in ("a.headlight", "a.safetensors", "a.zip"):
        (tmp_path / name).write_bytes(b"x" * 100)
        with pytest.raises(UserError, match=name):
            check_openable(tmp_path / name)
    (run / "run.json").write_text("[")
    with pytest.raises(UserError, match=r"run\.json"):
        check_openable(shutil.copytree(run, run.parent / "copy"))
