"""Bytes in pieces: what they spell, and how parts of a character are written."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

_PART = re.compile("[\udc80-\udcff]")
"""Bytes that are no character, as Python decodes them."""
_WRITTEN = re.compile("(?:<0x[0-9A-F]{2}>)+")
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\r": "↵", "\t": "⇥"})


@functools.cache
def _byte_of() -> Mapping[str, int]:
    """Which byte a character of byte-level pieces stands for (Radford et al. 2019).

    Printable bytes stand for themselves; the others take the characters from U+0100 on.
    """
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    shifted = {chr(256 + place): byte for place, byte in enumerate(others)}
    return {**{chr(byte): byte for byte in printable}, **shifted}


def spelled(piece: str) -> tuple[str, bool]:
    """What a byte-level piece spells, and whether that begins with a blank.

    Bytes of a character that other pieces have the rest of are written as SentencePiece does.
    """
    try:
        text = bytes(_byte_of()[char] for char in piece).decode("utf-8", "surrogateescape")
    except KeyError:
        return piece, True
    whole = _PART.sub(lambda part: f"<0x{ord(part[0]) - 0xDC00:02X}>", text)
    body = whole.removeprefix(" ") or whole
    return body.translate(_VISIBLE), whole.startswith(" ")


def whole_characters(text: str) -> str:
    """The same with characters for their bytes: ``<0xE7><0x8C><0xAB>`` is 猫."""
    return _WRITTEN.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    try:
        return bytes.fromhex(re.sub("<0x|>", "", found[0])).decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
