"""Tokens as they can be shown: nothing invisible, nothing that turns the text around it."""

from __future__ import annotations

import html
import unicodedata
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from viz_app.texts.message_text import isolated

translate = QCoreApplication.translate

_INVISIBLE = {" ": "␣", "\n": "⏎", "\t": "⇥", "": "∅"}


@lru_cache(maxsize=4096)
def visible(token: str) -> str:
    """The token with blanks and control characters made visible: ``"a b"`` → ``"a␣b"``."""
    if not token:
        return _INVISIBLE[token]
    return "".join(_INVISIBLE.get(char) or _shown(char) for char in token)


def quoted(token: str) -> str:
    """The token in the language's quotation marks, for the middle of a sentence."""
    return translate("tokens", "“{token}”").format(token=isolated(visible(token)))


def tool_tip(text: str) -> str:
    """Text for a tool tip: without this, Qt takes ``<s>`` for the start of a struck-out word."""
    return f"<qt>{html.escape(text)}</qt>" if text else ""


def _shown(char: str) -> str:
    category = unicodedata.category(char)
    hidden = category.startswith(("C", "Z")) and category != "Cn"
    return f"U+{ord(char):04X}" if hidden else char
