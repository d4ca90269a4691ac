"""Text in several lines that parts no token: ``</s>`` must not become ``</`` and ``s>``."""

from __future__ import annotations

import re

WORD_JOINER = "\u2060"
"""Invisible, of no width; no line ends at it."""

_AFTER_SLASH = re.compile(r"/(?=\w)")


def unparted(text: str) -> str:
    """The text without the places for line breaks that Qt sees after slashes."""
    return _AFTER_SLASH.sub("/" + WORD_JOINER, text)
