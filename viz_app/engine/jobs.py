"""One worker thread that runs generators by turns, and the bridge that delivers their reports."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.messages import NO_MEMORY, Message, UserError
from viz_app.engine.collection import many_lasting_objects

MOST_SECONDS = 0.1
"""Maximum time that the worker waits, so that it ends even if the GUI thread hangs."""


class GuiPriority:
    """A lock with priority for the GUI thread; the worker waits for it between two steps.

    Without it a picture takes twice as long to paint during decoding: each call of Qt releases the
    GIL and then waits for it.
    """

    def __init__(self) -> None:
        self._depth = 0  # of the window's thread alone
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Acquire the lock in the GUI thread; reentrant."""
        self._depth += 1
        self._free.clear()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._free.set()

    def wait(self) -> None:
        """In the worker: block until the lock is free, at most :data:`MOST_SECONDS`."""
        self._free.wait(MOST_SECONDS)


_TORCHS = "torch", "lib/libtorch_python.so"
"""A package and its library; loading it loads all its dependencies."""

_COMPILERS = "triton", "_C/libtriton.so"
"""460 MB; comes with torch where that can use CUDA, and an optimizer's first step imports it."""


def import_torch() -> None:
    if "torch" in sys.modules:
        return
    with many_lasting_objects():
        open_library(*_TORCHS)
        import model.checkpoint.file  # noqa: F401 - imported for its cost


def warm_up_steps() -> Iterator[None]:
    """Import what training needs and run one optimizer step to warm up; only once."""
    # Garbage that exists at that moment is never collected, so a second call would leak memory.
    if "model.training.run" in sys.modules:
        return
    with many_lasting_objects():
        import torch

        import model.training.run  # noqa: F401 - imported for its cost

    yield
    open_library(*_COMPILERS)
    with many_lasting_objects():
        parameter = torch.nn.Parameter(torch.zeros(1))
        optimizer = torch.optim.AdamW([parameter])
        parameter.sum().backward()
        optimizer.step()
    yield


def open_library(package: str, name: str) -> None:
    """Load a package's shared library before the package is imported."""
    # A call through ctypes releases the GIL, an import does not. Errors are ignored here: the
    # import reports them.
    spec = importlib.util.find_spec(package)
    if not sys.platform.startswith("linux") or spec is None or spec.origin is None:
        return
    dlopen = ctypes.CDLL(None).dlopen
    dlopen.restype = ctypes.c_void_p
    dlopen.argtypes = (ctypes.c_char_p, ctypes.c_int)
    dlopen(os.fsencode(Path(spec.origin).parent / name), os.RTLD_NOW | os.RTLD_LOCAL)


Offered = TypeVar("Offered")

PAUSE_SECONDS = 0.03
"""Pause between two values: the window paints one while the worker computes the next."""


class Coalescer(Generic[Offered]):
    """Delivers values when the event loop is free; of pending values only the latest.

    Otherwise a worker faster than the window would fill the event queue and block painting.
    """

    def __init__(self, take: Callable[[Offered], None], parent: QObject) -> None:
        """``take`` is called in the thread of ``parent``."""
        self._take = take
        self._waiting: list[Offered] = []
        self._next = 0.0
        self._timer = QTimer(parent)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)

    def offer(self, value: Offered) -> None:
        self._waiting = [value]
        if not self._timer.isActive():
            self._timer.start(max(0, ceil(1000 * (self._next - monotonic()))))

    def flush(self) -> None:
        self._timer.stop()
        waiting, self._waiting = self._waiting, []
        for value in waiting:
            self._take(value)
            self._next = monotonic() + PAUSE_SECONDS

    def drop(self) -> None:
        self._timer.stop()
        self._waiting = []

    def end(self) -> None:
        """Deliver the pending value and delete the timer, so that the parent keeps nothing."""
        self.flush()
        self._timer.deleteLater()


@dataclass(frozen=True, slots=True)
class Progressed:
    """A job yielded ``item``."""

    token: int
    item: object


@dataclass(frozen=True, slots=True)
class Finished:
    """A job has ended."""

    token: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A job raised an error; ``details`` is the traceback of an unexpected one, else empty."""

    token: int
    message: Message
    details: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """All jobs are closed and the thread ends."""


Report = Progressed | Finished | Failed | Stopped


@dataclass(slots=True, eq=False)
class _Job:
    token: int
    priority: int
    essential: bool
    begin: Callable[[], Iterator[object]]
    steps: Iterator[object] | None = None
    paused: bool = False
    cancelled: bool = False


@dataclass(slots=True)
class _Desk:
    """State shared by the two threads, under one lock."""

    jobs: list[_Job] = field(default_factory=list)
    closing: bool = False
    next_token: int = 1


class JobRunner:
    """Runs jobs in one named, joined, non-daemon thread.

    Of the jobs that are not paused, one of the highest priority runs next; equal ones alternate.
    """

    def __init__(
        self, deliver: Callable[[Report], None], *, give_way: Callable[[], None] = lambda: None
    ) -> None:
        """``deliver`` gets every report, ``give_way`` runs before each step; both in the worker."""
        self._deliver = deliver
        self._give_way = give_way
        self._desk = _Desk()
        self._changed = threading.Condition()
        self._closing = False
        self._last: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name="headlight-worker", daemon=False)

    @property
    def saving(self) -> bool:
        """True while an essential job is unfinished or being closed: ending now would lose data.

        An essential job also counts while it waits for another job to reach its next ``yield``.
        """
        with self._changed:
            waiting = any(job.essential and not job.cancelled for job in self._desk.jobs)
        return self._closing or waiting

    def start(self) -> None:
        self._thread.start()

    def submit(
        self, begin: Callable[[], Iterator[object]], *, priority: int = 0, essential: bool = False
    ) -> int:
        """Queue a job; ``begin`` is called in the worker thread. Returns the job's token.

        An ``essential`` job, such as saving a file, is finished even when everything is closed.
        """
        with self._changed:
            token = self._desk.next_token
            self._desk.next_token += 1
            self._desk.jobs.append(_Job(token, priority, essential, begin))
            self._changed.notify()
        return token

    def cancel(self, token: int) -> None:
        """Close a job at its next ``yield``; no further reports are delivered."""
        self._mark(token, "cancelled", True)

    def pause(self, token: int) -> None:
        self._mark(token, "paused", True)

    def resume(self, token: int) -> None:
        self._mark(token, "paused", False)

    def close(self, last: Callable[[], None] | None = None) -> None:
        """Close all jobs at their next ``yield`` and end the thread; ``Stopped`` is reported.

        Essential jobs are finished first; then ``last`` is called.
        """
        with self._changed:
            self._last = last or self._last
            self._desk.closing = True
            self._changed.notify()

    def join(self, timeout: float | None = None) -> bool:
        """Wait at most ``timeout`` seconds for the thread to end; True if it has ended."""
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _mark(self, token: int, attribute: str, value: bool) -> None:
        with self._changed:
            for job in self._desk.jobs:
                if job.token == token:
                    setattr(job, attribute, value)
            self._changed.notify()

    def _run(self) -> None:
        while (job := self._wait_for_job()) is not None:
            if job.cancelled:
                self._remove(job)
            else:
                self._turn(job)
        self._closing = True
        for job in list(self._desk.jobs):
            while job.essential and not job.cancelled and job in self._desk.jobs:
                self._turn(job)
            self._close(job)
        try:
            if self._last is not None:
                self._last()
        finally:
            self._deliver(Stopped())

    def _wait_for_job(self) -> _Job | None:
        with self._changed:
            self._changed.wait_for(lambda: self._desk.closing or self._runnable())
            return None if self._desk.closing else self._pick()

    def _runnable(self) -> list[_Job]:
        return [job for job in self._desk.jobs if job.cancelled or not job.paused]

    def _pick(self) -> _Job:
        """The next job: cancelled ones, then the highest priority; equal ones alternate."""
        job = max(self._runnable(), key=lambda job: (job.cancelled, job.priority))
        self._desk.jobs.remove(job)
        self._desk.jobs.append(job)
        return job

    def _turn(self, job: _Job) -> None:
        self._give_way()
        report: Report | None
        try:
            if job.steps is None:
                job.steps = job.begin()
            item = next(job.steps)
            report = None if item is None else Progressed(job.token, item)
        except StopIteration:
            report = Finished(job.token)
        except BaseException as error:  # a job's own bug must reach the user, not end the thread
            report = _failed(job, error)
        if isinstance(report, Finished | Failed):
            self._remove(job)
        if report is not None and not job.cancelled:
            self._deliver(report)

    def _remove(self, job: _Job) -> None:
        self._close(job)
        with self._changed:
            self._desk.jobs.remove(job)

    def _close(self, job: _Job) -> None:
        close = getattr(job.steps, "close", None)
        try:
            if close is not None:
                close()
        except BaseException as error:  # nor may one raised while it is closed
            self._deliver(_failed(job, error))


def _failed(job: _Job, error: BaseException) -> Failed:
    if isinstance(error, UserError):
        return Failed(job.token, error.message, "")
    if isinstance(error, MemoryError):
        return Failed(job.token, NO_MEMORY, "")
    message = Message("Unexpected error: {error}.", {"error": repr(error)})
    return Failed(job.token, message, "".join(traceback.format_exception(error)))


OnItem = Callable[[Any], None]
OnFailed = Callable[[Message, str], None]


@dataclass(frozen=True, slots=True)
class _Handlers:
    on_item: OnItem
    on_failed: OnFailed
    on_finished: Callable[[], None]


SLICE_MS = 8.0
"""Maximum time of delivering reports before the window handles other events."""


class JobBridge(QObject):
    """The single crossing from the worker thread: reports are emitted in the bridge's thread.

    Reports are delivered in slices, so that a fast worker does not block the window.
    """

    reported = Signal(object)
    _came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.way = GuiPriority()
        self._reports: deque[Report] = deque()
        self._next_turn = QTimer(self, singleShot=True, interval=0)
        self._next_turn.timeout.connect(self._hand_on)
        self._came.connect(self._on_came)
        self.runner = JobRunner(self._take, give_way=self.way.wait)

    def _take(self, report: Report) -> None:
        """Called in the worker thread."""
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


class JobClient(QObject):
    """Submits jobs and routes their reports. Reports with a dropped token are ignored."""

    stopped = Signal()

    def __init__(self, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = bridge.runner
        self._handlers: dict[int, _Handlers] = {}
        bridge.reported.connect(self._on_report)

    @property
    def saving(self) -> bool:
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
        """Start a job and return its token; an essential one is finished even after ``close``."""
        token = self._runner.submit(begin, priority=priority, essential=essential)
        self._handlers[token] = _Handlers(on_item, on_failed, on_finished)
        return token

    def drop(self, token: int | None) -> None:
        """Cancel a job and ignore its pending reports; None does nothing."""
        if token is not None:
            self._handlers.pop(token, None)
            self._runner.cancel(token)

    def pause(self, token: int) -> None:
        self._runner.pause(token)

    def resume(self, token: int) -> None:
        self._runner.resume(token)

    def close(self, last: Callable[[], None] | None = None) -> None:
        """Drop every job, call ``last`` and end the worker; ``stopped`` follows."""
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
