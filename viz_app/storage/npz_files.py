"""Arrays in one deflated ``.npz``, as bytes and back. Nothing is ever unpickled."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.foreign_files import LARGEST_HISTORY, open_file
from viz_app.storage.run_errors import BROKEN, damaged, reading
from viz_app.storage.zip_files import BROKEN_ZIP, MOST_PACKED, array_in, open_zip, unpacked

Arrays = Mapping[str, npt.NDArray[Any]]

LARGEST = 2**28
"""Bytes of all arrays: a hundred times what a run writes, and no memory full of zeros."""


_FEW_BYTES = 2**24
"""That all arrays may have together, however small the file is."""


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
        source = open_file(path, most=LARGEST_HISTORY)
    try:
        # not read as a whole: a gigabyte of zeros behind an archive would take two seconds
        with source, open_zip(source) as file:
            most = min(LARGEST, max(_FEW_BYTES, MOST_PACKED * os.fstat(source.fileno()).st_size))
            if sum(entry.file_size for entry in file.infolist()) > most:
                raise damaged(path)
            return {
                name.removesuffix(".npy"): array_in(unpacked(file, name, most=LARGEST))
                for name in file.namelist()
            }
    except (*BROKEN, *BROKEN_ZIP, OSError) as error:
        raise damaged(path) from error
