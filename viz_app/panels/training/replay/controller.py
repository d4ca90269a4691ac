"""The time-lapse of a run: which moment, which sentence, playing, and opening the workbench."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.traces.moment import HeadNumber
from viz_app.app.app_state import AppState
from viz_app.engine.store import Store
from viz_app.panels.training.replay.changes import (
    WORKBENCH,
    arranged,
    moment_picked,
    number_picked,
    probe_picked,
    replay_advanced,
    replay_closed,
    replay_opened,
    replay_toggled,
)
from viz_app.panels.training.replay.moments import cursor

INTERVAL_MS = 200
"""From one moment to the next while playing."""


class ReplayController(QObject):
    """Moves the moment; its timer runs only while the state says that it plays.

    Signals:
        tab_wanted: the moments are to be shown, on that tab.
    """

    tab_wanted = Signal(str)

    def __init__(
        self, store: Store, parent: QObject | None = None, *, interval_ms: int = INTERVAL_MS
    ) -> None:
        """Stand still."""
        super().__init__(parent)
        self._store = store
        self._timer = QTimer(self)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._advance)
        store.changed.connect(self._follow)

    @Slot(int)
    def pick_moment(self, index: int) -> None:
        """Look at a moment, counted from 0; beyond the ends it is the end."""
        self._store.apply(lambda state: moment_picked(state, index))

    @Slot(int)
    def pick_probe(self, probe: int) -> None:
        """Look at another sentence, counted from 0."""
        self._store.apply(lambda state: probe_picked(state, probe))

    @Slot(str)
    def pick_number(self, number: HeadNumber) -> None:
        """Show another number of the heads over time."""
        self._store.apply(lambda state: number_picked(state, number))

    @Slot()
    def toggle(self) -> None:
        """Play or stop."""
        self._store.apply(replay_toggled)

    @Slot()
    def earlier(self) -> None:
        """One moment back."""
        self.pick_moment(cursor(self._store.state).index - 1)

    @Slot()
    def later(self) -> None:
        """One moment on."""
        self.pick_moment(cursor(self._store.state).index + 1)

    @Slot()
    def open(self) -> None:
        """Show the moments in the workbench."""
        self._store.apply(replay_opened)
        self.tab_wanted.emit(WORKBENCH)

    @Slot()
    def open_or_close(self) -> None:
        """The other of the two."""
        replay = self._store.state.replay
        if replay is not None and replay.in_workbench:
            self.close()
        else:
            self.open()

    @Slot()
    def close(self) -> None:
        """Show the user's own picture in the workbench again."""
        self._store.apply(replay_closed)

    @Slot()
    def _advance(self) -> None:
        self._store.apply(replay_advanced)

    @Slot(object, object)
    def _follow(self, old: AppState, new: AppState) -> None:
        """Runs may have come, grown or gone; and the timer is as the state says."""
        if old.runs is not new.runs or old.tab != new.tab:
            self._store.apply(arranged)
        playing = new.replay is not None and new.replay.playing
        if playing and not self._timer.isActive():
            self._timer.start()
        elif not playing:
            self._timer.stop()
