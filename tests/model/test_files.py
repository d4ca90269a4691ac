"""A file is replaced as a whole or not at all, and nothing is left beside it."""

import errno
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from model.files import (
    WriteError,
    filled_beside,
    is_leftover,
    make_folder,
    open_file,
    read_file,
    read_text,
    shown_name,
    sweep,
    utf8,
    write_atomically,
)
from tests.patience import PATIENCE

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")


def test_a_file_is_read(tmp_path):
    (tmp_path / "a").write_bytes("猫\r\n".encode())
    assert read_file(tmp_path / "a", most=5) == "猫\r\n".encode()
    assert read_text(tmp_path / "a") == "猫\r\n"
    with open_file(tmp_path / "a") as file:
        assert file.read(3) == "猫".encode()
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


def test_a_name_that_no_file_can_have_is_that_of_no_file(tmp_path):
    for name in ("a\0b", "a\ud800"):
        with pytest.raises(FileNotFoundError) as failure:
            read_file(tmp_path / name, most=1)
        assert failure.value.errno == errno.ENOENT


def test_a_name_is_shown_as_text():
    names = (("猫.tsv", "猫.tsv"), ("x\udcff", "x\\xff"), ("x\ud800", "x\\ud800"), ("", ""))
    for name, shown in names:
        assert shown_name(name) == shown
        assert shown_name(shown) == shown
        utf8(shown).decode()


def test_json_with_a_lone_surrogate_is_read_back_as_it_was():
    import json

    text = "猫 x\udcff \ud800"
    assert json.loads(utf8(json.dumps(text, ensure_ascii=False))) == text


if os.name == "posix":
    import fcntl

ROOT = Path(__file__).resolve().parents[2]
needs_posix = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions, signals and locks")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_holds_the_data_and_an_old_one_is_replaced(tmp_path: Path):
    path = tmp_path / "a.bin"
    for data in (b"\x00new and longer", b"newer"):
        write_atomically(path, data)
        assert path.read_bytes() == data
        assert names(tmp_path) == ["a.bin"]


def test_a_reader_that_has_the_old_file_open_keeps_it(tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        if os.name == "nt":
            pytest.skip("Windows does not replace an open file")
        write_atomically(path, b"new")
        assert reader.read() == b"old"


@needs_posix
def test_a_new_file_has_the_permissions_of_the_mask_and_an_old_one_its_own(tmp_path: Path):
    path = tmp_path / "a.bin"
    for mask, mode in ((0o022, 0o644), (0o077, 0o600), (0o002, 0o664)):
        path.unlink(missing_ok=True)
        before = os.umask(mask)
        try:
            write_atomically(path, b"new")
        finally:
            os.umask(before)
        assert stat.S_IMODE(path.stat().st_mode) == mode
    for mode in (0o600, 0o640, 0o664):
        path.chmod(mode)
        write_atomically(path, f"{mode}".encode())
        assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (mode, f"{mode}".encode())


@needs_posix
def test_a_link_is_replaced_and_what_it_leads_to_is_not_touched(tmp_path: Path):
    (tmp_path / "other").write_bytes(b"other")
    (tmp_path / "other").chmod(0o400)
    (tmp_path / "a.bin").symlink_to("other")
    write_atomically(tmp_path / "a.bin", b"new")
    assert not (tmp_path / "a.bin").is_symlink()
    assert (tmp_path / "other").read_bytes() == b"other"
    assert stat.S_IMODE((tmp_path / "a.bin").stat().st_mode) != 0o400


@needs_posix
def test_what_a_killed_writer_left_is_swept_and_nothing_else(tmp_path: Path):
    code = (
        "import os, sys, pathlib, model.files as atomic\n"
        "def killed(_): os.kill(os.getpid(), 9)\n"
        "os.fsync = killed\n"
        "atomic.write_atomically(pathlib.Path(sys.argv[1]), b'new')"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a.run")]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    (left,) = names(tmp_path)
    mine = (".a.run.abcdefgh", ".0123456789abcdef.headlight-part.txt", ".headlight-part", "b")
    for name in mine:
        (tmp_path / name).write_bytes(b"")
    at_work = tmp_path / ".0123456789abcdef.headlight-part"
    pipe = tmp_path / ".fedcba9876543210.headlight-part"
    os.mkfifo(pipe)
    with at_work.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write_atomically(tmp_path / "c", b"")
        assert names(tmp_path) == sorted({*mine, at_work.name, pipe.name, "c"})
    sweep(tmp_path)
    assert names(tmp_path) == sorted({*mine, pipe.name, "c"})
    assert left not in mine


@needs_posix
def test_two_writers_do_not_sweep_each_other(tmp_path: Path):
    code = (
        "import sys, pathlib; from model.files import write_atomically\n"
        "for n in range(30): write_atomically(pathlib.Path(sys.argv[1]), b'%d' % n)"
    )
    commands = [[sys.executable, "-c", code, str(tmp_path / name)] for name in "abc"]
    writers = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    assert [writer.wait(timeout=PATIENCE) for writer in writers] == [0, 0, 0]
    assert names(tmp_path) == ["a", "b", "c"]
    assert (tmp_path / "a").read_bytes() == b"29"


@needs_posix
def test_a_file_that_is_swept_before_it_is_locked_is_made_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    swept: list[list[str]] = []

    def too_late(file: int, operation: int) -> None:
        monkeypatch.undo()
        swept.append(names(tmp_path))
        sweep(tmp_path)  # by another writer
        assert names(tmp_path) == []
        fcntl.flock(file, operation)

    monkeypatch.setattr(fcntl, "flock", too_late)
    write_atomically(tmp_path / "a.bin", b"new")
    assert [is_leftover(name) for (name,) in swept] == [True]
    assert (names(tmp_path), (tmp_path / "a.bin").read_bytes()) == (["a.bin"], b"new")


def test_ctrl_c_waits_for_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.bin"
    sync, before = os.fsync, signal.getsignal(signal.SIGINT)

    def interrupted(descriptor: int) -> None:
        signal.raise_signal(signal.SIGINT)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", interrupted)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            write_atomically(path, b"new")
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a.bin"]


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(WriteError) as failure:
        write_atomically(tmp_path / "nowhere" / "a.bin", b"new")
    assert str(failure.value).endswith(
        "cannot be written: No such file or directory. Choose another folder."
    )
    for path in ("file/a.bin", "folder", "a" * 300):
        with pytest.raises(WriteError, match="cannot be written"):
            write_atomically(tmp_path / path, b"new")
    with pytest.raises(WriteError, match="embedded null"), filled_beside(tmp_path / "a\0b"):
        pass
    with pytest.raises(WriteError, match="cannot be created"):
        make_folder(tmp_path / "file" / "b")
    assert names(tmp_path) == ["file", "folder"]
    assert (tmp_path / "folder").is_dir()


@needs_posix
def test_a_pipe_or_a_device_is_not_replaced(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WriteError, match=r"pipe cannot be written: Not a regular file\. Choose"):
        write_atomically(tmp_path / "pipe", b"new")
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)
    assert names(tmp_path) == ["pipe"]


def test_a_failure_or_an_interrupt_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    full = OSError(28, "No space left on device")
    for step, error, raised in (
        ("replace", full, WriteError),
        ("fsync", full, WriteError),
        ("fsync", KeyboardInterrupt(), KeyboardInterrupt),
    ):

        def fail(*_: object, error: BaseException = error, **__: object) -> NoReturn:
            raise error

        with monkeypatch.context() as patch, pytest.raises(raised):
            patch.setattr(os, step, fail)
            write_atomically(path, b"new")
        assert (names(tmp_path), path.read_bytes()) == (["a.bin"], b"old")


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


def test_what_a_killed_process_left_is_known_by_its_name():
    left = ".0123456789abcdef.headlight-part"
    others = (left.upper(), ".my-notes.headlight-part", left[1:], ".ipynb_checkpoints")
    assert is_leftover(left)
    assert not any(map(is_leftover, others))


def test_a_file_can_be_filled_little_by_little(tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with filled_beside(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
        with Path(file.name).open("ab") as other:  # a library opens it by its name
            file.flush()
            other.write(b"er")
    assert path.read_bytes() == b"newer"
    assert names(tmp_path) == ["a.bin"]


def test_a_generator_that_is_closed_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")

    def filling():
        with filled_beside(path) as file:
            while True:
                file.write(b"new")
                yield

    steps = filling()
    next(steps)
    assert len(names(tmp_path)) == 2
    steps.close()
    assert (names(tmp_path), path.read_bytes()) == (["a.bin"], b"old")


def test_an_error_on_the_way_leaves_nothing_and_that_of_the_system_is_a_sentence(tmp_path: Path):
    path = tmp_path / "a.bin"
    said = r"a\.bin cannot be written: No space left on device\."
    with pytest.raises(WriteError, match=said), filled_beside(path):
        raise OSError(28, "No space left on device")
    with pytest.raises(ValueError, match="a bug"), filled_beside(path):
        raise ValueError("a bug")
    assert names(tmp_path) == []
