"""Keeps what the runs on show have told in the state."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Slot

from model.messages import Message, joined
from viz_app.app.app_state import AppState, also_told, failed
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import INQUIRY_PRIORITY
from viz_app.engine.store import Store
from viz_app.panels.training.runs.changes import history_read, unread
from viz_app.panels.training.runs.jobs.run_reading import RunRead, reading_steps
from viz_app.storage.runs import Runs


class RunReader(QObject):
    """Reads a run as soon as it comes on show, once; reading ends when nobody wants it any more.

    A run that cannot be read is said, and tried again when it comes on show the next time.
    """

    def __init__(
        self, store: Store, desk: JobDesk, runs: Runs, parent: QObject | None = None
    ) -> None:
        """Begin with the runs that are on show already."""
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._runs = runs
        self._tokens: dict[str, int] = {}
        store.changed.connect(self._on_changed)
        self._read(store.state)

    @Slot(object, object)
    def _on_changed(self, old: AppState, new: AppState) -> None:
        if old.runs is not new.runs or old.training is not new.training:
            self._read(new)

    def _read(self, state: AppState) -> None:
        wanted = unread(state)
        for run_id in self._tokens.keys() - wanted:
            self._desk.drop(self._tokens.pop(run_id))
        for run_id in wanted - self._tokens.keys():
            self._tokens[run_id] = self._desk.submit(
                partial(reading_steps, self._runs, run_id),
                on_item=self._on_read,
                on_failed=self._on_failed,
                priority=INQUIRY_PRIORITY,
            )

    def _on_read(self, read: RunRead) -> None:
        self._store.apply(lambda state: history_read(state, read.history))
        if read.notices:
            notice = joined(read.notices)
            self._store.apply(lambda state: also_told(state, notice, "warning"))

    def _on_failed(self, message: Message, details: str) -> None:
        self._store.apply(lambda state: failed(state, message, details=details))
