"""The one place where the state changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from viz_app.app.app_state import AppState

Transition = Callable[[AppState], AppState]


class Store(QObject):
    """Holds the state; ``changed(old, new)`` follows every transition that makes a difference."""

    changed = Signal(object, object)

    def __init__(self, state: AppState, parent: QObject | None = None) -> None:
        """Begin with a state."""
        super().__init__(parent)
        self._state = state
        self._waiting: deque[Transition] = deque()
        self._applying = False

    @property
    def state(self) -> AppState:
        """The state now."""
        return self._state

    def apply(self, transition: Transition) -> None:
        """Take the state that a pure transition gives.

        A transition that a listener asks for waits until all have heard of the one before.
        """
        self._waiting.append(transition)
        if self._applying:
            return
        self._applying = True
        try:
            while self._waiting:
                self._take(self._waiting.popleft())
        finally:
            self._applying = False

    def _take(self, transition: Transition) -> None:
        old = self._state
        self._state = transition(old)
        if self._state is not old:
            self.changed.emit(old, self._state)
