"""Finding out that a file cannot be written before the work is done, not after."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from model.atomic import WriteError, sweep


def check_writable(path: Path) -> None:
    """Try to make a file beside ``path``, where what a killed command left is removed.

    Raises:
        WriteError: the folder is missing or read-only, or the path is a folder itself.
    """
    sweep(path.parent)
    if path.is_dir():
        raise _unwritable(path, os.strerror(errno.EISDIR))
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def _unwritable(path: Path, reason: str) -> WriteError:
    return WriteError(
        "{path} cannot be written: {reason}. Choose another folder.", path=path, reason=reason
    )
