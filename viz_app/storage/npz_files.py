"""Arrays in one deflated ``.npz``, as bytes and back. Nothing is ever unpickled."""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.foreign_files import LARGEST_HISTORY, read_file
from viz_app.storage.run_errors import BROKEN, damaged, reading

Arrays = Mapping[str, npt.NDArray[Any]]

LARGEST = 2**28
"""Bytes of all arrays: a hundred times what a run writes, and no memory full of zeros."""


def npz_bytes(arrays: Arrays) -> bytes:
    """The arrays as a file."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def read_npz(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays of a file.

    Raises:
        RunError: the file is missing, damaged or no such file.
    """
    with reading(path):
        data = read_file(path, most=LARGEST_HISTORY)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum(entry.file_size for entry in file.infolist()) > LARGEST:
                raise damaged(path)
            return {name.removesuffix(".npy"): _array(file.read(name)) for name in file.namelist()}
    except (*BROKEN, zipfile.BadZipFile, zlib.error, OSError, RuntimeError) as error:
        raise damaged(path) from error


def _array(data: bytes) -> npt.NDArray[Any]:
    """What the bytes hold, unless the header promises something else."""
    file = io.BytesIO(data)
    version = np.lib.format.read_magic(file)
    read_header = _HEADERS[version]
    shape, _, dtype = read_header(file)
    if dtype.itemsize * math.prod(shape) != len(data) - file.tell():
        raise ValueError(shape)
    file.seek(0)
    array: npt.NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    return array


_HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
