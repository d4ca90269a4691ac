"""Ending in stages, so that nothing is lost and nothing hangs."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.workbench.changes.playback import stopped_playing
from viz_app.workbench.state.workbench import Workbench

PATIENCE_SECONDS = 1.5
"""For a worker that reads or computes; what it would lose is saved twice a minute."""
SAVING_SECONDS = 30.0
"""For one that writes what is nowhere else: what the user asked to save, a run under way."""


class ShutdownController(QObject):
    """Close every job at its next ``yield``, which cuts no checkpoint; end without blocking.

    Signals:
        finished: all jobs are closed.
        overdue: they are not, and nobody can tell when: the worker is stuck, or slow.
    """

    finished = Signal()
    overdue = Signal()

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobDesk,
        *,
        last: Callable[[], Callable[[], None]] = lambda: _nothing,
        parent: QObject | None = None,
    ) -> None:
        """Nothing ends until :meth:`begin`; ``last`` tells what the worker does at its end then."""
        super().__init__(parent)
        self._bench = bench
        self._desk, self._last = desk, last
        self._begun: float | None = None
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self._look)
        desk.stopped.connect(self._timer.stop)
        desk.stopped.connect(self.finished)

    @Slot()
    def begin(self) -> None:
        """Start to end; a second call does nothing."""
        if self._begun is None:
            self._begun = time.monotonic()
            self._bench.apply(stopped_playing)
            self._timer.start()
            self._desk.close(self._last())

    @Slot()
    def _look(self) -> None:
        """Give the worker up when its time is over."""
        patience = SAVING_SECONDS if self._desk.saving else PATIENCE_SECONDS
        if self._begun is not None and time.monotonic() - self._begun >= patience:
            self._timer.stop()
            self.overdue.emit()


def _nothing() -> None:
    """Nothing is left to do."""
