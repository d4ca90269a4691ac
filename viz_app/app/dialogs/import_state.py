"""State, jobs and controller of the import page."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from model.checkpoint.import_reading import ImportQuestion, ImportReading
from model.checkpoint.locations import SUFFIX, stem_at
from model.files import WriteError, make_folder
from model.messages import Message, UserError
from viz_app.app.app_state import Services, field_slot
from viz_app.app.slices import ImportState
from viz_app.engine.jobs import import_torch
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.files import FileProgress, file_name, file_word
from viz_app.storage.library import Library, ModelEntry
from viz_app.storage.openable import model_root
from viz_app.storage.runs import checked_name, is_taken
from viz_app.workbench.changes.models import failed, models_listed
from viz_app.workbench.jobs import ModelSaved


def path_chosen(state: ImportState, path: Path, *, taken: Collection[str]) -> ImportState:
    del state
    return ImportState(path=path, recognising=True, name=suggested_name(path, taken))


def answered(state: ImportState, name: str, answer: str) -> ImportState:
    """Store an answer, or remove it if it is empty; the model is read once more."""
    others = {key: value for key, value in state.answers.items() if key != name}
    answers = {**others, name: answer} if answer else others
    return dataclasses.replace(state, answers=answers, recognising=True, failure=None)


def recognised(
    state: ImportState,
    reading: ImportReading | None,
    questions: Sequence[ImportQuestion],
    problem: Message | None,
) -> ImportState:
    if reading is None:
        asked = {question.name: question for question in (*state.questions, *questions)}
        return dataclasses.replace(
            state, questions=tuple(asked.values()), problem=problem, recognising=False
        )
    return dataclasses.replace(
        state, reading=reading, questions=tuple(questions), problem=problem, recognising=False
    )


def renamed(state: ImportState, name: str) -> ImportState:
    return dataclasses.replace(state, name=name, failure=None)


def import_progressed(state: ImportState, progress: FileProgress) -> ImportState:
    return dataclasses.replace(state, progress=progress, failure=None)


def import_ended(state: ImportState, failure: Message | None = None) -> ImportState:
    return dataclasses.replace(state, progress=None, failure=failure)


def suggested_name(path: Path, taken: Collection[str]) -> str:
    """The name of the folder or file, numbered if it is taken."""
    stem = file_word(stem_at(path))
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(name for name in names if not is_taken(name, taken))


ImportCheck = Literal[
    "nothing", "reading", "asks", "problem", "replaces", "ready", "importing", "failed"
]
"""What is to be said of it: nothing was chosen; it is read; questions are open; it does not fit;
it would take another's place; all is well; it is being imported; it was not, and can be again."""

_HIDDEN = Message("A name cannot begin with a dot.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSnapshot:
    """The import page.

    Attributes:
        problem: why it cannot be imported; None if only answers are missing.
    """

    state: ImportState = ImportState()
    check: ImportCheck = "nothing"
    problem: Message | None = None

    @property
    def can_import(self) -> bool:
        return self.check in {"ready", "replaces", "failed"}


def resolve_import(state: ImportState, models: Sequence[ModelEntry]) -> ImportSnapshot:
    problem = _problem(state, models)
    check = _check(state, models, problem)
    return ImportSnapshot(state=state, check=check, problem=problem or state.failure)


def target_of(name: str, models: Sequence[ModelEntry], *, folder: Path) -> Path:
    """The path of the model that is replaced, else a new one in ``folder``."""
    replaced = _replaced(name, models)
    return folder / f"{checked_name(name)}{SUFFIX}" if replaced is None else replaced.path


def _check(
    state: ImportState, models: Sequence[ModelEntry], problem: Message | None
) -> ImportCheck:
    cases: tuple[tuple[bool, ImportCheck], ...] = (
        (state.path is None, "nothing"),
        (state.progress is not None, "importing"),
        (state.recognising, "reading"),
        (problem is not None or state.reading is None, "problem"),
        (state.reading is not None and bool(state.reading.open), "asks"),
        (state.failure is not None, "failed"),
        (_replaced(state.name, models) is not None, "replaces"),
    )
    return next((check for holds, check in cases if holds), "ready")


def _replaced(name: str, models: Sequence[ModelEntry]) -> ModelEntry | None:
    same = (entry for entry in models if entry.imported and is_taken(name.strip(), {entry.name}))
    return next(same, None)


def _problem(state: ImportState, models: Sequence[ModelEntry]) -> Message | None:
    # What does not fit comes before unanswered questions, the model's name comes last.
    if state.problem is not None or state.reading is None:
        return state.problem
    if state.reading.problem is not None:
        return state.reading.problem
    return None if state.reading.open else _name_problem(state.name, models)


def _name_problem(name: str, models: Sequence[ModelEntry]) -> Message | None:
    """Only an imported model can be replaced by another of its name."""
    if not name.strip():
        return Message("The model needs a name.")
    try:
        name = checked_name(name)
    except UserError as error:
        return error.message
    if name.startswith("."):
        return _HIDDEN
    if file_name(name) != name:
        return Message(
            "The file name {name!r} is not valid on all systems; use {other!r}.",
            {"name": name, "other": file_name(name)},
        )
    others = {entry.name for entry in models if not entry.imported}
    if is_taken(name, others):
        return Message("The name {name!r} is taken: choose another one.", {"name": name})
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Result of reading with some answers; if it failed, the questions so far, and why.

    ``models``: those of the library now, whose names are taken.
    """

    questions: Sequence[ImportQuestion]
    models: Sequence[ModelEntry]
    reading: ImportReading | None = None
    problem: Message | None = None


def recognise_steps(
    path: Path, answers: Mapping[str, str], *, library: Library
) -> Iterator[Attempt | None]:
    """Read headers and vocabularies; answers to questions that are not asked are ignored."""
    import_torch()
    yield None
    from model.checkpoint.importing import recognise_with
    from model.checkpoint.readers.recognised import Answers

    asked, models = Answers(answers), library.entries()
    try:
        recognised = recognise_with(path, asked)
    except UserError as error:
        yield Attempt(questions=tuple(asked.questions), models=models, problem=error.message)
        return
    yield None
    yield Attempt(questions=recognised.questions, models=models, reading=recognised.reading())


def import_model_steps(
    path: Path, answers: Mapping[str, str], output: Path, *, replaces: bool, library: Library
) -> Iterator[FileProgress | ModelSaved]:
    """Write the checkpoint; if closed early, no file is left.

    ``replaces``: the user agreed to replace an existing model.

    Raises:
        UserError: the model has changed since it was recognised, or the file cannot be written.
    """
    if output.exists() and not replaces:
        raise WriteError("The name {name!r} is taken: choose another one.", name=output.stem)
    from model.checkpoint.importing import import_steps, recognise_with
    from model.checkpoint.readers.recognised import Answers

    recognised = recognise_with(path, Answers(answers))
    make_folder(output.parent)
    for step in import_steps(recognised, output):
        yield FileProgress(step.done, step.total)
    yield ModelSaved(library.listed(output), library.entries())


RECOGNISING_PRIORITY, IMPORT_PRIORITY = 15, 5
"""After a model that is opened; a translation does not wait for an import."""


class ImportController(QObject):
    """Reads and imports one model at a time.

    Signals:
        imported: the path of a checkpoint, and a sentence about it.
    """

    imported = Signal(object, object)

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = services.bench
        self._own: StateSlot[ImportState] = field_slot(services.store, "importing")
        self._desk, self._library = services.desk, services.library
        self._reading: int | None = None
        self._importing: int | None = None

    @Slot(object)
    def choose(self, path: Path) -> None:
        self.leave()
        path = model_root(path.absolute())
        taken = {entry.name for entry in self._bench.now.models} | self._library.runs.taken_names()
        self._own.apply(path_chosen, path, taken=taken)
        self._recognise()

    @Slot(str, str)
    def answer(self, name: str, answer: str) -> None:
        self._own.apply(answered, name, answer)
        self._recognise()

    @Slot(str)
    def rename(self, name: str) -> None:
        self._own.apply(renamed, name)

    @Slot()
    def begin(self) -> None:
        now, models = self._own.now, self._bench.now.models
        if now.path is None or not resolve_import(now, models).can_import:
            return
        path, answers = now.path, now.answers
        output = target_of(now.name, models, folder=self._library.imported)
        replaces = any(entry.path == output for entry in models)
        self._own.apply(import_progressed, FileProgress(0, 0))
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
        """Cancel the import; no file is left."""
        self._desk.drop(self._importing)
        self._importing = None
        self._own.apply(import_ended)

    @Slot()
    def leave(self) -> None:
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
        self._own.apply(recognised, attempt.reading, attempt.questions, attempt.problem)

    def _on_unread(self, message: Message, details: str) -> None:
        self._own.apply(recognised, None, (), message)
        self._tell(message, details)

    def _on_step(self, step: FileProgress | ModelSaved) -> None:
        if isinstance(step, FileProgress):
            self._own.apply(import_progressed, step)
            return
        self._importing = None
        name, family = step.path.stem, self._own.now.reading
        said = Message(
            "{name} was imported: every tensor of the {family} model is mapped.",
            {"name": name, "family": family.family if family else ""},
        )
        self._bench.apply(models_listed, step.models)
        self.leave()
        self.imported.emit(step.path, said)

    def _on_failed(self, message: Message, details: str) -> None:
        self._importing = None
        self._own.apply(import_ended, message)
        self._tell(message, details)

    def _tell(self, message: Message, details: str) -> None:
        # An unexpected error is a notice with its details, which the page has no room for.
        if details:
            self._bench.apply(failed, message, details)
