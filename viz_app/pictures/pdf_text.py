"""The text in a PDF: the characters that were painted, so that search and copy find them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, cast

from PySide6.QtGui import QFont, QFontDatabase, QRawFont

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject

_CODES = re.compile(rb"\[[^]]*\]")
_CODE = re.compile(rb"<([0-9A-F]{4})>")
_RADICALS = range(0x2E80, 0x2FE0)
_FORMS = range(0xF900, 0xFF00)
"""Compatibility ideographs, ligatures, and the forms that Arabic letters take in a word."""

_IDEOGRAPHS = "".join(map(chr, range(0x4E00, 0xA000)))


def with_typed_text(pdf: bytes, font: QFont) -> bytes:
    """The same pages, with each glyph standing for the character that a text has.

    A Chinese font has one glyph for 一 and for the radical ⼀, and Qt names the lower number of the
    two, as it names the forms of Arabic letters instead of the letters, and a tab for a blank. The
    tables that readers of the file search by (``ToUnicode``, ISO 32000-1, 9.10.3) are corrected.
    """
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(BytesIO(pdf)))
    typed = {"\t": " ", **_ideographs_of_radicals(font)}
    for page in writer.pages:
        resources = cast("DictionaryObject", page["/Resources"].get_object())
        for entry in resources.get("/Font", {}).values():
            stream = entry.get_object()["/ToUnicode"].get_object()
            stream.set_data(_corrected(stream.get_data(), typed))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _ideographs_of_radicals(font: QFont) -> dict[str, str]:
    """For each radical the character that has the same glyph in the font for Chinese."""
    raw = QRawFont.fromFont(font, QFontDatabase.WritingSystem.SimplifiedChinese)
    radicals = "".join(map(chr, _RADICALS))
    glyphs = dict(zip(raw.glyphIndexesForString(_IDEOGRAPHS), _IDEOGRAPHS, strict=True))
    pairs = zip(radicals, raw.glyphIndexesForString(radicals), strict=True)
    return {radical: glyphs[glyph] for radical, glyph in pairs if glyph and glyph in glyphs}


def _corrected(table: bytes, typed: Mapping[str, str]) -> bytes:
    """A table whose characters are those of texts; the numbers of glyphs stand outside ``[]``."""

    def right(code: re.Match[bytes]) -> bytes:
        """One character of the table, as a text has it."""
        char = chr(int(code[1], 16))
        text = typed.get(char, char)
        if ord(text) in _RADICALS or ord(text) in _FORMS:
            text = unicodedata.normalize("NFKC", text)
        return b"<%s>" % text.encode("utf-16-be").hex().upper().encode()

    return _CODES.sub(lambda codes: _CODE.sub(right, codes[0]), table)
