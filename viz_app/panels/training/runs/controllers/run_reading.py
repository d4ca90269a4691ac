"""Keeps what the runs on show have told in the state."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from model.messages import joined
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import INQUIRY_PRIORITY
from viz_app.engine.store import Slot
from viz_app.panels.training.runs.changes import history_read, unread
from viz_app.panels.training.runs.jobs.run_reading import RunRead, reading_steps
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.storage.runs import Runs
from viz_app.workbench.changes.notices import also_told, failed
from viz_app.workbench.controllers.room import on_bench


class RunReader(QObject):
    """Reads a run as soon as it comes on show, once; reading ends when nobody wants it any more.

    A run that cannot be read is said, and tried again when it comes on show the next time.
    """

    def __init__(
        self, room: Slot[TrainingRoom], desk: JobDesk, runs: Runs, parent: QObject | None = None
    ) -> None:
        """Begin with the runs that are on show already."""
        super().__init__(parent)
        self._room, self._desk, self._runs = room, desk, runs
        self._tokens: dict[str, int] = {}
        room.follow(self._on_changed)
        self._read(room.now)

    def _on_changed(self, old: TrainingRoom, new: TrainingRoom) -> None:
        if old.own is not new.own:
            self._read(new)

    def _read(self, room: TrainingRoom) -> None:
        wanted = unread(room)
        for run_id in self._tokens.keys() - wanted:
            self._desk.drop(self._tokens.pop(run_id))
        for run_id in wanted - self._tokens.keys():
            self._tokens[run_id] = self._desk.submit(
                partial(reading_steps, self._runs, run_id),
                on_item=self._on_read,
                on_failed=self._room.applying(on_bench(failed)),
                priority=INQUIRY_PRIORITY,
            )

    def _on_read(self, read: RunRead) -> None:
        self._room.apply(history_read, read.history)
        if read.notices:
            self._room.apply(on_bench(also_told), joined(read.notices), "warning")
