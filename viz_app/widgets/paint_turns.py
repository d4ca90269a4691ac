"""Pictures of one window, painted one after the other: all at once would hold it up."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from viz_app.engine.turns import PAUSE_MS


def paint_in_turn(view: QWidget) -> None:
    """Have a view painted soon, in a turn of the event loop that it has for itself."""
    window = view.window()
    directly = Qt.FindChildOption.FindDirectChildrenOnly
    turns = window.findChild(PaintTurns, options=directly) or PaintTurns(window)
    turns.add(view)


class PaintTurns(QTimer):
    """Updates the views that wait, one a turn."""

    def __init__(self, window: QWidget) -> None:
        """Nothing waits."""
        super().__init__(window, interval=PAUSE_MS)
        self._waiting: list[QWidget] = []
        self.timeout.connect(self._update_next)

    def add(self, view: QWidget) -> None:
        """One that waits already keeps its place."""
        if view not in self._waiting:
            self._waiting.append(view)
        if not self.isActive():
            self.start()

    def _update_next(self) -> None:
        view = self._waiting.pop(0)
        if not self._waiting:
            self.stop()
        if isValid(view):
            view.update()
