"""Visible forms of tokens. No Qt: pages for a browser use it too."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# ---------------------------------------------------------------------------------------- isolates
# Marks that keep right-to-left text in its place. No Qt: pages in a browser need them too.


FIRST_STRONG_ISOLATE = "\u2068"
POP_ISOLATE = "\u2069"
_TURNING = {"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_LINE_ENDS = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def isolated(text: str) -> str:
    """One line between isolating marks: right-to-left text stays in its place."""
    return f"{FIRST_STRONG_ISOLATE}{one_line(without_isolates(text))}{POP_ISOLATE}"


def without_isolates(text: str) -> str:
    return text.translate(_ISOLATES)


def one_line(text: str) -> str:
    return _LINE_ENDS.sub("⏎", text)


def safe(text: str) -> str:
    """One line, isolated only if it could reverse the text around it, so that it can be copied."""
    text = one_line(text)
    turns = any(unicodedata.bidirectional(char) in _TURNING for char in text)
    return isolated(text) if turns else text


def settled(text: str) -> str:
    """For a line of its own; isolated parts keep their order."""
    return text if FIRST_STRONG_ISOLATE in text else safe(text)


# ----------------------------------------------------------------------------------- visible token
# Tokens as they can be shown: nothing invisible. No Qt: pages in a browser show them too.


_INVISIBLE = {" ": "␣", "\n": "⏎", "\t": "⇥", "": "∅"}


@lru_cache(maxsize=4096)
def visible(token: str) -> str:
    """With blanks and control characters made visible: ``"a b"`` → ``"a␣b"``."""
    if not token:
        return _INVISIBLE[token]
    return "".join(_INVISIBLE.get(char) or shown_char(char) for char in token)


def shown_char(char: str) -> str:
    """The character, or ``U+202E`` for a control or direction character."""
    category = unicodedata.category(char)
    hidden = category.startswith(("C", "Z")) and category != "Cn"
    return f"U+{ord(char):04X}" if hidden else char
