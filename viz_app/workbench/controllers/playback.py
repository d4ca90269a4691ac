"""Stepping through the decoding, by hand or by a timer."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QObject, QTimer, Slot

from viz_app.app.app_state import AppState, play_toggled, step_chosen
from viz_app.engine.store import Store


class PlaybackController(QObject):
    """Moves the step; its timer runs only while the state says that it plays."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        """Stand still."""
        super().__init__(parent)
        self._store = store
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.forward)
        store.changed.connect(self._follow)

    @Slot(int)
    def go_to(self, step: int) -> None:
        """Look at a step, counted from 0; beyond the ends it is the end."""
        self._store.apply(lambda state: step_chosen(state, step))

    @Slot()
    def first(self) -> None:
        """Look at the first step."""
        self.go_to(0)

    @Slot()
    def back(self) -> None:
        """Look at the step before."""
        self.go_to(self._store.state.selection.step - 1)

    @Slot()
    def forward(self) -> None:
        """Look at the next step."""
        self.go_to(self._store.state.selection.step + 1)

    @Slot()
    def last(self) -> None:
        """Look at the last step."""
        trace = self._store.state.trace
        self.go_to(len(trace.steps) - 1 if trace else 0)

    @Slot()
    def toggle(self) -> None:
        """Play or stop."""
        self._store.apply(play_toggled)

    def change_speed(self, speed: float) -> None:
        """Play at so many steps a second."""
        playback = dataclasses.replace(self._store.state.playback, speed=speed)
        self._store.apply(lambda state: dataclasses.replace(state, playback=playback))

    @Slot(object, object)
    def _follow(self, old: AppState, new: AppState) -> None:
        if old.playback == new.playback:
            return
        if new.playback.playing:
            self._timer.start(new.playback.interval_ms)
        else:
            self._timer.stop()
