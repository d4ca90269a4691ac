"""Scenes as a lesson: what each of them shows, as far as a lesson can say it. No Qt, no torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from model.files import write_atomically
from model.messages import Message, UserError, joined
from model.text.words import join_words
from model.traces.interventions import Intervention
from model.values import kept_values, restored
from viz_app.app.lesson_state import check_lesson
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.panels.training.state import TrainingState
from viz_app.storage.lessons import Lesson, LessonScene, lesson_text, note_of, parsed_lesson
from viz_app.storage.library import Library
from viz_app.storage.session import Scene, Session, find_model
from viz_app.workbench.changes.sessions import tree_of
from viz_app.workbench.state import (
    Alignments,
    AttentionOptions,
    BranchTree,
    Selection,
    Workbench,
    given_steps,
)

_PANELS = {panel.name: panel for panel in PANELS}


def lesson_steps(path: Path, scenes: Sequence[Scene], library: Library) -> Iterator[Message]:
    """Write the file of a lesson; yields what to tell of it, also what it cannot contain.

    Raises:
        UserError: a model has no name in the library.
        WriteError: the file cannot be written there.
    """
    made = [_made(scene, number, library) for number, scene in enumerate(scenes, start=1)]
    shown, title = tuple(scene for scene, _ in made), path.name.split(".")[0] or path.name
    text = lesson_text(
        Lesson(title=title, minutes=len(made), model=shown[0].model, scenes=shown, path=path)
    )
    check_lesson(parsed_lesson(text, path), library)
    write_atomically(path, text.encode())
    saved = Message("The lesson was saved as {path}.", {"path": path})
    yield joined([saved, *(each for _, left in made for each in left)])


def _made(scene: Scene, number: int, library: Library) -> tuple[LessonScene, list[Message]]:
    """The scene of a lesson, and sentences on what it lacks of the scene of a session."""
    session = scene.session
    selection = restored(Selection(), session.bench.get("selection"))
    options = _changed(AttentionOptions(), session.bench.get("attention"))
    tab = str(session.bench.get("tab"))
    tab = tab if tab in _PANELS else ATTENTION.name
    tree = None if session.recorded else tree_of(session)
    branch = tree.current_branch if tree is not None else None
    changes = branch.interventions if branch is not None else ()
    off = tuple(map(_off_name, filter(_is_off, changes)))
    made = LessonScene(
        title=scene.title,
        note=note_of(scene.note),
        line=0,
        model="" if session.recorded else _model_name(session, number, library),
        text="" if session.recorded else session.source_text,
        tab=tab,
        without=off,
        prefix=_prefix(tree) if tree is not None else "",
        step=selection.step + 1,
        head=f"{selection.kind} {selection.layer + 1} {selection.head + 1}",
        view=options.pop("view", AttentionOptions().view),
        options=options,
        panel=_panel_of(tab, session),
        hide=restored(Workbench(), session.bench).covers,
    )
    alignments = _changed(Alignments(), session.bench.get("alignments"))
    lacks = (
        (Message("interventions other than switched-off heads"), len(off) < len(changes)),
        (Message("the given target"), branch is not None and branch.given),
        (Message("the moment of a training"), session.recorded),
        (Message("the comparison of branches"), session.compared is not None),
        (Message("the zoom"), session.zoom is not None),
        (Message("the selected cell"), selection.cell is not None),
        (Message("the choice of row labels"), selection.row_labels != Selection().row_labels),
        (Message("the file of word alignments"), bool(alignments)),
    )
    return made, [
        Message("Scene {number} was saved without {what}.", {"number": number, "what": what})
        for what, is_lacking in lacks
        if is_lacking
    ]


def _prefix(tree: BranchTree) -> str:
    """The target up to the last word that was given."""
    branch = tree.current_branch
    steps = () if branch.given else given_steps(tree, branch.id)
    last = max((place for place, is_given in enumerate(steps, start=1) if is_given), default=0)
    return join_words(step.token for step in branch.trace.steps[:last])


def _is_off(made: Intervention) -> bool:
    return made.site.name == "z" and made == Intervention(site=made.site, how="mean")


def _off_name(made: Intervention) -> str:
    places = (made.site.layer, made.site.head)
    return " ".join((str(made.site.kind), *(str(each + 1) for each in places if each is not None)))


def _model_name(session: Session, number: int, library: Library) -> str:
    """Raises UserError if the model is not in the library."""
    saved = session.model
    path = None if saved is None else find_model(saved, beside=Path(), library=library)
    for entry in library.entries():
        if entry.path == path:
            return entry.name
    raise UserError(
        "Scene {number} uses the model {name!r}, which is not in the list of models: a lesson can "
        "use only shipped, trained and imported models.",
        number=number,
        name=saved.summary.name if saved is not None else "",
    )


def _panel_of(tab: str, session: Session) -> dict[str, Any]:
    """What the panel keeps, where it differs from the start; not empty, so that all is reset."""
    page = _PANELS[tab].page_name
    first = TrainingState() if page == TRAINING.name else _PANELS[page].parts().first
    if not dataclasses.is_dataclass(first):
        return {}
    changed = _changed(first, session.panels.get(page))
    # the form of *Train* is never reset
    return changed or dict(islice(kept_values(first).items(), page != TRAINING.name))


def _changed(first: Any, told: object) -> dict[str, Any]:
    """The kept values of a slice that are not as at the start."""
    start, values = kept_values(first), kept_values(restored(first, told))
    return {name: value for name, value in values.items() if value != start[name]}
