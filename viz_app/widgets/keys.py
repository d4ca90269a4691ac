"""Keys that move a cursor over cells, and through the steps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from viz_app.workbench.state import Cell

# --------------------------------------------------------------------------------------- cell keys
# Which keys move a cell cursor, and where to.


PAGE = 10
"""Rows that Page Up and Page Down move by."""

_FAR = 10**9

ACROSS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
"""Step of each key along a row."""

DOWN: dict[int, int] = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
"""Step of each key along a column."""

_MOVES: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (-PAGE, 0),
    Qt.Key.Key_PageDown: (PAGE, 0),
    Qt.Key.Key_Home: (0, -_FAR),
    Qt.Key.Key_End: (0, _FAR),
}


class PointKeys(QWidget):
    """Base of plots whose points are read with the keys of :data:`ACROSS`."""


def moved(
    cell: Cell | None, key: int, *, rows: int, columns: int, start: Cell | None = None
) -> Cell | None:
    """The cell that a key leads to (at first ``start``, else the first); None without a move."""
    move = _MOVES.get(key)
    if move is None or not rows or not columns:
        return None
    if cell is None:
        return start or Cell(0, 0)
    return Cell(
        max(0, min(cell.row + move[0], rows - 1)),
        max(0, min(cell.column + move[1], columns - 1)),
    )


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
