"""Tokens in the middle of sentences and tool tips: nothing turns the text around them."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import Qt

from viz_app.texts.isolates import isolated
from viz_app.texts.visible_token import shown_char, visible

translate = QCoreApplication.translate

ONE_LINE = 80
"""Bytes of a tool tip that needs no second line; a Chinese character is wide, and has three."""

LONGEST_TIP = 1000
"""Characters of a tool tip; what is longer, a name of thousands, has lost its middle."""

BREAK = "\N{ZERO WIDTH SPACE}"
"""Where a word may go on in the next line."""

_ENDLESS = re.compile(rf"\S{{{ONE_LINE}}}(?=\S)")
"""As much of a word as has room in a line."""

_TURNING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""What steers a line instead of being read; isolating marks are ours."""

_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""As ``html.escape``, whose table of all names the window's start would pay for."""


def quoted(token: str) -> str:
    """The token in the language's quotation marks, for the middle of a sentence."""
    return translate("tokens", "“{token}”").format(token=isolated(visible(token)))


def tool_tip(text: str) -> str:
    """Text for a tool tip, which says what it says whatever names are in it.

    Without this, Qt takes ``<s>`` for the start of a struck-out word, and reads a picture that a
    file's name asks for. Only as HTML has a long text several lines, and a long word only where it
    has a place to break.
    """
    text = _TURNING.sub(lambda found: shown_char(found[0]), text)
    short = len(text.encode("utf-8", "surrogatepass")) <= ONE_LINE and "\n" not in text
    if short and not Qt.mightBeRichText(text):
        return text
    whole = text if len(text) <= LONGEST_TIP else _without_middle(text)
    words = _ENDLESS.sub(rf"\g<0>{BREAK}", whole)
    return f"<qt>{words.translate(_HTML)}</qt>".replace("\n", "<br>")


def _without_middle(text: str) -> str:
    half = LONGEST_TIP // 2
    return f"{text[:half]} … {text[-half:]}"
