"""Tokens as they can be shown: nothing invisible. No Qt: pages in a browser show them too."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_INVISIBLE = {" ": "␣", "\n": "⏎", "\t": "⇥", "": "∅"}


@lru_cache(maxsize=4096)
def visible(token: str) -> str:
    """The token with blanks and control characters made visible: ``"a b"`` → ``"a␣b"``."""
    if not token:
        return _INVISIBLE[token]
    return "".join(_INVISIBLE.get(char) or shown_char(char) for char in token)


def shown_char(char: str) -> str:
    """The character, or ``U+202E`` for one that steers a line instead of being read."""
    category = unicodedata.category(char)
    hidden = category.startswith(("C", "Z")) and category != "Cn"
    return f"U+{ord(char):04X}" if hidden else char
