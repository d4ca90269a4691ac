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

# ----------------------------------------------------------------------------------- foreign files
# Opening files that may have come from anywhere: regular ones only, and only up to a size.


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
    """Open a regular file for reading; ``links``: also through a link as its last part.

    ``most``: bytes that it may have.

    Raises:
        OSError: there is none, it cannot be read, or it is something else.
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
    """All bytes of a regular file, which has no more than ``most``.

    Raises:
        OSError: as :func:`open_file`, or it is too large, for ``most`` or for the memory.
    """
    with open_file(path, links=links, most=most) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            return file.read(size) or b""  # None of a file that makes its readers wait
        except MemoryError as error:
            raise _failure(errno.ENOMEM) from error


def read_text(path: Path, *, most: int = LARGEST_TEXT, links: bool = True) -> str:
    """The text of a UTF-8 file.

    Raises:
        OSError: as :func:`read_file`.
        UnicodeDecodeError: it is no UTF-8.
    """
    return read_file(path, most=most, links=links).decode("utf-8")


def path_named(name: str | Path) -> Path:
    """The path that was typed, from the user's own folder or another user's where it begins so."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # there is no such user: then it is the name of a file
        return Path(name)


def shown_name(name: str) -> str:
    r"""The name of a file as text: bytes that are no UTF-8 are spelled out, as ``\xff``.

    Python has a lone surrogate in their place, which can neither be written nor shown.
    """
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return utf8(name).decode()


def utf8(text: str) -> bytes:
    """Text as it is written; lone surrogates are spelled as JSON spells them, and read back so."""
    return text.encode("utf-8", "backslashreplace")


def _check(found: os.stat_result) -> None:
    """Raise an OSError for what is no regular file."""
    if stat.S_ISDIR(found.st_mode):
        raise _failure(errno.EISDIR)
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, A_LINK)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NO_FILE)


def _failure(code: int) -> OSError:
    return OSError(code, os.strerror(code))


# ------------------------------------------------------------------------------------------ atomic
# Writing a file so that a reader sees the old one or the new one, never a part.


if sys.platform != "win32":  # pragma: no branch - Windows has no fcntl
    import fcntl

_BESIDE = ".{}.headlight-part"
_IS_BESIDE = re.compile(r"\.[0-9a-f]{16}\.headlight-part")


class WriteError(UserError):
    """A file that cannot be written where the user wants it."""


def write_atomically(path: Path, data: bytes | Iterable[bytes | memoryview]) -> None:
    """Write beside, flush to the disk, then replace; Ctrl-C waits for that.

    ``data`` that comes in pieces is never in memory as a whole.

    The file has the permissions of the one that it replaces, a new one those that the user's mask
    leaves. A link is replaced, not followed.

    Raises:
        WriteError: the folder is missing or read-only, or the disk is full.
    """
    with _interrupted_later(), filled_beside(path) as file:
        file.writelines((data,) if isinstance(data, bytes) else data)


@contextmanager
def filled_beside(path: Path) -> Iterator[IO[bytes]]:
    """A new file to be filled little by little, which replaces ``path`` at the end of the block.

    Whatever ends the block before, be it an error or the end of a generator, nothing of it stays
    behind. An ``OSError`` in the block is one of this file. Whoever opens it once more by its name
    must not replace it.

    Raises:
        WriteError: as :func:`write_atomically`.
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
    """Raises WriteError for a name that no file can have, or that a device or a pipe has."""
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
    """Whether a file has the name of one that was being written when a process was killed."""
    return _IS_BESIDE.fullmatch(name) is not None


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they are there.

    Raises:
        WriteError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise WriteError(
            "The folder {folder} cannot be created: {reason}.", folder=folder, reason=error
        ) from error


def sweep(folder: Path) -> None:
    """Remove what killed writers have left in a folder, and nothing else.

    What cannot be removed is tried again by the next writer.
    """
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - a folder may have many files: no paths
            if is_leftover(name):
                _remove_if_left(folder / name)


def _new_beside(folder: Path) -> IO[bytes]:
    """An empty file, locked for as long as it is open."""
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
    """Remove the file of a writer, unless it is at work."""
    with suppress(OSError):
        if sys.platform == "win32":  # pragma: no cover - where an open file stays
            path.unlink()
            return
        with open_file(path, links=False) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()


@contextmanager
def _removed_on_error(file: IO[bytes]) -> Iterator[None]:
    """Let a temporary file go when what is inside does not come to its end."""
    try:
        yield
    except BaseException:
        with suppress(OSError):  # it would write what it has not, and the disk is full
            file.close()
        with suppress(OSError):  # then the next writer sweeps it
            Path(file.name).unlink(missing_ok=True)
        raise


def _put_in_place(file: IO[bytes], path: Path) -> None:
    """Flush a temporary file to the disk and rename it."""
    file.flush()
    os.fsync(file.fileno())
    if sys.platform == "win32":  # pragma: no cover - where an open file keeps its name
        file.close()
    Path(file.name).replace(path)
    _sync_folder(path.parent)


def _permit_as(path: Path, file: IO[bytes]) -> None:
    """Give a new file the permissions of the one that it will replace, if there is one."""
    with suppress(FileNotFoundError):
        old = path.lstat().st_mode
        if sys.platform != "win32" and stat.S_ISREG(old):
            os.fchmod(file.fileno(), old & 0o777)


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Let Ctrl-C come at the end of what is inside, to whoever handles it."""
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
    """Make the new name itself survive a power cut, where the system can.

    The file is in place by now: a system that cannot sync a folder is no failure.
    """
    if os.name != "posix":  # pragma: no cover - Windows
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
