"""File names from user texts, progress of reading, CSV, and untrusted zip and npz archives."""

from __future__ import annotations

import csv
import io
import os
import re
import struct
import tokenize
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from model.files import LARGEST_HISTORY, open_file, utf8
from model.messages import UserError

# -------------------------------------------------------------------------------------- file names
# Names of files that every system takes, whatever text they are made of.


LONGEST_NAME = 60
"""Characters of a name that is made of a text, without its suffix."""

MOST_BYTES = 200
"""Of it in UTF-8: with a suffix and a number, less than the 255 that most systems take."""

_NOT_IN_FILES = re.compile(
    r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\ud800-\udfff'
    r"\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
"""Characters that some system does not allow, and invisible or bidirectional ones."""

_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)", re.IGNORECASE
)
"""Names reserved by Windows."""

_NOT_IN_WORDS = re.compile(r"[^\w.-]+")


def file_name(text: str, *, otherwise: str = "headlight") -> str:
    """``what is a-b-`` of *what is a/b?*, without a suffix; ``otherwise`` if nothing is left."""
    words = " ".join(unicodedata.normalize("NFC", text).split())
    name = _shortened(_NOT_IN_FILES.sub("-", words)).encode()[:MOST_BYTES]
    kept = name.decode(errors="ignore").strip(" .") or otherwise
    return f"_{kept}" if is_reserved(kept) else kept


def _shortened(words: str) -> str:
    # A name that is too long ends with a word, if there is one in its second half.
    if len(words) <= LONGEST_NAME:
        return words
    end = words.rfind(" ", LONGEST_NAME // 2, LONGEST_NAME + 1)
    return words[:LONGEST_NAME] if end < 0 else words[:end].rstrip(" -")


def file_word(text: str, *, otherwise: str = "model") -> str:
    """One word of letters, digits, dots and hyphens: ``what-is-a-b``."""
    return file_name(_NOT_IN_WORDS.sub("-", text).strip("-."), otherwise=otherwise)


def is_reserved(name: str) -> bool:
    """Whether Windows takes a name for a device, with any suffix."""
    return _DEVICES.match(name) is not None


# ----------------------------------------------------------------------------------- file progress
# Progress of a file that is written in many parts.


class FileProgress(NamedTuple):
    """Finished parts of a total."""

    done: int
    total: int


# --------------------------------------------------------------------------------------- csv files


def csv_bytes(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> bytes:
    """A line of names, then one per row."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return utf8(file.getvalue())


# -------------------------------------------------------------------------------------- run errors
# Errors of a run on disk.


BROKEN = (
    LookupError,
    ValueError,
    TypeError,
    EOFError,
    NotImplementedError,
    MemoryError,
    AttributeError,
    RecursionError,
)
"""Exceptions of reading a damaged or foreign file."""


class RunError(UserError):
    """A run that is missing, cannot be read, or is in use."""


def missing(run_id: str) -> RunError:
    return RunError("The run {run!r} no longer exists.", run=run_id)


def damaged(path: Path) -> RunError:
    return RunError("{path} is damaged, or Headlight did not write it.", path=path)


def being_trained(name: str) -> RunError:
    return RunError("The run {name!r} is being trained: stop it first.", name=name)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Convert errors into a :class:`RunError` on a file: not readable, or damaged."""
    try:
        yield
    except OSError as error:
        raise RunError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    except BROKEN as error:
        raise damaged(path) from error


# --------------------------------------------------------------------------------------- zip files
# Zip files from anybody: the memory for unpacking is known before it starts.


BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, NotImplementedError)
"""Exceptions of a damaged zip file; the last two for an encrypted or newer one."""

MOST_ENTRIES = 4096
LONGEST_LISTING = 2**20
"""Bytes that the names of all entries may take."""

MOST_PACKED = 100
"""Largest compression ratio of weights: above it, the file was made to fill the memory."""
FEW_BYTES = 2**14 * MOST_PACKED
"""Bytes that an entry may always have."""

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
    """Open an archive; names are unique, and unpacking is limited in memory.

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
    """An entry of the listed length, ``most`` bytes at most.

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
    """The array of an ``.npy`` entry; its header must match its length, and nothing is unpickled.

    Raises:
        ValueError, KeyError, TypeError: it is not such an array.
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
    """Shape, Fortran order, dtype; cached, as Python's parser leaves a reference cycle."""
    file = io.BytesIO(data)
    try:
        return _READ_HEADER[np.lib.format.read_magic(file)](file)
    except tokenize.TokenError as error:  # NumPy lets Python's own tokenizer read old headers
        raise ValueError("no header") from error


def _check_end(file: BinaryIO) -> None:
    """Raise BadZipFile for a long listing: zipfile reads all of it into memory."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - 20))
    before, end = file.read(20), file.read(_END.size)
    if len(end) != _END.size or before.startswith(_ENDED_LONG):
        raise zipfile.BadZipFile("no end")
    signature, *_, entries, listing, _, _ = _END.unpack(end)
    if signature != _END_SIGNATURE or entries > MOST_ENTRIES or listing > LONGEST_LISTING:
        raise zipfile.BadZipFile("no end, or too many entries")
    file.seek(0)


# --------------------------------------------------------------------------------------- npz files
# Arrays in one deflated ``.npz``, as bytes and back. Nothing is ever unpickled.


Arrays = Mapping[str, npt.NDArray[Any]]

LARGEST = 2**28
"""Bytes of all arrays: a hundred times what a run writes, and no memory full of zeros."""


_FEW_BYTES = 2**24
"""That all arrays may have together, however small the file is."""


def npz_bytes(arrays: Arrays) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def read_npz(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays of a file; raises RunError if it is missing, damaged or another format."""
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
