"""The one place where the state changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from viz_app.state.app_state import AppState


class Store(QObject):
    """Holds the state; ``changed(old, new)`` follows every transition that makes a difference."""

    changed = Signal(object, object)

    def __init__(self, state: AppState, parent: QObject | None = None) -> None:
        """Begin with a state."""
        super().__init__(parent)
        self._state = state

    @property
    def state(self) -> AppState:
        """The state now."""
        return self._state

    def apply(self, transition: Callable[[AppState], AppState]) -> None:
        """Take the state that a pure transition gives."""
        old = self._state
        self._state = transition(old)
        if self._state is not old:
            self.changed.emit(old, self._state)
