"""The time-lapse of a run: which moment, which sentence, playing, and opening the workbench."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.traces.moment import HeadNumber
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training.replay.changes import (
    WORKBENCH,
    arranged,
    moment_passed,
    moment_picked,
    number_picked,
    probe_picked,
    replay_advanced,
    replay_closed,
    replay_opened,
    replay_toggled,
    replaying,
)
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
        self._timer.timeout.connect(self._advance)
        room.follow(self._follow)

    @Slot(int)
    def pick_moment(self, index: int) -> None:
        """Look at a moment, counted from 0; beyond the ends it is the end."""
        self._room.apply(moment_picked, index)

    @Slot(int)
    def pick_probe(self, probe: int) -> None:
        """Look at another sentence, counted from 0."""
        self._room.apply(probe_picked, probe)

    @Slot(str)
    def pick_number(self, number: HeadNumber) -> None:
        """Show another number of the heads over time."""
        self._room.apply(number_picked, number)

    @Slot()
    def toggle(self) -> None:
        """Play or stop."""
        self._room.apply(replay_toggled)

    @Slot()
    def earlier(self) -> None:
        """One moment back."""
        self._room.apply(moment_passed, -1)

    @Slot()
    def later(self) -> None:
        """One moment on."""
        self._room.apply(moment_passed, 1)

    @Slot()
    def open(self) -> None:
        """Show the moments in the workbench."""
        self._room.apply(replay_opened)
        self.tab_wanted.emit(WORKBENCH)

    @Slot()
    def open_or_close(self) -> None:
        """The other of the two."""
        if self._room.now.own.replay.in_workbench:
            self.close()
        else:
            self.open()

    @Slot()
    def close(self) -> None:
        """Show the user's own picture in the workbench again."""
        self._room.apply(replay_closed)

    @Slot()
    def _advance(self) -> None:
        self._room.apply(replay_advanced)

    def _follow(self, old: TrainingRoom, new: TrainingRoom) -> None:
        """Runs may have come, grown or gone; and the timer is as the state says."""
        if old.own.runs is not new.own.runs:
            self._room.apply(arranged)
        if replaying(old) != replaying(new):  # the steps of another picture are not played on
            self._room.apply(on_bench(stopped_playing))
        playing = new.own.replay.playing
        if playing and not self._timer.isActive():
            self._timer.start()
        elif not playing:
            self._timer.stop()
