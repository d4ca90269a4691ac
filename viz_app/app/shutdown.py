"""Ending in stages, so that nothing is lost and nothing hangs."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.workbench.changes.playback import stopped_playing
from viz_app.workbench.state.workbench import Workbench


class ShutdownController(QObject):
    """Close every job at its next ``yield``, which cuts no checkpoint; end without blocking."""

    finished = Signal()

    def __init__(
        self, bench: StateSlot[Workbench], desk: JobDesk, parent: QObject | None = None
    ) -> None:
        """Nothing ends until :meth:`begin`."""
        super().__init__(parent)
        self._bench = bench
        self._desk = desk
        self._begun = False
        desk.stopped.connect(self.finished)

    @Slot()
    def begin(self) -> None:
        """Start to end; a second call does nothing."""
        if not self._begun:
            self._begun = True
            self._bench.apply(stopped_playing)
            self._desk.close()
