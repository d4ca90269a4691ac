"""The one crossing from the worker thread to the GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viz_app.engine.runner import JobRunner, Report


class JobBridge(QObject):
    """Emits every report of a runner in the thread that this object lives in."""

    reported = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Make the runner; it is started by :meth:`JobRunner.start`."""
        super().__init__(parent)
        self.runner = JobRunner(self._deliver)

    def _deliver(self, report: Report) -> None:
        self.reported.emit(report)
