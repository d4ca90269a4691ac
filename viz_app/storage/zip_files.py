"""Zip files that anybody may have written: what unpacking takes is known before it is begun."""

from __future__ import annotations

import io
import os
import struct
import tokenize
import zipfile
import zlib
from functools import lru_cache
from typing import Any, BinaryIO, Literal

import numpy as np
import numpy.typing as npt

BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, NotImplementedError)
"""What reading a damaged zip file raises; the last two where it is encrypted or from the future."""

MOST_ENTRIES = 4096
LONGEST_LISTING = 2**20
"""Bytes that the names of all entries may take."""

MOST_PACKED = 100
"""Weights hardly become smaller: what is packed more tightly was made to fill the memory."""
FEW_BYTES = 2**14 * MOST_PACKED
"""That an entry may always have."""

_END, _END_SIGNATURE = struct.Struct("<4s4H2LH"), b"PK\5\6"
_ENDED_LONG = b"PK\6\7"
"""Before the end of a zip file above 4 GB, which none of ours is."""

_LENGTH = {(1, 0): struct.Struct("<H"), (2, 0): struct.Struct("<I")}
"""Of how many bytes the header is, by the version before it."""

_READ_HEADER = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}


def open_zip(file: BinaryIO) -> zipfile.ZipFile:
    """The entries of a file, each of another name and packed in a way that takes no memory.

    Raises:
        OSError, and those of :data:`BROKEN_ZIP`.
    """
    _check_end(file)
    archive = zipfile.ZipFile(file)
    entries = archive.infolist()
    if len({entry.filename for entry in entries}) != len(entries):
        raise zipfile.BadZipFile("two entries of one name")
    if any(
        entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} for entry in entries
    ):
        raise zipfile.BadZipFile("another way of packing")
    return archive


def unpacked(archive: zipfile.ZipFile, name: str, *, most: int) -> bytes:
    """An entry, which is as long as the listing says, and no longer than ``most``.

    Raises:
        KeyError: there is none.
        OSError, and those of :data:`BROKEN_ZIP`.
    """
    entry = archive.getinfo(name)
    if entry.file_size > most:
        raise zipfile.BadZipFile("too large")
    with archive.open(entry) as file:
        # not read(): that unpacks all there is, however little the listing says
        data = file.read(entry.file_size)
    if len(data) != entry.file_size:
        raise zipfile.BadZipFile("cut")
    return data


def check_packing(entry: zipfile.ZipInfo, *, few: int = FEW_BYTES) -> None:
    """Raise BadZipFile for an entry of more than ``few`` bytes that would become far larger."""
    if entry.file_size > max(few, MOST_PACKED * entry.compress_size):
        raise zipfile.BadZipFile(f"{entry.filename} was made to fill the memory")


def array_in(data: bytes) -> npt.NDArray[Any]:
    """The array of an ``.npy`` entry; a header that promises more than follows is refused.

    Raises:
        ValueError, KeyError, TypeError: there is none; or it would have to be unpickled.
    """
    length, before = _LENGTH[np.lib.format.read_magic(io.BytesIO(data))], np.lib.format.MAGIC_LEN
    if len(data) < before + length.size:
        raise ValueError("no header")
    end = before + length.size + length.unpack_from(data, before)[0]
    shape, columns_first, dtype = _header(data[:end])
    if dtype.hasobject:
        raise ValueError("to be unpickled")
    if dtype.itemsize * int(np.prod(shape, dtype=object)) != len(data) - end:
        raise ValueError(shape)
    order: Literal["F", "C"] = "F" if columns_first else "C"
    return np.ndarray(shape, dtype, data, end, order=order).copy(order)


@lru_cache(maxsize=64)
def _header(data: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, whether columns come first, and type; Python's parser leaves a circle each time."""
    file = io.BytesIO(data)
    try:
        return _READ_HEADER[np.lib.format.read_magic(file)](file)
    except tokenize.TokenError as error:  # NumPy lets Python's own tokenizer read old headers
        raise ValueError("no header") from error


def _check_end(file: BinaryIO) -> None:
    """Raise BadZipFile unless the listing is short: zipfile reads all of it into the memory."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - 20))
    before, end = file.read(20), file.read(_END.size)
    if len(end) != _END.size or before.startswith(_ENDED_LONG):
        raise zipfile.BadZipFile("no end")
    signature, *_, entries, listing, _, _ = _END.unpack(end)
    if signature != _END_SIGNATURE or entries > MOST_ENTRIES or listing > LONGEST_LISTING:
        raise zipfile.BadZipFile("no end, or too many entries")
    file.seek(0)
