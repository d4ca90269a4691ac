"""Jobs by token: what a job reports goes to whoever asked for it, and nobody else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.messages import Message
from viz_app.engine.right_of_way import RightOfWay
from viz_app.engine.runner import Failed, Finished, JobRunner, Progressed, Report, Stopped

OnItem = Callable[[Any], None]
OnFailed = Callable[[Message, str], None]


@dataclass(frozen=True, slots=True)
class _Handlers:
    on_item: OnItem
    on_failed: OnFailed
    on_finished: Callable[[], None]


SLICE_MS = 8.0
"""How long reports are handed on before the window has its turn."""


class JobBridge(QObject):
    """The one crossing from the worker thread: reports are emitted in the one that it lives in.

    A worker that reports faster than the window can show it, as of a thousand small tensors, does
    not hold the window up: what has come meanwhile is handed on in slices.
    """

    reported = Signal(object)
    _came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Make the runner; it is started by :meth:`JobRunner.start`."""
        super().__init__(parent)
        self.way = RightOfWay()
        self._reports: deque[Report] = deque()
        self._next_turn = QTimer(self, singleShot=True, interval=0)
        self._next_turn.timeout.connect(self._hand_on)
        self._came.connect(self._on_came)
        self.runner = JobRunner(self._take, give_way=self.way.wait)

    def _take(self, report: Report) -> None:
        """Called in the worker."""
        self._reports.append(report)
        self._came.emit()

    @Slot()
    def _on_came(self) -> None:
        if not self._next_turn.isActive():
            self._hand_on()

    @Slot()
    def _hand_on(self) -> None:
        until = perf_counter() + SLICE_MS / 1000
        while self._reports:
            self.reported.emit(self._reports.popleft())
            if perf_counter() > until:
                self._next_turn.start()
                return


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
