"""Writing a file so that a reader sees the old one or the new one, never a part."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from model.messages import UserError

_LEFTOVER = re.compile(r"\.(?P<name>.+)\.[a-z0-9_]{8}")
"""The names that ``tempfile`` makes of our prefixes."""


class WriteError(UserError):
    """A file that cannot be written where the user wants it."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside, flush to the disk, then replace.

    Raises:
        WriteError: the folder is missing or read-only, or the disk is full.
    """
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            _put_in_place(file, data, path)
    except OSError as error:
        raise WriteError(
            "{path} cannot be written: {reason}. Choose another folder.", path=path, reason=error
        ) from error


def name_of_leftover(name: str) -> str | None:
    """The file that was being written when a process was killed and left this name beside it."""
    found = _LEFTOVER.fullmatch(name)
    return found and found["name"]


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they are there.

    Raises:
        WriteError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(
            "The folder {folder} cannot be made: {reason}.", folder=folder, reason=error
        ) from error


def _put_in_place(file: IO[bytes], data: bytes, path: Path) -> None:
    """Fill a temporary file and rename it; whatever goes wrong, it does not stay behind."""
    beside = Path(file.name)
    try:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        file.close()
        beside.chmod(0o644)
        beside.replace(path)
    except BaseException:
        file.close()
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself survive a power cut, where the system can.

    The file is in place by now: a system that cannot sync a folder is no failure.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
