"""Stepping through the decoding by a timer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from viz_app.engine.store import Slot as StateSlot
from viz_app.workbench.changes.playback import stepped
from viz_app.workbench.state.workbench import Workbench


class PlaybackController(QObject):
    """Moves the step while the state says that it plays."""

    def __init__(self, screen: StateSlot[Workbench], parent: QObject | None = None) -> None:
        """Stand still."""
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.timeout.connect(screen.applying(stepped))
        screen.follow(self._follow)

    def _follow(self, old: Workbench, new: Workbench) -> None:
        if old.playback == new.playback:
            return
        if new.playback.playing:
            self._timer.start(new.playback.interval_ms)
        else:
            self._timer.stop()
