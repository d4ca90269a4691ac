"""Work of one window, a piece a turn: what is made and painted all at once would hold it up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from viz_app.engine.turns import PAUSE_MS

_Piece = Callable[[Any], object]
"""What is done to a view: a function that all views of a type share."""


def in_turn(view: QWidget, piece: _Piece) -> None:
    """Call ``piece(view)`` soon, in a turn of the event loop that it has for itself.

    After all that waits for its turn in that window; not at all, where the view is gone by then.
    """
    window = view.window()
    directly = Qt.FindChildOption.FindDirectChildrenOnly
    turns = window.findChild(WindowTurns, options=directly) or WindowTurns(window)
    turns.add(view, piece)


class WindowTurns(QTimer):
    """Does the pieces that wait, one a turn.

    One whose time comes late finds that something long, mostly painting, has been done in the same
    turn: it steps back once.

    Attributes:
        meanwhile: entered while a piece is done.
    """

    def __init__(self, window: QWidget) -> None:
        """Nothing waits."""
        super().__init__(window, interval=PAUSE_MS)
        self.meanwhile: AbstractContextManager[None] = nullcontext()
        self._waiting: list[tuple[QWidget, _Piece]] = []
        self._since, self._stepped_back = QElapsedTimer(), False
        self.timeout.connect(self._do_next)

    def add(self, view: QWidget, piece: _Piece) -> None:
        """One that waits already keeps its place."""
        if (view, piece) not in self._waiting:
            self._waiting.append((view, piece))
        if not self.isActive():
            self._rest()
            self.start()

    def _do_next(self) -> None:
        if not self._stepped_back and self._since.elapsed() > 2 * PAUSE_MS:
            self._stepped_back = True
            return
        view, piece = self._waiting.pop(0)
        if not self._waiting:
            self.stop()
        if isValid(view):
            with self.meanwhile:
                piece(view)
        self._rest()

    def _rest(self) -> None:
        self._stepped_back = False
        self._since.start()
