"""Load, move and save the current model."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message, UserError
from viz_app.app.app_state import (
    failed,
    loading_asked,
    loading_ended,
    model_arrived,
    notice_dismissed,
    told,
)
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Store
from viz_app.storage.library import Library, name_of
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs.models import (
    ModelReady,
    ModelSaved,
    load_steps,
    move_steps,
    save_steps,
    snapshot_steps,
)
from viz_app.workbench.jobs.shelf import Shelf

MODEL_PRIORITY = 20


class ModelController(QObject):
    """Keeps the state's model and the worker's the same; ``model_changed`` follows a new one."""

    model_changed = Signal()

    def __init__(
        self,
        store: Store,
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        runs: Runs,
        parent: QObject | None = None,
    ) -> None:
        """No model is loaded yet."""
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._shelf = shelf
        self._library = library
        self._runs = runs
        self._loading: int | None = None
        self._path: Path | None = None
        self._before: Path | None = None

    def open_named(self, name: str, *, otherwise: str | None = None) -> None:
        """Load a checkpoint by name or path; an unknown one is said, and the session stays.

        ``otherwise`` is loaded when the first one of a session cannot be.
        """
        entries = self._library.entries()
        self._path = next((entry.path for entry in entries if entry.name == otherwise), None)
        try:
            path = self._library.find(name)
        except UserError as error:
            message = error.message
            self._store.apply(lambda state: failed(state, message))
        else:
            self.open(path)

    @Slot(object)
    def open(self, path: Path) -> None:
        """Load a checkpoint instead of any that is being loaded."""
        self._before = self._path if self._store.state.model is None else None
        self._store.apply(notice_dismissed)
        self._load(path)

    @Slot(str)
    def use_run(self, run_id: str) -> None:
        """Use the model of a run: with its weights of now while it is trained, else as kept."""
        card = self._store.state.runs.card(run_id)
        if card is None:
            return
        if self._store.state.training.live_run(run_id) is None:
            self._open_kept(run_id)
            return
        self._desk.drop(self._loading)
        self._loading = self._desk.submit(
            lambda: snapshot_steps(self._shelf, run_id, name=card.name),
            on_item=self._on_ready,
            on_failed=self.on_failed,
            priority=MODEL_PRIORITY,
        )

    def _open_kept(self, run_id: str) -> None:
        try:
            path = self._runs.open(run_id).model_path
        except UserError as error:
            message = error.message
            self._store.apply(lambda state: failed(state, message))
        else:
            self.open(path)

    @Slot()
    def use_shown_run(self) -> None:
        """Use the model of the run on show."""
        self.use_run(self._store.state.runs.shown or "")

    def _load(self, path: Path) -> None:
        self._path = path
        self._desk.drop(self._loading)
        device = self._store.state.settings.device
        self._store.apply(lambda state: loading_asked(state, name_of(path)))
        self._loading = self._desk.submit(
            lambda: load_steps(self._shelf, path, device),
            on_item=self._on_ready,
            on_failed=self.on_failed,
            priority=MODEL_PRIORITY,
        )

    @Slot(object)
    def save(self, path: Path) -> None:
        """Write the current model."""
        key = self._store.state.model_key
        self._desk.submit(
            lambda: save_steps(self._shelf, key, path),
            on_item=self._on_saved,
            on_failed=self.on_failed,
            priority=MODEL_PRIORITY,
            essential=True,
        )

    @Slot(str)
    def move(self, device: str) -> None:
        """Use another device from now on."""
        settings = dataclasses.replace(self._store.state.settings, device=device)
        self._store.apply(lambda state: dataclasses.replace(state, settings=settings))
        if self._store.state.loading and self._path is not None:
            self.open(self._path)
        elif self._store.state.model is not None:
            self._desk.drop(self._loading)
            key, name = self._store.state.model_key, self._store.state.model.name
            self._loading = self._desk.submit(
                lambda: move_steps(self._shelf, key, device, name=name),
                on_item=self._on_ready,
                on_failed=self.on_failed,
                priority=MODEL_PRIORITY,
            )

    def _on_ready(self, ready: ModelReady) -> None:
        models = self._library.entries()
        self._store.apply(
            lambda state: model_arrived(state, ready.key, ready.summary, models=models)
        )
        if ready.notice is not None:
            notice = ready.notice
            self._store.apply(lambda state: told(state, notice, "warning"))
        self.model_changed.emit()

    def _on_saved(self, saved: ModelSaved) -> None:
        message = Message("The model was saved as {path}.", {"path": saved.path})
        self._store.apply(lambda state: told(state, message))

    def on_failed(self, message: Message, details: str) -> None:
        """Say what went wrong; the current model stays, or the one asked for before comes."""
        self._store.apply(lambda state: failed(loading_ended(state), message, details=details))
        before, self._before = self._before, None
        if self._store.state.model is None and before is not None:
            self._load(before)
