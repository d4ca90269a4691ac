"""Opening a user's files, and writing files atomically."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

from model.messages import UserError

NO_FILE, A_LINK = "Not a regular file", "Is a link"
"""Reasons beside those that the system has."""

LARGEST_TEXT = 2**24
"""Bytes of a settings file or of what a run is: a thousand times what Headlight writes."""
LARGEST_CORPUS = LARGEST_HISTORY = 2**30
"""Packed or not; and of each file of what a run has told."""
LARGEST_TABLE = 2**26
"""Bytes of a tokenizer, a vocabulary, a list of files: all is in memory at once."""
LARGEST_WEIGHTS = 2**35

# looking never waits: a lease, or a pipe put there since the look before; Windows has no such flag
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_FLAGS |= getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def open_file(path: Path, *, links: bool = True, most: int | None = None) -> BinaryIO:
    """Open a regular file for reading; ``links``: its last part may be a symbolic link.

    ``most``: maximum size in bytes. Raises OSError if it is missing, cannot be read, or is not a
    regular file.
    """
    try:
        # to open a device may do something already, so it is looked at before; and after, because
        # something else may lie there by then
        _check(path.stat() if links else path.lstat())
        descriptor = os.open(path, _FLAGS if links else _FLAGS | _NO_LINK)
    except ValueError as error:  # a name that no file can have
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from error
    try:
        found = os.fstat(descriptor)
        _check(found)
        if most is not None and found.st_size > most:
            raise _failure(errno.EFBIG)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_file(path: Path, *, most: int, links: bool = True) -> bytes:
    """All bytes of a regular file of at most ``most`` bytes.

    Raises OSError as :func:`open_file`, or if it is too large, for ``most`` or for the memory.
    """
    with open_file(path, links=links, most=most) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            return file.read(size) or b""  # None of a file that makes its readers wait
        except MemoryError as error:
            raise _failure(errno.ENOMEM) from error


def read_text(path: Path, *, most: int = LARGEST_TEXT, links: bool = True) -> str:
    """The text of a UTF-8 file.

    Raises OSError as :func:`read_file`, UnicodeDecodeError if it is not UTF-8.
    """
    return read_file(path, most=most, links=links).decode("utf-8")


def path_named(name: str | Path) -> Path:
    """The typed path with ``~`` expanded."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # there is no such user: then it is the name of a file
        return Path(name)


def shown_name(name: str) -> str:
    r"""A file name as text: bytes that are not UTF-8 are escaped, as ``\xff``."""
    # Python represents them by lone surrogates, which can be neither written nor shown.
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return utf8(name).decode()


def utf8(text: str) -> bytes:
    """UTF-8 bytes; lone surrogates are escaped as in JSON, and can be read back."""
    return text.encode("utf-8", "backslashreplace")


def _check(found: os.stat_result) -> None:
    """Raise an OSError if it is not a regular file."""
    if stat.S_ISDIR(found.st_mode):
        raise _failure(errno.EISDIR)
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, A_LINK)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NO_FILE)


def _failure(code: int) -> OSError:
    return OSError(code, os.strerror(code))


if sys.platform != "win32":  # pragma: no branch - Windows has no fcntl
    import fcntl

_BESIDE = ".{}.headlight-part"
_IS_BESIDE = re.compile(r"\.[0-9a-f]{16}\.headlight-part")


class WriteError(UserError):
    """A file that cannot be written where the user wants it."""


def write_atomically(path: Path, data: bytes | Iterable[bytes | memoryview]) -> None:
    """Write a temporary file, flush it to the disk, then rename it; Ctrl-C is delayed.

    ``data`` that comes in pieces is never in memory as a whole.

    The file has the permissions of the one that it replaces, a new one those of the umask. A
    symbolic link is replaced, not followed. Raises WriteError if the folder is missing or
    read-only, or the disk is full.
    """
    with _interrupted_later(), filled_beside(path) as file:
        file.writelines((data,) if isinstance(data, bytes) else data)


@contextmanager
def filled_beside(path: Path) -> Iterator[IO[bytes]]:
    """A new file that replaces ``path`` at the end of the block.

    If the block ends early, by an error or a closed generator, the file is removed. An ``OSError``
    in the block is reported as one of this file. Whoever opens it again by name must not replace
    it. Raises WriteError as :func:`write_atomically`.
    """
    _check_name(path)
    try:
        sweep(path.parent)
        with _new_beside(path.parent) as file, _removed_on_error(file):
            _permit_as(path, file)
            yield file
            with _interrupted_later():
                _put_in_place(file, path)
    except OSError as error:
        raise _unwritten(path, error) from error


def _check_name(path: Path) -> None:
    """Raise WriteError for an invalid file name, or that of a device or pipe."""
    try:
        mode = path.lstat().st_mode
    except OSError:  # whatever else is wrong, writing says it
        return
    except ValueError as error:
        raise _unwritten(path, error) from error
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode)):
        raise _unwritten(path, OSError(errno.EINVAL, NO_FILE))


def _unwritten(path: Path, reason: Exception) -> WriteError:
    return WriteError(
        "{path} cannot be written: {reason}. Choose another folder.", path=path, reason=reason
    )


def is_leftover(name: str) -> bool:
    return _IS_BESIDE.fullmatch(name) is not None


def make_folder(folder: Path) -> None:
    """Make a folder and its parents; raises WriteError if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise WriteError(
            "The folder {folder} cannot be created: {reason}.", folder=folder, reason=error
        ) from error


def sweep(folder: Path) -> None:
    """Remove temporary files of killed writers from a folder."""
    # Files that cannot be removed are left to the next writer.
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - a folder may have many files: no paths
            if is_leftover(name):
                _remove_if_left(folder / name)


def _new_beside(folder: Path) -> IO[bytes]:
    while True:
        file = (folder / _BESIDE.format(os.urandom(8).hex())).open("xb")
        if sys.platform == "win32":  # pragma: no cover - where nobody can remove an open file
            return file
        with suppress(OSError):  # where a folder takes no locks, nothing is swept either
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:  # else it was swept before it was locked
            return file
        file.close()


def _remove_if_left(path: Path) -> None:
    with suppress(OSError):
        if sys.platform == "win32":  # pragma: no cover - where an open file stays
            path.unlink()
            return
        with open_file(path, links=False) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()


@contextmanager
def _removed_on_error(file: IO[bytes]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):  # it would write what it has not, and the disk is full
            file.close()
        with suppress(OSError):  # then the next writer sweeps it
            Path(file.name).unlink(missing_ok=True)
        raise


def _put_in_place(file: IO[bytes], path: Path) -> None:
    file.flush()
    os.fsync(file.fileno())
    if sys.platform == "win32":  # pragma: no cover - where an open file keeps its name
        file.close()
    Path(file.name).replace(path)
    _sync_folder(path.parent)


def _permit_as(path: Path, file: IO[bytes]) -> None:
    with suppress(FileNotFoundError):
        old = path.lstat().st_mode
        if sys.platform != "win32" and stat.S_ISREG(old):
            os.fchmod(file.fileno(), old & 0o777)


@contextmanager
def _interrupted_later() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def _sync_folder(folder: Path) -> None:
    """Sync the folder so that the new name survives a power cut, if the system supports it."""
    # The file is already in place, so a failure is ignored.
    if os.name != "posix":  # pragma: no cover - Windows
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
