"""Names of files that every system takes, whatever text they are made of."""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 60
"""Characters of a name that is made of a text, without its suffix."""

MOST_BYTES = 200
"""Of it in UTF-8: with a suffix and a number, less than the 255 that most systems take."""

_NOT_IN_FILES = re.compile(
    r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\ud800-\udfff'
    r"\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
"""What some system has no place for, and what nobody sees or what turns the text around it."""

_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)", re.IGNORECASE
)
"""Names that Windows has for itself."""

_NOT_IN_WORDS = re.compile(r"[^\w.-]+")


def file_name(text: str, *, otherwise: str = "headlight") -> str:
    """A name without a suffix: ``what is a-b-`` of *what is a/b?*; ``otherwise`` if all is lost."""
    words = " ".join(unicodedata.normalize("NFC", text).split())
    name = _shortened(_NOT_IN_FILES.sub("-", words)).encode()[:MOST_BYTES]
    kept = name.decode(errors="ignore").strip(" .") or otherwise
    return f"_{kept}" if is_reserved(kept) else kept


def _shortened(words: str) -> str:
    """Where a name is too long it ends with a word, if there is one in its second half."""
    if len(words) <= LONGEST_NAME:
        return words
    end = words.rfind(" ", LONGEST_NAME // 2, LONGEST_NAME + 1)
    return words[:LONGEST_NAME] if end < 0 else words[:end].rstrip(" -")


def file_word(text: str, *, otherwise: str = "model") -> str:
    """The same in one word of letters, digits, dots and hyphens: ``what-is-a-b``."""
    return file_name(_NOT_IN_WORDS.sub("-", text).strip("-."), otherwise=otherwise)


def is_reserved(name: str) -> bool:
    """Whether Windows takes a name for a device, whichever suffix follows."""
    return _DEVICES.match(name) is not None
