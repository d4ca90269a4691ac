"""Marks a text for translation where it is defined; it is translated where it is shown."""

from __future__ import annotations


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """The text itself, typed; ``lupdate`` finds it by this name."""
    del context
    return text
