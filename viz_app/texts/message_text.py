"""A model's message as text in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.foreign_files import shown_name
from model.messages import Message
from viz_app.texts.isolates import safe
from viz_app.texts.system_reasons import system_reason


def message_text(message: Message) -> str:
    """The sentence, translated; quoted values cannot turn the direction of the text around them."""
    template = QCoreApplication.translate("messages", message.template)
    return template.format(**{name: _hole(name, value) for name, value in message.values.items()})


def _hole(name: str, value: object) -> object:
    if isinstance(value, Message):
        return message_text(value)
    if name == "reason" and isinstance(value, str):
        value = system_reason(value)
    return value if isinstance(value, int | float) else _Safe(value)


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
