"""State to the page that imports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from model.checkpoint.shipped import SUFFIX
from model.messages import Message, UserError
from viz_app.app.state.importing import ImportState
from viz_app.storage.file_names import file_name
from viz_app.storage.library import ModelEntry
from viz_app.storage.run_names import checked_name, is_taken

ImportCheck = Literal[
    "nothing", "reading", "asks", "problem", "replaces", "ready", "importing", "failed"
]
"""What is to be said of it: nothing was chosen; it is read; questions are open; it does not fit;
it would take another's place; all is well; it is being imported; it was not, and can be again."""

_UNNAMED = Message("The model needs a name.")
_HIDDEN = Message("A name cannot begin with a dot.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSnapshot:
    """The page.

    Attributes:
        problem: why it cannot be imported; None where nothing but answers is missing.
    """

    state: ImportState = ImportState()
    check: ImportCheck = "nothing"
    problem: Message | None = None

    @property
    def can_import(self) -> bool:
        """Whether nothing stands in the way."""
        return self.check in {"ready", "replaces", "failed"}


def resolve_import(state: ImportState, models: Sequence[ModelEntry]) -> ImportSnapshot:
    """The page, beside the models that there are."""
    problem = _problem(state, models)
    check = _check(state, models, problem)
    return ImportSnapshot(state=state, check=check, problem=problem or state.failure)


def target_of(name: str, models: Sequence[ModelEntry], *, folder: Path) -> Path:
    """Where a model of that name goes: to the place of one that it replaces, or into the folder."""
    replaced = _replaced(name, models)
    return folder / f"{checked_name(name)}{SUFFIX}" if replaced is None else replaced.path


def _check(
    state: ImportState, models: Sequence[ModelEntry], problem: Message | None
) -> ImportCheck:
    """The first that is so."""
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
    """What does not fit comes before what is still to be said; its name comes last."""
    if state.problem is not None or state.reading is None:
        return state.problem
    if state.reading.problem is not None:
        return state.reading.problem
    return None if state.reading.open else _name_problem(state.name, models)


def _name_problem(name: str, models: Sequence[ModelEntry]) -> Message | None:
    """Only a model that was imported too gives way to one of its name."""
    if not name.strip():
        return _UNNAMED
    try:
        name = checked_name(name)
    except UserError as error:
        return error.message
    if name.startswith("."):
        return _HIDDEN
    if file_name(name) != name:
        return Message(
            "No file can be called {name!r} on every system; {other!r} can be.",
            {"name": name, "other": file_name(name)},
        )
    others = {entry.name for entry in models if not entry.imported}
    if is_taken(name, others):
        return Message("The name {name!r} is taken: choose another one.", {"name": name})
    return None
