"""Labels with a part to play, as the style sheet knows it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


def label(
    role: str, *, wraps: bool = False, selectable: bool = False, buddy: QWidget | None = None
) -> QLabel:
    """An empty label; ``buddy`` is the field that it stands before."""
    made = QLabel()
    made.setProperty("role", role)
    made.setWordWrap(wraps)
    if selectable:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if buddy is not None:
        made.setBuddy(buddy)
    return made


def waiting_label() -> QLabel:
    """What stands in the middle of a page for as long as there is nothing else to see."""
    made = label("soft")
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return made
