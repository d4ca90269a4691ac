"""Load, move and save the current model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.messages import Message, UserError
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.library import Library
from viz_app.workbench.changes import models
from viz_app.workbench.changes.notices import failed, notice_dismissed, told
from viz_app.workbench.jobs.models import (
    ForeignFile,
    ModelReady,
    ModelSaved,
    file_steps,
    gone_steps,
    load_steps,
    move_steps,
    save_steps,
)
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.state.workbench import Workbench

MODEL_PRIORITY = 20


class ModelController(QObject):
    """Keeps the state's model and the worker's the same.

    Signals:
        model_changed: there is another model.
        model_found: the model that has made what is on screen is here.
        foreign_found: the path of a file that another program has made.
    """

    model_changed = Signal()
    model_found = Signal()
    foreign_found = Signal(object)

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        """No model is loaded yet."""
        super().__init__(parent)
        self._bench = bench
        self._desk = desk
        self._shelf = shelf
        self._library = library
        self._loading: int | None = None
        self._path: Path | None = None
        self._before: Path | None = None
        # once, however many reasons there are to look
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look)
        bench.follow(self._compare)

    def open_named(self, name: str, *, otherwise: str | None = None) -> None:
        """Load a checkpoint by name or path; an unknown one is said, and the session stays.

        ``otherwise`` is loaded when the first one of a session cannot be.
        """
        entries = self._library.entries()
        self._path = next((entry.path for entry in entries if entry.name == otherwise), None)
        try:
            path = self._library.find(name)
        except UserError as error:
            self._bench.apply(failed, error.message)
        else:
            self.open(path)

    @Slot(object)
    def open(self, path: Path) -> None:
        """Load a checkpoint instead of any that is being loaded."""
        self._before = self._path if _is_empty(self._bench.now) else None
        self._bench.apply(notice_dismissed)
        self._load(path.absolute())

    def take(self, steps: Callable[[], Iterator[ModelReady | ForeignFile]]) -> None:
        """Use the model that a job makes, instead of any that is being loaded."""
        self._desk.drop(self._loading)
        self._loading = self._desk.submit(
            steps, on_item=self._on_ready, on_failed=self.on_failed, priority=MODEL_PRIORITY
        )

    def _load(self, path: Path) -> None:
        self._path = path
        device, library = self._bench.now.settings.device, self._library
        self._bench.apply(models.loading_asked, path)
        self.take(lambda: load_steps(self._shelf, path, device, library=library))

    @Slot(object)
    def save(self, path: Path) -> None:
        """Write the current model, but not over one that came with Headlight."""
        absent, key = models.not_here(self._bench.now), self._bench.now.model_key
        if absent is not None:
            self._bench.apply(told, absent, "warning")
            return
        self._desk.submit(
            lambda: save_steps(self._shelf, key, path, library=self._library),
            on_item=self._on_saved,
            on_failed=lambda message, details: self._bench.apply(failed, message, details),
            priority=MODEL_PRIORITY,
            essential=True,
        )

    @Slot(str)
    def move(self, device: str) -> None:
        """Use another device from now on."""
        self._bench.apply(models.settings_changed, device=device)
        bench = self._bench.now
        if bench.loading and self._path is not None:
            self.open(self._path)
        elif bench.model is not None and bench.absent is None:
            key, name, file = bench.model_key, bench.model.name, bench.model_file
            self.take(lambda: move_steps(self._shelf, key, device, name=name, file=file))

    def _on_ready(self, ready: ModelReady | ForeignFile) -> None:
        if isinstance(ready, ForeignFile):
            self._on_foreign(ready.path)
            return
        awaited = models.is_awaited(self._bench.now, ready.summary, ready.file)
        self._bench.apply(
            models.model_arrived, ready.key, ready.summary, models=ready.models, file=ready.file
        )
        if ready.notice is not None:
            self._bench.apply(told, ready.notice, "warning")
        if ready.said is not None:
            self._bench.apply(told, ready.said)
        (self.model_found if awaited else self.model_changed).emit()

    def _on_foreign(self, path: Path) -> None:
        """The current model stays, or the one asked for before comes; who imports looks at this."""
        self._bench.apply(models.loading_ended)
        self._load_before()
        self.foreign_found.emit(path)

    def _on_saved(self, saved: ModelSaved) -> None:
        message = Message("The model was saved as {path}.", {"path": saved.path})
        self._bench.apply(models.models_listed, saved.models)
        self._bench.apply(models.file_used, saved.path)
        self._bench.apply(told, message)
        self._looking.start()

    def on_failed(self, message: Message, details: str) -> None:
        """Say what went wrong; the current model stays, or the one asked for before comes."""
        self._bench.apply(lambda bench: failed(models.loading_ended(bench), message, details))
        self._look_whether_gone()
        self._load_before()

    def _load_before(self) -> None:
        before, self._before = self._before, None
        if _is_empty(self._bench.now) and before is not None:
            self._load(before)

    def _compare(self, old: Workbench, new: Workbench) -> None:
        """Other files may be listed because one was written: perhaps the current model's."""
        if new.models is not old.models and new.model_file == old.model_file:
            self._looking.start()

    @Slot()
    def _look(self) -> None:
        file = self._bench.now.model_file
        if file is not None:
            self._desk.submit(
                lambda: file_steps(file.path),
                on_item=lambda read: self._bench.apply(
                    models.file_read, read.path, checksum=read.checksum
                ),
                on_failed=self.on_failed,
                priority=MODEL_PRIORITY,
            )

    def _look_whether_gone(self) -> None:
        path = self._path
        if path is not None:
            self._desk.submit(
                lambda: gone_steps(path),
                on_item=self._bench.applying(models.file_gone),
                on_failed=self._bench.applying(failed),
                priority=MODEL_PRIORITY,
            )


def _is_empty(bench: Workbench) -> bool:
    """Whether nothing is lost to another model: nothing is here but what came with Headlight."""
    return bench.model is None or bench.prerecorded
