"""Keys of the steps, of undo and of copying."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget


class PointKeys(QWidget):
    """Base of plots whose points are read with the keys of :data:`ACROSS`."""


# --------------------------------------------------------------------------------------- step keys
# The keys of the steps, kept from fields that would take them to move their text cursor.


STEP_KEYS: Mapping[str, str] = {
    "first_step": "Ctrl+Home",
    "step_back": "Ctrl+Left",
    "step_forward": "Ctrl+Right",
    "last_step": "Ctrl+End",
    "play": "Ctrl+Space; F8",
}
"""Shortcuts of the menu entries that move between steps, in Qt's portable format."""

BRANCH_KEYS = "Ctrl+B"
"""Shortcut of the entry that branches on the next candidate."""

UNDO_KEYS: Mapping[str, str] = {
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Shift+Z; Ctrl+Y" if sys.platform == "win32" else "Ctrl+Shift+Z",
}
"""Shortcuts of undo and redo."""

COPY_KEYS: Mapping[str, str] = {"copy_picture": "Ctrl+C"}
"""Those of the entry that copies the picture, where no text is selected that they would copy."""


def never() -> bool:
    return False


class StepKeys(QObject):
    """Passes the keys of the steps, or others, to the menus while a field is not edited."""

    def __init__(
        self,
        field: QWidget,
        editing: Callable[[], bool] = never,
        *,
        keys: Mapping[str, str] = STEP_KEYS,
    ) -> None:
        super().__init__(field)
        self._editing = editing
        self._keys = frozenset(
            key.toString() for names in keys.values() for key in QKeySequence.listFromString(names)
        )
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()).toString() in self._keys
            and not self._editing()
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)
