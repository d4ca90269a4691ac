"""Labels as views have them: what they say is text, never HTML that Qt believes to see in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


def text_label(
    role: str = "",
    *,
    wraps: bool = False,
    selectable: bool = False,
    form: Qt.TextFormat = Qt.TextFormat.PlainText,
    parent: QWidget | None = None,
) -> QLabel:
    """A label without a text; ``role`` is what the style sheet knows it by.

    Only what a view has put together itself, and escaped what it has not, is ``RichText``.
    """
    label = QLabel(parent)
    label.setProperty("role", role or None)
    label.setWordWrap(wraps)
    label.setTextFormat(form)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def placeholder(*, wraps: bool = False) -> QLabel:
    """What stands in the middle while there is nothing to show."""
    label = text_label("soft", wraps=wraps)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
