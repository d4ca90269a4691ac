"""Finding out that a file cannot be written before the work is done, not after."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from model.atomic import WriteError, sweep


def check_writable(path: Path) -> None:
    """Try to make a file beside ``path``, where what a killed command left is removed.

    Raises:
        WriteError: the folder is missing or read-only, or at the path is a folder or a device.
    """
    sweep(path.parent)
    if path.is_dir():
        raise WriteError(
            "{path} cannot be written: it is a folder. Choose another name.", path=path
        )
    if path.exists() and not path.is_file():
        raise WriteError("{path} cannot be written: it is no file. Choose another name.", path=path)
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def check_fillable(folder: Path, names: Iterable[str]) -> None:
    """Find out whether files of these names can be in a folder, which may have to be made.

    Nothing is made: of a missing folder, the nearest one above it is asked whether it takes a file,
    which has no name: a killed command leaves nothing.

    Raises:
        WriteError: something is in the way, or the folder there is takes no files.
    """
    if folder.is_dir():
        for name in names:
            check_writable(folder / name)
        return
    there = next((above for above in folder.parents if os.path.lexists(above)), folder)
    if os.path.lexists(folder) or not there.is_dir():
        raise _unmakeable(folder, os.strerror(errno.ENOTDIR))
    try:
        with tempfile.TemporaryFile(dir=there):
            return
    except OSError as error:
        raise _unmakeable(folder, error.strerror or str(error)) from error


def _unmakeable(folder: Path, reason: str) -> WriteError:
    return WriteError("The folder {folder} cannot be made: {reason}.", folder=folder, reason=reason)


def _unwritable(path: Path, reason: str) -> WriteError:
    return WriteError(
        "{path} cannot be written: {reason}. Choose another folder.", path=path, reason=reason
    )
