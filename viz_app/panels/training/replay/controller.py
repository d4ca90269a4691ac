"""The time-lapse of a run: playing, and opening the workbench."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training.replay import changes
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.workbench.changes.playback import stopped_playing
from viz_app.workbench.controllers.room import on_bench

INTERVAL_MS = 200
"""From one moment to the next while playing."""


class ReplayController(QObject):
    """Moves the moment; its timer runs only while the state says that it plays.

    Signals:
        tab_wanted: the moments are to be shown, on that tab.
    """

    tab_wanted = Signal(str)

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        parent: QObject | None = None,
        *,
        interval_ms: int = INTERVAL_MS,
    ) -> None:
        """Stand still."""
        super().__init__(parent)
        self._room = room
        self._timer = QTimer(self)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(room.applying(changes.replay_advanced))
        room.follow(self._follow)

    @Slot()
    def open(self) -> None:
        """Show the moments in the workbench."""
        self._room.apply(changes.replay_opened)
        self.tab_wanted.emit(changes.WORKBENCH)

    @Slot()
    def open_or_close(self) -> None:
        """The other of the two."""
        if self._room.now.own.replay.in_workbench:
            self._room.apply(changes.replay_closed)
        else:
            self.open()

    def _follow(self, old: TrainingRoom, new: TrainingRoom) -> None:
        """Runs may have come, grown or gone; and the timer is as the state says."""
        if old.own.runs is not new.own.runs:
            self._room.apply(changes.arranged)
        # the steps of another picture are not played on
        if changes.replaying(old) != changes.replaying(new):
            self._room.apply(on_bench(stopped_playing))
        playing = new.own.replay.playing
        if playing and not self._timer.isActive():
            self._timer.start()
        elif not playing:
            self._timer.stop()
