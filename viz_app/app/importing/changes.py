"""What becomes of the page: a model is chosen, read, asked about and imported."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path

from model.checkpoint.foreign_paths import stem_at
from model.checkpoint.import_reading import ImportQuestion, ImportReading
from model.messages import Message
from viz_app.app.state.importing import ImportState
from viz_app.storage.file_names import file_word
from viz_app.storage.file_progress import FileProgress
from viz_app.storage.run_names import is_taken


def path_chosen(state: ImportState, path: Path, *, taken: Collection[str]) -> ImportState:
    """Another model is read; its answers are its own."""
    del state
    return ImportState(path=path, recognising=True, name=suggested_name(path, taken))


def answered(state: ImportState, name: str, answer: str) -> ImportState:
    """A question is answered, with nothing where an answer is taken back; it is read once more."""
    others = {key: value for key, value in state.answers.items() if key != name}
    answers = {**others, name: answer} if answer else others
    return dataclasses.replace(state, answers=answers, recognising=True, failure=None)


def recognised(
    state: ImportState,
    reading: ImportReading | None,
    questions: Sequence[ImportQuestion],
    problem: Message | None,
) -> ImportState:
    """It was read, or not; then the questions so far are asked, and those from before."""
    if reading is None:
        asked = {question.name: question for question in (*state.questions, *questions)}
        return dataclasses.replace(
            state, questions=tuple(asked.values()), problem=problem, recognising=False
        )
    return dataclasses.replace(
        state, reading=reading, questions=tuple(questions), problem=problem, recognising=False
    )


def renamed(state: ImportState, name: str) -> ImportState:
    """The model shall be called so."""
    return dataclasses.replace(state, name=name, failure=None)


def import_progressed(state: ImportState, progress: FileProgress) -> ImportState:
    """So many tensors are done."""
    return dataclasses.replace(state, progress=progress, failure=None)


def import_ended(state: ImportState, failure: Message | None = None) -> ImportState:
    """It is not being imported any more; where it failed, why."""
    return dataclasses.replace(state, progress=None, failure=failure)


def suggested_name(path: Path, taken: Collection[str]) -> str:
    """A name as the folder has, or the file, with a number where it is taken."""
    stem = file_word(stem_at(path))
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(name for name in names if not is_taken(name, taken))
