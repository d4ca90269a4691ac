"""A menu that stays open while several of its entries are switched."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class OpenMenu(QMenu):
    """A click, Space or Return switches an entry; Escape, or a click elsewhere, closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No entries."""
        super().__init__(parent)
        self.setToolTipsVisible(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Switch what is under the mouse."""
        if not _switched(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch what the keyboard has reached."""
        if event.key() not in _KEYS or not _switched(self.activeAction()):
            super().keyPressEvent(event)


def _switched(action: QAction | None) -> bool:
    """Whether it was an entry that can be switched; it has been, then."""
    can = action is not None and action.isCheckable() and action.isEnabled()
    if can and action is not None:
        action.trigger()
    return can
