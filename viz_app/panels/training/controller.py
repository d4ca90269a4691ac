"""Controllers of the training panel: runs, their list, and the time-lapse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.messages import Message, UserError, joined
from model.traces.head_measures import Moment, SampleTranslations
from viz_app.engine.jobs import JobClient
from viz_app.engine.presenter import INQUIRY_PRIORITY
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training import changes
from viz_app.panels.training.experiments.room import requests
from viz_app.panels.training.jobs import (
    StopAsked,
    TrainingBegun,
    TrainingEvent,
    TrainingReported,
    request_of,
    resumed_steps,
    training_steps,
)
from viz_app.panels.training.replay import room as replay_room
from viz_app.panels.training.replay.room import moment_arrived
from viz_app.panels.training.runs import jobs
from viz_app.panels.training.runs.jobs import RunRead, reading_steps, unfinished_steps
from viz_app.panels.training.runs.room import (
    history_read,
    run_gone,
    runs_listed,
    unread,
)
from viz_app.panels.training.state import (
    LiveRun,
    LiveStatus,
    TrainingEnded,
    TrainingRequest,
    TrainingRoom,
    with_new_live,
    without_live,
)
from viz_app.storage.library import Library
from viz_app.workbench.changes.models import also_told, failed, notice_dismissed, told
from viz_app.workbench.changes.selection import stopped_playing
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.jobs import ModelCache, snapshot_steps
from viz_app.workbench.room import on_bench

_Begin = Callable[[StopAsked], Iterator[TrainingEvent | None]]


class TrainingController(QObject):
    """One run at a time, or the arms of an experiment in turns.

    Signals:
        model_changed: a run has ended, and its model is the current one.
        runs_changed: the folder of runs has changed.
    """

    model_changed = Signal()
    runs_changed = Signal()

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._room, self._desk, self._model_cache = room, desk, model_cache
        self._runs = library.runs
        self._jobs: dict[int, tuple[int, StopAsked]] = {}  # by key: the job's token
        self._next_key = 1

    @Slot(object)
    def start(self, request: TrainingRequest) -> None:
        self.start_all((request,))

    def start_all(self, requests: tuple[TrainingRequest, ...]) -> None:
        """Start runs that take turns, unless one is live."""
        if self._room.now.own.active:
            return
        self._room.apply(on_bench(notice_dismissed))
        for request in requests:
            begin = partial(training_steps, self._model_cache, self._runs, request)
            self._submit(request, begin)

    @Slot(str)
    def start_experiment(self, name: str) -> None:
        self.start_all(requests(name))

    @Slot(str)
    def go_on(self, run_id: str) -> None:
        """Continue a stopped or interrupted run, unless one is live."""
        card = self._room.now.own.runs.card(run_id)
        if self._room.now.own.active or card is None:
            return
        self._room.apply(on_bench(notice_dismissed))
        begin = partial(resumed_steps, self._model_cache, self._runs, run_id)
        self._submit(request_of(card), begin)

    def offer_unfinished(self) -> None:
        """Search for interrupted runs, and offer to continue the newest."""
        self._desk.submit(
            lambda: unfinished_steps(self._runs),
            on_item=self._room.applying(changes.offered),
            on_failed=self._room.applying(on_bench(failed)),
            priority=-1,
        )

    @Slot()
    def pause(self) -> None:
        for run, token, _ in self._in("starting", "running"):
            self._desk.pause(token)
            self._room.apply(changes.live_status, run.key, "paused")

    @Slot()
    def resume(self) -> None:
        for run, token, _ in self._in("paused"):
            self._desk.resume(token)
            self._room.apply(changes.live_status, run.key, "running")

    @Slot()
    def pause_or_resume(self) -> None:
        if self._room.now.own.paused:
            self.resume()
        else:
            self.pause()

    @Slot()
    def stop(self) -> None:
        """End the runs after their next update and keep their models.

        Runs after their last update are not interrupted: their models are being saved. Runs that
        have not begun are dropped.
        """
        for run, token, asked in self._in("starting", "running", "paused"):
            if not run.run_id:
                self._desk.drop(token)
                self._jobs.pop(run.key)
                self._room.apply(without_live, run.key)
            elif not run.ending:
                asked.set()
                self._room.apply(changes.live_status, run.key, "stopping")
                self._desk.resume(token)

    def _submit(self, request: TrainingRequest, begin: _Begin) -> None:
        key, stop = self._next_key, StopAsked()
        self._next_key += 1
        self._room.apply(with_new_live, LiveRun(key=key, request=request))
        token = self._desk.submit(
            partial(begin, stop),
            on_item=partial(self._on_event, key),
            on_failed=partial(self._on_failed, key),
        )
        self._jobs[key] = token, stop

    def _on_event(self, key: int, event: TrainingEvent) -> None:
        match event:
            case TrainingReported(curve):
                self._room.apply(changes.reported, key, curve)
            case Moment():
                run_id = next(run.run_id for run in self._room.now.own.live if run.key == key)
                self._room.apply(moment_arrived, run_id, event)
            case SampleTranslations():
                self._room.apply(changes.sampled, key, event)
            case Message():
                self._room.apply(on_bench(also_told), event, "warning")
            case TrainingBegun(history, notices):
                self._room.apply(changes.run_begun, key, history)
                if notices:
                    self._room.apply(on_bench(also_told), joined(notices), "warning")
                self.runs_changed.emit()
            case TrainingEnded():
                self._on_ended(key, event)

    def _on_ended(self, key: int, ended: TrainingEnded) -> None:
        self._jobs.pop(key, None)
        before = self._room.now.bench.model_key
        self._room.apply(changes.run_ended, key, ended.card)
        self._room.apply(changes.left, ended)
        self.runs_changed.emit()
        if self._room.now.bench.model_key != before:
            self.model_changed.emit()

    def _on_failed(self, key: int, message: Message, details: str) -> None:
        self._jobs.pop(key, None)
        self._room.apply(changes.run_lost, key, str(message))
        self._room.apply(on_bench(failed), message, details)
        self.runs_changed.emit()

    def _in(self, *statuses: LiveStatus) -> list[tuple[LiveRun, int, StopAsked]]:
        live = self._room.now.own.live
        return [(run, *self._jobs[run.key]) for run in live if run.status in statuses]


INTERVAL_MS = 200
"""From one moment to the next while playing."""


class ReplayController(QObject):
    """Changes the moment; its timer runs only while the state is playing.

    Signals:
        tab_wanted: name of the tab that shall show the moments.
    """

    tab_wanted = Signal(str)

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        parent: QObject | None = None,
        *,
        interval_ms: int = INTERVAL_MS,
    ) -> None:
        super().__init__(parent)
        self._room = room
        self._timer = QTimer(self)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(room.applying(replay_room.replay_advanced))
        room.follow(self._follow)

    @Slot()
    def open(self) -> None:
        self._room.apply(replay_room.replay_opened)
        self.tab_wanted.emit(replay_room.WORKBENCH)

    @Slot()
    def open_or_close(self) -> None:
        if self._room.now.own.replay.in_workbench:
            self._room.apply(replay_room.replay_closed)
        else:
            self.open()

    def _follow(self, old: TrainingRoom, new: TrainingRoom) -> None:
        # Runs may have been added, extended or removed.
        if old.own.runs is not new.own.runs:
            self._room.apply(replay_room.arranged)
        # the steps of another picture are not played on
        if replay_room.replaying(old) != replay_room.replaying(new):
            self._room.apply(on_bench(stopped_playing))
        playing = new.own.replay.playing
        if playing and not self._timer.isActive():
            self._timer.start()
        elif not playing:
            self._timer.stop()


RUNS_PRIORITY = 10


class RunsController(QObject):
    """Reads, renames, exports, deletes and restores runs; all file access is in the worker.

    A run is read when it is shown; reading is cancelled when it is no longer shown. After a
    failure it is tried again the next time.

    Signals:
        taken: a run was imported; the tab that shows it best.
    """

    taken = Signal(str)

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        library: Library,
        models: ModelController,
        parent: QObject | None = None,
    ) -> None:
        # Runs deleted in earlier sessions are removed for good; refresh() lists the rest.
        super().__init__(parent)
        self._room, self._desk, self._model_cache = room, desk, model_cache
        self._library, self._runs, self._models = library, library.runs, models
        self._told: set[str] = set()
        self._reading: dict[str, int] = {}  # tokens by run
        room.follow(lambda old, new: self._read(new) if old.own is not new.own else None)
        self._read(room.now)
        self._submit(partial(jobs.purge_steps, self._runs), essential=False)

    @Slot()
    def refresh(self) -> None:
        self._submit(
            partial(jobs.listing_steps, self._runs, self._library),
            on_failed=self._room.applying(on_bench(failed)),
            essential=False,
        )

    @Slot(str, str)
    def rename(self, run_id: str, name: str) -> None:
        card = self._room.now.own.runs.card(run_id)
        if card is not None and card.name != name:
            self._act(partial(jobs.rename_steps, self._runs, self._library, run_id, name))

    @Slot(str, object)
    def export(self, run_id: str, path: Path) -> None:
        """Write a run as one ``.zip``."""
        self._act(partial(jobs.run_export_steps, self._runs, run_id, path))

    @Slot(object)
    def take_in(self, path: Path) -> None:
        """Import a run: its folder, or an exported ``.zip``."""
        self._act(partial(jobs.taking_steps, self._runs, self._library, path))

    @Slot(str)
    def delete(self, run_id: str) -> None:
        """Move a run aside; :meth:`restore` brings it back."""
        self._act(partial(jobs.delete_steps, self._runs, self._library, run_id))

    @Slot()
    def undo(self) -> None:
        deleted = self._room.now.own.runs.deleted
        if deleted is not None:
            self.restore(deleted.run_id)

    @Slot(str)
    def restore(self, run_id: str) -> None:
        """Restore a run that was deleted in this session."""
        self._room.apply(on_bench(notice_dismissed))
        self._submit(
            partial(jobs.restore_steps, self._runs, self._library, run_id),
            on_failed=self._on_lost,
        )

    @Slot(str)
    def use(self, run_id: str) -> None:
        """Use the model of a run: a live run with its current weights, others as saved."""
        training = self._room.now.own
        card = training.runs.card(run_id)
        if card is None:
            return
        if training.live_run(run_id) is not None:
            self._models.take(partial(snapshot_steps, self._model_cache, run_id, name=card.name))
            return
        try:
            path = self._runs.open(run_id).model_path
        except UserError as error:
            self._room.apply(on_bench(failed), error.message)
        else:
            self._models.open(path)

    @Slot()
    def use_shown(self) -> None:
        self.use(self._room.now.own.runs.shown or "")

    def _act(self, begin: Callable[[], Iterator[jobs.RunsEvent | None]]) -> None:
        # A new action of the user dismisses the last notice.
        self._room.apply(on_bench(notice_dismissed))
        self._submit(begin)

    def _submit(
        self,
        begin: Callable[[], Iterator[jobs.RunsEvent | None]],
        *,
        on_failed: Callable[[Message, str], None] | None = None,
        essential: bool = True,
    ) -> None:
        # One priority for all, so that they run in the order of their requests. The end of the
        # application waits for essential ones, which the user requested.
        self._desk.submit(
            begin,
            on_item=self._on_event,
            on_failed=on_failed or self._on_failed,
            priority=RUNS_PRIORITY,
            essential=essential,
        )

    def _on_event(self, event: jobs.RunsEvent) -> None:
        match event:
            case jobs.RunsListed(cards, models, problems):
                self._room.apply(runs_listed, cards, models=models)
                # unreadable runs are reported once
                new = [problem for problem in problems if str(problem) not in self._told]
                self._told.update(map(str, new))
                if new:
                    self._room.apply(on_bench(also_told), joined(new), "warning")
            case jobs.RunChanged(change, card):
                self._room.apply(change, card)
            case jobs.RunTaken(card):
                message = Message("{name} was added to your runs.", {"name": card.name})
                self._room.apply(on_bench(told), message)
                self.taken.emit("time_lapse" if card.probes else "runs")
            case jobs.RunExported(card, path):
                message = Message(
                    "{name} was exported to {path}.", {"name": card.name, "path": path}
                )
                self._room.apply(on_bench(told), message)

    def _on_lost(self, message: Message, details: str) -> None:
        self._room.apply(run_gone)
        self._on_failed(message, details)

    def _on_failed(self, message: Message, details: str) -> None:
        # The files may differ from the list now.
        self._room.apply(on_bench(failed), message, details)
        self.refresh()

    def _read(self, room: TrainingRoom) -> None:
        wanted = unread(room)
        for run_id in self._reading.keys() - wanted:
            self._desk.drop(self._reading.pop(run_id))
        for run_id in wanted - self._reading.keys():
            self._reading[run_id] = self._desk.submit(
                partial(reading_steps, self._runs, run_id),
                on_item=self._on_read,
                on_failed=self._room.applying(on_bench(failed)),
                priority=INQUIRY_PRIORITY,
            )

    def _on_read(self, read: RunRead) -> None:
        self._room.apply(history_read, read.history)
        if read.notices:
            self._room.apply(on_bench(also_told), joined(read.notices), "warning")
