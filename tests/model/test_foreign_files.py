"""What is no regular file is not read, whatever it is called, and nobody waits for it."""

import errno
import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from model.foreign_files import open_file, read_file, read_text, shown_name, utf8

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")


def test_a_file_is_read(tmp_path):
    (tmp_path / "a").write_bytes("猫\r\n".encode())
    assert read_file(tmp_path / "a", most=5) == "猫\r\n".encode()
    assert read_text(tmp_path / "a") == "猫\r\n"
    with open_file(tmp_path / "a") as file:
        assert file.read(3) == "猫".encode()


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")
    with pytest.raises(OSError, match="File too large"):
        read_file(tmp_path / "a", most=4)


def test_a_file_that_is_too_large_for_the_memory_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    told = [*path.stat()[:10]]
    told[stat.ST_SIZE] = sys.maxsize // 2
    monkeypatch.setattr(os, "fstat", lambda _: os.stat_result(told))
    with pytest.raises(OSError, match=os.strerror(errno.ENOMEM)) as failure:
        read_file(path, most=sys.maxsize)
    assert failure.value.errno == errno.ENOMEM


@posix
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder"])
def test_what_is_no_file_is_refused_at_once(tmp_path, monkeypatch, kind):
    path = tmp_path / "a"
    with socket.socket(socket.AF_UNIX) as end:
        match kind:
            case "pipe":
                os.mkfifo(path)
            case "socket":
                monkeypatch.chdir(tmp_path)  # the path of a socket must be short
                end.bind("a")
            case "device":
                path.symlink_to("/dev/zero")
            case "folder":
                path.mkdir()
        with pytest.raises(OSError, match=r"Not a regular file|Is a directory"):
            read_file(path, most=10)


@posix
def test_a_pipe_that_takes_the_place_of_a_file_is_refused_too(tmp_path, monkeypatch):
    path = tmp_path / "a"
    os.mkfifo(path)
    file = (tmp_path / "b").open("wb")
    with file, monkeypatch.context() as patch:
        patch.setattr(Path, "stat", lambda _: os.fstat(file.fileno()))  # as it was a moment before
        before = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
        with pytest.raises(OSError, match="Not a regular file"):
            open_file(path)
        if before:
            assert len(list(Path("/proc/self/fd").iterdir())) == before


@posix
def test_a_link_is_followed_only_where_it_may_be(tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    (tmp_path / "link").symlink_to("a")
    assert read_file(tmp_path / "link", most=1) == b"1"
    with pytest.raises(OSError, match="Is a link"):
        read_file(tmp_path / "link", most=1, links=False)
    assert read_file(tmp_path / "a", most=1, links=False) == b"1"


@pytest.mark.parametrize("name", ["a\0b", "a\ud800"])
def test_a_name_that_no_file_can_have_is_that_of_no_file(tmp_path, name):
    with pytest.raises(FileNotFoundError) as failure:
        read_file(tmp_path / name, most=1)
    assert failure.value.errno == errno.ENOENT


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("猫.tsv", "猫.tsv"),
        ("x\udcff", "x\\xff"),
        ("x\ud800", "x\\ud800"),
        ("", ""),
    ],
)
def test_a_name_is_shown_as_text(name, shown):
    assert shown_name(name) == shown
    assert shown_name(shown) == shown
    utf8(shown).decode()


def test_json_with_a_lone_surrogate_is_read_back_as_it_was():
    import json

    text = "猫 x\udcff \ud800"
    assert json.loads(utf8(json.dumps(text, ensure_ascii=False))) == text
