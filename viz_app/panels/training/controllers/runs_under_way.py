"""Start, pause, resume, stop training runs, and go on with those that were stopped."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message, joined
from model.traces.moment import Moment
from model.traces.probe import SampleTranslations
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training.changes import run_events
from viz_app.panels.training.experiments.snapshot import requests
from viz_app.panels.training.jobs.training import (
    StopAsked,
    request_of,
    resumed_steps,
    training_steps,
)
from viz_app.panels.training.jobs.training_events import (
    TrainingBegun,
    TrainingEnded,
    TrainingEvent,
    TrainingReported,
)
from viz_app.panels.training.replay.changes import moment_arrived
from viz_app.panels.training.runs.jobs.run_files import unfinished_steps
from viz_app.panels.training.state.training import (
    LiveRun,
    LiveStatus,
    TrainingRequest,
    TrainingRoom,
    with_new_live,
    without_live,
)
from viz_app.storage.library import Library
from viz_app.workbench.changes.notices import also_told, failed, notice_dismissed
from viz_app.workbench.controllers.room import on_bench
from viz_app.workbench.jobs.shelf import Shelf


class Steps(Protocol):
    """A training job, but for what stops it."""

    def __call__(self, *, stop: StopAsked) -> Iterator[TrainingEvent | None]:
        """Begin."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Job:
    token: int
    stop: StopAsked


class TrainingController(QObject):
    """One run at a time, or the arms of an experiment by turns.

    Signals:
        model_changed: a run has ended, and its model is the current one.
        runs_changed: the folder of runs is not what it was.
    """

    model_changed = Signal()
    runs_changed = Signal()

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        """No run yet."""
        super().__init__(parent)
        self._room, self._desk, self._shelf = room, desk, shelf
        self._runs = library.runs
        self._jobs: dict[int, _Job] = {}
        self._next_key = 1

    @Slot(object)
    def start(self, request: TrainingRequest) -> None:
        """Start a run, unless one is under way."""
        self.start_all((request,))

    def start_all(self, requests: tuple[TrainingRequest, ...]) -> None:
        """Start runs that take turns, unless one is under way."""
        if self._room.now.own.active:
            return
        self._room.apply(on_bench(notice_dismissed))
        for request in requests:
            self._submit(request, partial(training_steps, self._shelf, self._runs, request))

    @Slot(str)
    def start_experiment(self, name: str) -> None:
        """Train both arms of an experiment, unless something is trained."""
        self.start_all(requests(name))

    @Slot(str)
    def go_on(self, run_id: str) -> None:
        """Go on with a run that was stopped or interrupted, unless one is under way."""
        card = self._room.now.own.runs.card(run_id)
        if self._room.now.own.active or card is None:
            return
        self._room.apply(on_bench(notice_dismissed))
        steps = partial(resumed_steps, self._shelf, self._runs, run_id)
        self._submit(request_of(card), steps)

    def offer_unfinished(self) -> None:
        """Look for interrupted runs, and offer to go on with the newest."""
        self._desk.submit(
            lambda: unfinished_steps(self._runs),
            on_item=self._room.applying(run_events.offered),
            on_failed=self._room.applying(on_bench(failed)),
            priority=-1,
        )

    @Slot()
    def pause(self) -> None:
        """Let the runs wait; they go on exactly where they are."""
        for run, job in self._in("starting", "running"):
            self._desk.pause(job.token)
            self._room.apply(run_events.live_status, run.key, "paused")

    @Slot()
    def resume(self) -> None:
        """Let paused runs go on."""
        for run, job in self._in("paused"):
            self._desk.resume(job.token)
            self._room.apply(run_events.live_status, run.key, "running")

    @Slot()
    def pause_or_resume(self) -> None:
        """Hold what runs, or let go on what waits."""
        if self._room.now.own.paused:
            self.resume()
        else:
            self.pause()

    @Slot()
    def stop(self) -> None:
        """End the runs after their next update; what they have learned is kept.

        After the last update the model is being kept anyway. A run that has not begun is dropped.
        """
        for run, job in self._in("starting", "running", "paused"):
            if not run.run_id:
                self._desk.drop(job.token)
                self._jobs.pop(run.key)
                self._room.apply(without_live, run.key)
            elif not run.ending:
                job.stop.set()
                self._room.apply(run_events.live_status, run.key, "stopping")
                self._desk.resume(job.token)

    def _submit(self, request: TrainingRequest, steps: Steps) -> None:
        key, stop = self._next_key, StopAsked()
        self._next_key += 1
        self._room.apply(with_new_live, LiveRun(key=key, request=request))
        token = self._desk.submit(
            partial(steps, stop=stop),
            on_item=partial(self._on_event, key),
            on_failed=partial(self._on_failed, key),
        )
        self._jobs[key] = _Job(token, stop)

    def _on_event(self, key: int, event: TrainingEvent) -> None:
        match event:
            case TrainingReported(curve):
                self._room.apply(run_events.reported, key, curve)
            case Moment():
                self._room.apply(moment_arrived, self._run(key).run_id, event)
            case SampleTranslations():
                self._room.apply(run_events.sampled, key, event)
            case Message():
                self._room.apply(on_bench(also_told), event, "warning")
            case TrainingBegun():
                self._on_begun(key, event)
            case TrainingEnded():
                self._on_ended(key, event)

    def _on_begun(self, key: int, begun: TrainingBegun) -> None:
        self._room.apply(run_events.run_begun, key, begun.history)
        if begun.notices:
            notice = joined(begun.notices)
            self._room.apply(on_bench(also_told), notice, "warning")
        self.runs_changed.emit()

    def _on_ended(self, key: int, ended: TrainingEnded) -> None:
        self._jobs.pop(key, None)
        before = self._room.now.bench.model_key
        self._room.apply(run_events.run_ended, key, ended.card)
        self._room.apply(
            run_events.left,
            ended.card,
            key=ended.key,
            summary=ended.summary,
            error=ended.error,
            file=ended.file,
        )
        self.runs_changed.emit()
        if self._room.now.bench.model_key != before:
            self.model_changed.emit()

    def _on_failed(self, key: int, message: Message, details: str) -> None:
        self._jobs.pop(key, None)
        self._room.apply(run_events.run_lost, key, str(message))
        self._room.apply(on_bench(failed), message, details)
        self.runs_changed.emit()

    def _run(self, key: int) -> LiveRun:
        return next(run for run in self._room.now.own.live if run.key == key)

    def _in(self, *statuses: LiveStatus) -> list[tuple[LiveRun, _Job]]:
        """Runs under way with one of these statuses, and their jobs."""
        live = self._room.now.own.live
        return [(run, self._jobs[run.key]) for run in live if run.status in statuses]
