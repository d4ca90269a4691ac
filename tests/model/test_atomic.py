"""A file is replaced as a whole or not at all, and nothing is left beside it."""

import os
import stat
from pathlib import Path
from typing import NoReturn

import pytest

from model.atomic import WriteError, make_folder, name_of_leftover, write_atomically


def names(folder: Path) -> list[str]:
    """What is in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_holds_the_data(tmp_path: Path):
    write_atomically(tmp_path / "a.bin", b"\x00new")
    assert (tmp_path / "a.bin").read_bytes() == b"\x00new"
    assert names(tmp_path) == ["a.bin"]


def test_an_old_file_is_replaced(tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old and longer")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a.bin"]


def test_a_reader_that_has_the_old_file_open_keeps_it(tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        if os.name == "nt":
            pytest.skip("Windows does not replace an open file")
        write_atomically(path, b"new")
        assert reader.read() == b"old"


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_others_may_read_the_file(tmp_path: Path):
    write_atomically(tmp_path / "a.bin", b"new")
    assert stat.S_IMODE((tmp_path / "a.bin").stat().st_mode) == 0o644


def test_a_missing_folder_is_a_sentence(tmp_path: Path):
    with pytest.raises(WriteError) as failure:
        write_atomically(tmp_path / "nowhere" / "a.bin", b"new")
    assert str(failure.value).endswith(
        "cannot be written: No such file or directory. Choose another folder."
    )


def test_a_folder_that_is_a_file_is_a_sentence(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WriteError, match="cannot be written"):
        write_atomically(tmp_path / "file" / "a.bin", b"new")


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path):
    (tmp_path / "a.bin").mkdir()
    with pytest.raises(WriteError, match="cannot be written"):
        write_atomically(tmp_path / "a.bin", b"new")
    assert names(tmp_path) == ["a.bin"]
    assert (tmp_path / "a.bin").is_dir()


def test_a_name_that_is_too_long_is_a_sentence(tmp_path: Path):
    with pytest.raises(WriteError, match="cannot be written"):
        write_atomically(tmp_path / ("a" * 300), b"new")
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_a_failure_on_the_way_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(WriteError, match="No space left on device"):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.bin"]


def test_an_interrupt_leaves_nothing_beside_the_old_file_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")

    def interrupt(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.bin"]


@pytest.mark.skipif(os.name == "nt", reason="Windows does not sync folders")
def test_a_folder_that_cannot_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    sync = os.fsync

    def refuse_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(22, "Invalid argument")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    write_atomically(tmp_path / "a.bin", b"new")
    assert (tmp_path / "a.bin").read_bytes() == b"new"


def test_a_folder_is_made_with_those_above_it(tmp_path: Path):
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WriteError, match="cannot be made"):
        make_folder(tmp_path / "file" / "b")


@pytest.mark.parametrize(
    ("left", "name"),
    [
        (".run.json.a1b2c3_9", "run.json"),
        (".000012.npz.abcdefgh", "000012.npz"),
        (".my-notes", None),
        (".ipynb_checkpoints", None),
        ("run.json.abcdefgh", None),
        (".run.json.ABCDEFGH", None),
    ],
)
def test_what_a_killed_process_left_beside_a_file_says_of_which(left, name):
    assert name_of_leftover(left) == name
