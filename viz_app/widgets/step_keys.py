"""The keys of the steps, kept from fields that would take them to move their text cursor."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

STEP_KEYS: Mapping[str, str] = {
    "first_step": "Ctrl+Home",
    "step_back": "Ctrl+Left",
    "step_forward": "Ctrl+Right",
    "last_step": "Ctrl+End",
    "play": "Ctrl+Space; F8",
}
"""The keys of the menu entries that walk from step to step, in Qt's portable spelling."""

UNDO_KEYS: Mapping[str, str] = {
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Shift+Z; Ctrl+Y" if sys.platform == "win32" else "Ctrl+Shift+Z",
}
"""The keys of the menu entries that take a step back and do it again."""

COPY_KEYS: Mapping[str, str] = {"copy_picture": "Ctrl+C"}
"""Those of the entry that copies the picture, where no text is selected that they would copy."""


def never() -> bool:
    """Of a field whose text is not for editing by words."""
    return False


class StepKeys(QObject):
    """Lets the keys of the steps, or others, through to the menus while a field is not edited."""

    def __init__(
        self,
        field: QWidget,
        editing: Callable[[], bool] = never,
        *,
        keys: Mapping[str, str] = STEP_KEYS,
    ) -> None:
        """Of one field, for as long as it lives."""
        super().__init__(field)
        self._editing = editing
        self._keys = frozenset(
            key.toString() for names in keys.values() for key in QKeySequence.listFromString(names)
        )
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Refuse a key that the field would claim before the menus see it."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()).toString() in self._keys
            and not self._editing()
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)
