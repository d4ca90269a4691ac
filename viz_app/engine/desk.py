"""Jobs by token: what a job reports goes to whoever asked for it, and nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message
from viz_app.engine.runner import Failed, Finished, JobRunner, Progressed, Stopped

OnItem = Callable[[Any], None]
OnFailed = Callable[[Message, str], None]


@dataclass(frozen=True, slots=True)
class _Handlers:
    on_item: OnItem
    on_failed: OnFailed
    on_finished: Callable[[], None]


class JobBridge(QObject):
    """The one crossing from the worker thread: reports are emitted in the one that it lives in."""

    reported = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Make the runner; it is started by :meth:`JobRunner.start`."""
        super().__init__(parent)
        self.runner = JobRunner(self.reported.emit)


class JobDesk(QObject):
    """Submits jobs and routes their reports. What arrives under a dropped token is ignored."""

    stopped = Signal()

    def __init__(self, bridge: JobBridge, parent: QObject | None = None) -> None:
        """Listen to a bridge."""
        super().__init__(parent)
        self._runner = bridge.runner
        self._handlers: dict[int, _Handlers] = {}
        bridge.reported.connect(self._on_report)

    @property
    def saving(self) -> bool:
        """Whether the worker writes what would be lost if the process ended now."""
        return self._runner.saving

    def submit(
        self,
        begin: Callable[[], Iterator[object]],
        *,
        on_item: OnItem,
        on_failed: OnFailed,
        on_finished: Callable[[], None] = lambda: None,
        priority: int = 0,
        essential: bool = False,
    ) -> int:
        """Start a job; returns its token. An essential one ends even when all is closed."""
        token = self._runner.submit(begin, priority=priority, essential=essential)
        self._handlers[token] = _Handlers(on_item, on_failed, on_finished)
        return token

    def drop(self, token: int | None) -> None:
        """Cancel a job and ignore what it still reports; None does nothing."""
        if token is not None:
            self._handlers.pop(token, None)
            self._runner.cancel(token)

    def pause(self, token: int) -> None:
        """Let a job wait."""
        self._runner.pause(token)

    def resume(self, token: int) -> None:
        """Let a job go on."""
        self._runner.resume(token)

    def close(self, last: Callable[[], None] | None = None) -> None:
        """Drop every job and end the worker, ``last`` done; ``stopped`` follows."""
        self._handlers.clear()
        self._runner.close(last)

    @Slot(object)
    def _on_report(self, report: object) -> None:
        match report:
            case Stopped():
                self.stopped.emit()
            case Progressed(token, item) if token in self._handlers:
                self._handlers[token].on_item(item)
            case Finished(token) if token in self._handlers:
                self._handlers.pop(token).on_finished()
            case Failed(token, message, details) if token in self._handlers:
                self._handlers.pop(token).on_failed(message, details)
