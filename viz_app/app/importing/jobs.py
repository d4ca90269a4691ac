"""The worker's part: a foreign model is recognised, and imported tensor by tensor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from model.atomic import WriteError, make_folder
from model.checkpoint.import_reading import ImportQuestion, ImportReading
from model.messages import Message, UserError
from viz_app.engine.torch_import import import_torch
from viz_app.storage.file_progress import FileProgress
from viz_app.storage.library import Library, ModelEntry
from viz_app.workbench.jobs.models import ModelSaved


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What was understood with some answers; where it was not, what was asked before, and why.

    ``models`` are those that there are by now, whose names are taken.
    """

    questions: Sequence[ImportQuestion]
    models: Sequence[ModelEntry]
    reading: ImportReading | None = None
    problem: Message | None = None


def recognise_steps(
    path: Path, answers: Mapping[str, str], *, library: Library
) -> Iterator[Attempt | None]:
    """Read headers and vocabularies; answers that nobody asks for do no harm."""
    import_torch()
    yield None
    from model.checkpoint.importing import recognise_with
    from model.checkpoint.readers.questions import Answers

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
    """Write the checkpoint; closed before the end, this leaves nothing.

    ``replaces``: the user knows that a model is there, which gives way.

    Raises:
        UserError: the model is not any more what was recognised, or the file cannot be written.
    """
    if output.exists() and not replaces:
        raise WriteError("The name {name!r} is taken: choose another one.", name=output.stem)
    from model.checkpoint.importing import import_steps, recognise_with
    from model.checkpoint.readers.questions import Answers

    recognised = recognise_with(path, Answers(answers))
    make_folder(output.parent)
    for step in import_steps(recognised, output):
        yield FileProgress(step.done, step.total)
    yield ModelSaved(library.listed(output), library.entries())
