"""One worker thread that drives generators by turns.

A job is a generator: what it yields is reported, and every ``yield`` is a place where it can be
paused, cancelled, or made to wait for a more urgent job. ``yield None`` reports nothing.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from model.messages import NO_MEMORY, Message, UserError


@dataclass(frozen=True, slots=True)
class Progressed:
    """A job yielded ``item``."""

    token: int
    item: object


@dataclass(frozen=True, slots=True)
class Finished:
    """A job came to its end."""

    token: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A job raised an error; ``details`` is the traceback of an unexpected one, else empty."""

    token: int
    message: Message
    details: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The thread has closed every job and ends."""


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
    """What the two threads share, under one lock."""

    jobs: list[_Job] = field(default_factory=list)
    closing: bool = False
    next_token: int = 1


class JobRunner:
    """Runs jobs in one named, joined, non-daemon thread.

    Of the jobs that are not paused, one of the highest priority goes next; equals take turns.
    """

    def __init__(
        self, deliver: Callable[[Report], None], *, give_way: Callable[[], None] = lambda: None
    ) -> None:
        """Both are called in the worker thread.

        ``deliver`` is, with every report, and ``give_way`` before every step of a job.
        """
        self._deliver = deliver
        self._give_way = give_way
        self._desk = _Desk()
        self._changed = threading.Condition()
        self._closing = False
        self._last: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name="headlight-worker", daemon=False)

    @property
    def saving(self) -> bool:
        """Whether something would be lost: an essential job has not ended, or one is being closed.

        An essential one counts also while it waits for another to come to its next ``yield``.
        """
        with self._changed:
            waiting = any(job.essential and not job.cancelled for job in self._desk.jobs)
        return self._closing or waiting

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(
        self,
        begin: Callable[[], Iterator[object]],
        *,
        priority: int = 0,
        essential: bool = False,
    ) -> int:
        """Queue a job; ``begin`` is called in the worker thread. Returns the job's token.

        An ``essential`` one, as saving a file, is brought to its end even when all is closed.
        """
        with self._changed:
            token = self._desk.next_token
            self._desk.next_token += 1
            self._desk.jobs.append(_Job(token, priority, essential, begin))
            self._changed.notify()
        return token

    def cancel(self, token: int) -> None:
        """Close a job at its next ``yield``; nothing more is reported of it."""
        self._mark(token, "cancelled", True)

    def pause(self, token: int) -> None:
        """Let a job wait at its next ``yield``."""
        self._mark(token, "paused", True)

    def resume(self, token: int) -> None:
        """Let a paused job go on."""
        self._mark(token, "paused", False)

    def close(self, last: Callable[[], None] | None = None) -> None:
        """Close all jobs at their next ``yield`` and end the thread; ``Stopped`` is reported.

        Essential jobs come to their end before, and ``last`` is called when there are no more.
        """
        with self._changed:
            self._last = last or self._last
            self._desk.closing = True
            self._changed.notify()

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the thread's end, at most ``timeout`` seconds; whether it has ended."""
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
            _close(job)
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
        """The most urgent job, moved to the end of the line so that equals take turns."""
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
        except UserError as error:
            report = Failed(job.token, error.message, "")
        except MemoryError:
            report = Failed(job.token, NO_MEMORY, "")
        except Exception as error:  # a job's own bug must reach the user, not end the thread
            message = Message("Something unexpected went wrong: {error}.", {"error": repr(error)})
            report = Failed(job.token, message, traceback.format_exc())
        if isinstance(report, Finished | Failed):
            self._remove(job)
        if report is not None and not job.cancelled:
            self._deliver(report)

    def _remove(self, job: _Job) -> None:
        _close(job)
        with self._changed:
            self._desk.jobs.remove(job)


def _close(job: _Job) -> None:
    close = getattr(job.steps, "close", None)
    if close is not None:
        close()
