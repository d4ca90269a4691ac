"""The lines of a text file, plain or packed: what unpacking takes is known before it is kept."""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from model.config import LARGEST_SIZE
from model.foreign_files import LARGEST_CORPUS, read_file
from model.messages import CorpusError

MOST_PACKED = 100
"""How many times larger than a packed corpus its text may be: of real text it is three to five."""

LONGEST_LINE = 4 * LARGEST_SIZE
"""Characters of a line: a source or a target has at most ``LARGEST_SIZE``, and may have columns
beside it."""

_LONGEST_BYTES = 4 * (LONGEST_LINE + 1)
_PART = 2**20
_FEW_BYTES = 2**20
"""That may always be unpacked."""
_BLOCK = 2**14
_ZEROS = bytes(2**20)
_PACKED, _FILLING = b"\x1f\x8b", re.compile(b"\0*")


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a UTF-8 text file, plain or ``.gz``, without their ends.

    Lines end with newlines; in a file without any, with carriage returns. One that is longer than
    ``LONGEST_LINE`` comes without its rest, with one character too many.

    Raises:
        CorpusError: the file is missing, not readable, not UTF-8 or not gzip.
    """
    try:
        packed = path.suffix.lower() == ".gz"
        # text becomes half as large at least: what is larger would be too large anyway
        data = read_file(path, most=LARGEST_CORPUS // 2 if packed else LARGEST_CORPUS)
        data = _unpacked(path, data) if packed else data
        _check_text(data)
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    except UnicodeDecodeError as error:
        raise CorpusError(
            "{path} is not UTF-8 text (byte {position}).", path=path, position=error.start
        ) from error
    yield from _split(data)


def _check_text(data: bytes) -> None:
    """Raise UnicodeDecodeError for what is no UTF-8.

    A part at a time: a single character makes the whole text two or four times as large.
    """
    start = 0
    while start < len(data):
        part = data[start : start + _PART]
        try:
            start += codecs.utf_8_decode(part, "strict", start + _PART >= len(data))[1]
        except UnicodeDecodeError as error:
            error.start += start
            raise


def _split(data: bytes) -> Iterator[str]:
    """The lines of UTF-8 one by one: all together would be the text, and so would a single one."""
    end = b"\n" if b"\n" in data else b"\r"
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    while start < len(data):
        stop = data.find(end, start)
        stop = len(data) if stop < 0 else stop
        # cut between the bytes of a character, perhaps: of one too many, then
        line = data[start : min(stop, start + _LONGEST_BYTES)].decode("utf-8", "ignore")
        yield line[: LONGEST_LINE + 1]
        start = stop + len(end)


def _unpacked(path: Path, data: bytes) -> bytes:
    """What was packed, which is counted first: it might fill the memory."""
    most = min(LARGEST_CORPUS, max(_FEW_BYTES, MOST_PACKED * len(data)))
    size = 0
    for block in _blocks(data):
        size += len(block)
        if size > most:
            raise CorpusError(
                "{path} is too large: its {packed:,} bytes unpack to more than {most:,}.",
                path=path,
                packed=len(data),
                most=most,
            )
    return b"".join(_blocks(data))


def _blocks(data: bytes) -> Iterator[bytes]:
    """What was packed, of one file or of several that follow each other.

    Zeros may stand after each, and gzip's own reader looks at them one by one.
    """
    start = 0
    while start < len(data):
        if data[start : start + 2] != _PACKED:
            raise gzip.BadGzipFile("Not a gzipped file")
        unpacker = zlib.decompressobj(wbits=31)
        while not unpacker.eof:
            if start >= len(data):
                raise EOFError("it ends too early")
            yield unpacker.decompress(data[start : start + _BLOCK])
            start += _BLOCK
        start = min(start, len(data)) - len(unpacker.unused_data)
        while data.startswith(_ZEROS, start):
            start += len(_ZEROS)
        filled = _FILLING.match(data, start)
        start = filled.end() if filled else start
