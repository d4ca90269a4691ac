"""Start, pause, resume and cancel a training run."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message, joined
from viz_app.controllers.desk import JobDesk
from viz_app.controllers.store import Store
from viz_app.jobs.shelf import Shelf
from viz_app.jobs.training import (
    TrainingDone,
    TrainingReported,
    TrainingStarted,
    training_steps,
)
from viz_app.persistence.library import Library
from viz_app.state.app_state import also_told, failed, model_arrived, told
from viz_app.state.training import (
    TrainingRequest,
    TrainingStatus,
    started,
    with_reports,
    with_status,
)


class TrainingController(QObject):
    """One run at a time; ``model_changed`` follows when it is done."""

    model_changed = Signal()

    def __init__(
        self,
        store: Store,
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        """No run yet."""
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._shelf = shelf
        self._library = library
        self._token: int | None = None

    @Slot(object)
    def start(self, request: TrainingRequest) -> None:
        """Start a run, unless one is under way."""
        if self._store.state.training.active:
            return
        training = started(request)
        self._store.apply(lambda state: dataclasses.replace(state, training=training, notice=None))
        self._token = self._desk.submit(
            lambda: training_steps(self._shelf, self._library, request),
            on_item=self._on_item,
            on_failed=self._on_failed,
        )

    @Slot()
    def pause(self) -> None:
        """Let the run wait; it goes on exactly where it is."""
        if self._token is not None and self._store.state.training.active:
            self._desk.pause(self._token)
            self._set_status("paused")

    @Slot()
    def resume(self) -> None:
        """Let a paused run go on."""
        if self._token is not None and self._store.state.training.status == "paused":
            self._desk.resume(self._token)
            self._set_status("running")

    @Slot()
    def cancel(self) -> None:
        """End the run; what it has learned is dropped, the current model stays.

        After the last update the model is being kept: then there is nothing to cancel any more.
        """
        training = self._store.state.training
        done = training.progress is not None and training.progress.done
        if training.active and not done:
            self._desk.drop(self._token)
            self._token = None
            self._set_status("cancelled")

    def _set_status(self, status: TrainingStatus) -> None:
        training = with_status(self._store.state.training, status)
        self._store.apply(lambda state: dataclasses.replace(state, training=training))

    def _on_item(self, item: TrainingStarted | TrainingReported | TrainingDone) -> None:
        match item:
            case TrainingReported(reports):
                training = with_reports(self._store.state.training, reports)
                self._store.apply(lambda state: dataclasses.replace(state, training=training))
            case TrainingStarted(notices):
                if notices:
                    self._tell(joined(notices))
            case TrainingDone():
                self._on_done(item)

    def _tell(self, notice: Message) -> None:
        self._store.apply(lambda state: told(state, notice, "warning"))

    def _on_done(self, done: TrainingDone) -> None:
        self._token = None
        self._set_status("finished")
        models = self._library.entries()
        self._store.apply(lambda state: model_arrived(state, done.key, done.summary, models=models))
        if done.error is not None:
            error = done.error
            self._store.apply(lambda state: failed(state, error))
        else:
            message = Message(
                "{name} is trained and is the current model; it is kept in {path}.",
                {"name": done.summary.name, "path": done.path},
            )
            self._store.apply(lambda state: also_told(state, message))
        self.model_changed.emit()

    def _on_failed(self, message: Message, details: str) -> None:
        self._token = None
        self._set_status("failed")
        self._store.apply(lambda state: failed(state, message, details=details))
