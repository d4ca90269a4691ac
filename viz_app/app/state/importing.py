"""A foreign model on the page of *Model → Import…*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from model.messages import Message
from viz_app.storage.file_progress import FileProgress

if TYPE_CHECKING:
    from model.checkpoint.import_reading import ImportQuestion, ImportReading


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportState:
    """What the user looks at, and what was said about it.

    Attributes:
        path: of the model; None before one was chosen.
        answers: by the names of questions; one that is not asked any more is kept, and not used.
        questions: as they were asked last, also where it could not be read.
        reading: what was understood last, perhaps with other answers.
        problem: why it could not be read with these answers.
        recognising: it is being read.
        name: of the model to be.
        progress: while it is being imported.
        failure: why it was not imported, until something is changed or it is tried again.
    """

    path: Path | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    questions: Sequence[ImportQuestion] = ()
    reading: ImportReading | None = None
    problem: Message | None = None
    recognising: bool = False
    name: str = ""
    progress: FileProgress | None = None
    failure: Message | None = None
