"""The interface of every subword segmentation, byte-level subwords, and markers of subwords."""

from __future__ import annotations

import functools
import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from model.messages import UserError

WORD_START = "▁"
"""SentencePiece's mark of a preceding blank."""
BYTE_WORD_START = "Ġ"
"""The same in byte-level subwords: the character of a blank's byte."""
WORD_END = "</w>"
"""Mark of a word's last subword in the original byte-pair encoding."""
GOES_ON = "@@"
"""subword-nmt's mark: the next subword continues this one."""


class Cut(ABC):
    """A way of splitting text into the subwords of the vocabulary a model was trained with."""

    @abstractmethod
    def split(self, text: str) -> list[str]: ...

    @abstractmethod
    def join(self, pieces: Sequence[str]) -> str: ...

    @abstractmethod
    def body(self, piece: str) -> tuple[str, bool]:
        """A subword without its marks, and whether it marks the beginning of a word."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain values; ``"cut"`` is its name."""

    def cleaned(self, text: str) -> str:
        return text

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Characters (end exclusive) of each subword of :meth:`split`; empty if unknown."""
        return ()

    def goes_on(self, piece: str) -> bool:
        """True if the next subword continues the same word."""
        return False


@contextmanager
def guarded(failure: Callable[[Exception], UserError]) -> Iterator[None]:
    """Wraps every call of the ``tokenizers`` library.

    Raises:
        UserError: ``failure`` of what the library raised. Its panics are not an ``Exception``.
    """
    try:
        yield
    except (UserError, MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except Exception as error:  # the library raises nothing narrower
        raise failure(error) from error
    except BaseException as panic:
        raise failure(RuntimeError(str(panic))) from panic


_PART = re.compile("[\udc80-\udcff]")
"""Bytes that are no character, as Python decodes them."""
_WRITTEN = re.compile("(?:<0x[0-9A-F]{2}>)+")
_MARKS = str.maketrans("<>", "⟨⟩")
_MARKED = re.compile("⟨(0x[0-9A-F]{2})⟩")
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\r": "↵", "\t": "⇥"})


@functools.cache
def _byte_of() -> Mapping[str, int]:
    """The byte of each character of byte-level subwords (Radford et al. 2019).

    Printable bytes represent themselves; the others use the characters from U+0100 on.
    """
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    shifted = {chr(256 + place): byte for place, byte in enumerate(others)}
    return {**{chr(byte): byte for byte in printable}, **shifted}


def spelled(piece: str) -> tuple[str, bool]:
    """The text of a byte-level subword, and whether it begins with a blank.

    Bytes of an incomplete character are written as in SentencePiece.
    """
    try:
        text = bytes(_byte_of()[char] for char in piece).decode("utf-8", "surrogateescape")
    except KeyError:
        return piece, True
    whole = _PART.sub(_as_byte, text)
    body = whole.removeprefix(" ") or whole
    return body.translate(_VISIBLE), whole.startswith(" ")


def joined(pieces: Iterable[str]) -> str:
    """The text of byte-level subwords; invalid bytes as in :func:`spelled`."""
    bytes_of = _byte_of()
    data = b"".join(
        bytes(map(bytes_of.__getitem__, piece)) if bytes_of.keys() >= {*piece} else piece.encode()
        for piece in pieces
    )
    return _PART.sub(_as_byte, data.decode("utf-8", "surrogateescape"))


def with_parts_marked(pieces: Iterable[str]) -> Iterator[str]:
    """The same subwords, with invalid bytes written so that no decoder takes them for bytes."""
    for is_byte, run in itertools.groupby(pieces, lambda piece: bool(_WRITTEN.fullmatch(piece))):
        found = [*run]
        yield from _run_marked(found) if is_byte else found


def _run_marked(run: Iterable[str]) -> Iterator[str]:
    data = bytes.fromhex(re.sub("<0x|>", "", "".join(run)))
    for char in data.decode("utf-8", "surrogateescape"):
        if _PART.match(char):
            yield _as_byte(char).translate(_MARKS)
        else:
            yield from (f"<0x{byte:02X}>" for byte in char.encode())


def unmarked(text: str) -> str:
    return _MARKED.sub(r"<\1>", text)


def _as_byte(part: re.Match[str] | str) -> str:
    return f"<0x{ord(part[0]) - 0xDC00:02X}>"


def whole_characters(text: str) -> str:
    """Bytes as characters: ``<0xE7><0x8C><0xAB>`` is 猫."""
    return _WRITTEN.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    try:
        return bytes.fromhex(re.sub("<0x|>", "", found[0])).decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
