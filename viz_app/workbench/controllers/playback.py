"""Stepping through the decoding, by hand or by a timer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from viz_app.engine.store import Slot as StateSlot
from viz_app.workbench.changes.playback import play_toggled, speed_picked, step_chosen
from viz_app.workbench.state.workbench import Workbench


class PlaybackController(QObject):
    """Moves the step; its timer runs only while the state says that it plays."""

    def __init__(self, screen: StateSlot[Workbench], parent: QObject | None = None) -> None:
        """Stand still."""
        super().__init__(parent)
        self._screen = screen
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.forward)
        screen.follow(self._follow)

    @Slot(int)
    def go_to(self, step: int) -> None:
        """Look at a step, counted from 0; beyond the ends it is the end."""
        self._screen.apply(step_chosen, step)

    @Slot()
    def first(self) -> None:
        """Look at the first step."""
        self.go_to(0)

    @Slot()
    def back(self) -> None:
        """Look at the step before."""
        self.go_to(self._screen.now.selection.step - 1)

    @Slot()
    def forward(self) -> None:
        """Look at the next step."""
        self.go_to(self._screen.now.selection.step + 1)

    @Slot()
    def last(self) -> None:
        """Look at the last step."""
        trace = self._screen.now.trace
        self.go_to(len(trace.steps) - 1 if trace else 0)

    @Slot()
    def toggle(self) -> None:
        """Play or stop."""
        self._screen.apply(play_toggled)

    def change_speed(self, speed: float) -> None:
        """Play at so many steps a second."""
        self._screen.apply(speed_picked, speed)

    def _follow(self, old: Workbench, new: Workbench) -> None:
        if old.playback == new.playback:
            return
        if new.playback.playing:
            self._timer.start(new.playback.interval_ms)
        else:
            self._timer.stop()
