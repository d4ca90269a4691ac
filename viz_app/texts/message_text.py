"""A model's message as text in the window's language."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QCoreApplication

from model.foreign_files import shown_name
from model.messages import Message
from viz_app.texts.system_reasons import system_reason

FIRST_STRONG_ISOLATE = "\u2068"
POP_ISOLATE = "\u2069"
_TURNING = {"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def message_text(message: Message) -> str:
    """The sentence, translated; quoted values cannot turn the direction of the text around them."""
    template = QCoreApplication.translate("messages", message.template)
    return template.format(**{name: _hole(name, value) for name, value in message.values.items()})


def isolated(text: str) -> str:
    """The text between isolating marks, so that right-to-left text stays in its place."""
    return f"{FIRST_STRONG_ISOLATE}{without_isolates(text)}{POP_ISOLATE}"


def without_isolates(text: str) -> str:
    """The text without isolating marks."""
    return text.translate(_ISOLATES)


def _hole(name: str, value: object) -> object:
    if isinstance(value, Message):
        return message_text(value)
    if name == "reason" and isinstance(value, str):
        value = system_reason(value)
    return value if isinstance(value, int | float) else _Safe(value)


def safe(text: str) -> str:
    """Isolated when it could turn what is around it; else as it is: a path may be copied."""
    turns = any(unicodedata.bidirectional(char) in _TURNING for char in text)
    return isolated(text) if turns else text


class _Safe:
    """A value that is made safe however a template formats it: ``{a}``, ``{a!r}``, ``{a:>8}``."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __str__(self) -> str:
        return safe(shown_name(str(self._value)))

    def __repr__(self) -> str:
        return safe(repr(self._value))

    def __format__(self, spec: str) -> str:
        return safe(shown_name(format(self._value, spec)))
