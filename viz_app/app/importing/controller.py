"""The page that imports: every answer is read into the model again, and what is overtaken drops."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message
from viz_app.app.app_state import AppState, bench_slot, import_slot
from viz_app.app.importing import changes
from viz_app.app.importing.jobs import Attempt, import_model_steps, recognise_steps
from viz_app.app.importing.snapshot import resolve_import, target_of
from viz_app.app.state.importing import ImportState
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Store
from viz_app.storage.file_progress import FileProgress
from viz_app.storage.library import Library
from viz_app.storage.openable import model_root
from viz_app.workbench.changes.models import models_listed
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.jobs.models import ModelSaved

RECOGNISING_PRIORITY, IMPORT_PRIORITY = 15, 5
"""After a model that is opened; a translation does not wait for an import."""


class ImportController(QObject):
    """One model at a time.

    Signals:
        imported: the path of a checkpoint, and a sentence about it.
    """

    imported = Signal(object, object)

    def __init__(
        self,
        store: Store[AppState],
        desk: JobDesk,
        *,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is looked at before :meth:`choose`."""
        super().__init__(parent)
        self._bench, self._own = bench_slot(store), import_slot(store)
        self._desk, self._library = desk, library
        self._reading: int | None = None
        self._importing: int | None = None

    @Slot(object)
    def choose(self, path: Path) -> None:
        """Look at a folder or file, instead of any other."""
        self.leave()
        path = model_root(path.absolute())
        taken = {entry.name for entry in self._bench.now.models} | self._library.runs.taken_names()
        self._own.apply(changes.path_chosen, path, taken=taken)
        self._recognise()

    @Slot(str, str)
    def answer(self, name: str, answer: str) -> None:
        """Answer a question, and look once more."""
        self._own.apply(changes.answered, name, answer)
        self._recognise()

    @Slot(str)
    def rename(self, name: str) -> None:
        """Give the model to be another name."""
        self._own.apply(changes.renamed, name)

    @Slot()
    def begin(self) -> None:
        """Import it, if nothing stands in the way."""
        now, models = self._own.now, self._bench.now.models
        if now.path is None or not resolve_import(now, models).can_import:
            return
        path, answers = now.path, now.answers
        output = target_of(now.name, models, folder=self._library.imported)
        replaces = any(entry.path == output for entry in models)
        self._own.apply(changes.import_progressed, FileProgress(0, 0))
        self._importing = self._desk.submit(
            lambda: import_model_steps(
                path, answers, output, replaces=replaces, library=self._library
            ),
            on_item=self._on_step,
            on_failed=self._on_failed,
            priority=IMPORT_PRIORITY,
        )

    @Slot()
    def cancel(self) -> None:
        """Give the import up: nothing of it is left."""
        self._desk.drop(self._importing)
        self._importing = None
        self._own.apply(changes.import_ended)

    @Slot()
    def leave(self) -> None:
        """Give everything up: nobody looks at it any more."""
        self._desk.drop(self._reading)
        self.cancel()
        self._own.apply(lambda _: ImportState())

    def _recognise(self) -> None:
        now = self._own.now
        if now.path is None:
            return
        self._desk.drop(self._reading)
        self._reading = self._desk.submit(
            partial(recognise_steps, now.path, now.answers, library=self._library),
            on_item=self._on_attempt,
            on_failed=self._on_unread,
            priority=RECOGNISING_PRIORITY,
        )

    def _on_attempt(self, attempt: Attempt) -> None:
        self._bench.apply(models_listed, attempt.models)
        self._own.apply(changes.recognised, attempt.reading, attempt.questions, attempt.problem)

    def _on_unread(self, message: Message, details: str) -> None:
        self._own.apply(changes.recognised, None, (), message)
        self._tell(message, details)

    def _on_step(self, step: FileProgress | ModelSaved) -> None:
        if isinstance(step, FileProgress):
            self._own.apply(changes.import_progressed, step)
            return
        self._importing = None
        name, family = step.path.stem, self._own.now.reading
        said = Message(
            "{name} was imported: every tensor of the {family} model has its place.",
            {"name": name, "family": family.family if family else ""},
        )
        self._bench.apply(models_listed, step.models)
        self.leave()
        self.imported.emit(step.path, said)

    def _on_failed(self, message: Message, details: str) -> None:
        self._importing = None
        self._own.apply(changes.import_ended, message)
        self._tell(message, details)

    def _tell(self, message: Message, details: str) -> None:
        """What nobody expected is said with its details, which the page has no room for."""
        if details:
            self._bench.apply(failed, message, details)
