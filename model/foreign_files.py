"""Opening files that may have come from anywhere: regular ones only, and only up to a size.

A pipe would wait for whoever writes into it, a device can do anything, and a link in a folder that
was received may lead to what was never meant to be read. Everything of the user's is read here.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

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
