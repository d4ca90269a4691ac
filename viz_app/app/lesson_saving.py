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
from viz_app.workbench import state
from viz_app.workbench.changes.sessions import tree_of

_PANELS = {panel.name: panel for panel in PANELS}


def lesson_steps(path: Path, scenes: Sequence[Scene], library: Library) -> Iterator[Message]:
    """Write a lesson file; yields what to tell. Raises UserError for a model without a name."""
    made = [_made(scene, number, library) for number, scene in enumerate(scenes, start=1)]
    shown, title = tuple(scene for scene, _ in made), path.name.split(".")[0] or path.name
    text = lesson_text(Lesson(title=title, minutes=len(made), model=shown[0].model, scenes=shown))
    check_lesson(parsed_lesson(text, path), library)
    write_atomically(path, text.encode())
    saved = Message("The lesson was saved as {path}.", {"path": path})
    yield joined([saved, *(each for _, left in made for each in left)])


def _made(scene: Scene, number: int, library: Library) -> tuple[LessonScene, list[Message]]:
    """The scene of a lesson, and sentences on what it lacks of the scene of a session."""
    session = scene.session
    selection = restored(state.Selection(), session.bench.get("selection"))
    options = _changed(state.AttentionOptions(), session.bench.get("attention"))
    tab = str(session.bench.get("tab"))
    tab = tab if tab in _PANELS else ATTENTION.name
    tree = None if session.recorded else tree_of(session)
    branch = tree.current_branch if tree is not None else None
    changes = branch.interventions if branch is not None else ()
    heads = (each.site for each in changes if each.site.name == "z")
    off = tuple(site for site in heads if Intervention(site=site, how="mean") in changes)
    made = LessonScene(
        title=scene.title,
        note=note_of(scene.note),
        line=0,
        model="" if session.recorded else _model_name(session, number, library),
        text="" if session.recorded else session.source_text,
        tab=tab,
        without=tuple(str(site).removeprefix("z ") for site in off),
        prefix=_prefix(tree) if tree is not None else "",
        step=selection.step + 1,
        head=f"{selection.kind} {selection.layer + 1} {selection.head + 1}",
        view=options.pop("view", state.AttentionOptions().view),
        options=options,
        panel=_panel_of(tab, session),
        hide=restored(state.Workbench(), session.bench).covers,
    )
    lacks = (
        (Message("interventions other than switched-off heads"), len(off) < len(changes)),
        (Message("the given target"), branch is not None and branch.given),
        (Message("the moment of a training"), session.recorded),
        (Message("the comparison of branches"), session.compared is not None),
        (Message("the zoom"), session.zoom is not None),
        (Message("the selected cell"), selection.cell is not None),
        (Message("the choice of row labels"), selection.row_labels != state.Selection().row_labels),
        (
            Message("the file of word alignments"),
            bool(restored(state.Alignments(), session.bench.get("alignments")).lines),
        ),
    )
    return made, [
        Message("Scene {number} was saved without {what}.", {"number": number, "what": what})
        for what, is_lacking in lacks
        if is_lacking
    ]


def _prefix(tree: state.BranchTree) -> str:
    """The target up to the last word that was given."""
    branch = tree.current_branch
    steps = () if branch.given else state.given_steps(tree, branch.id)
    last = max((place for place, is_given in enumerate(steps, start=1) if is_given), default=0)
    return join_words(step.token for step in branch.trace.steps[:last])


def _model_name(session: Session, number: int, library: Library) -> str:
    """Raises UserError if the model is not in the library."""
    saved = session.model
    path = None if saved is None else find_model(saved, beside=Path(), library=library)
    name = next((entry.name for entry in library.entries() if entry.path == path), None)
    if name is not None:
        return name
    raise UserError(
        "Scene {number} uses the model {name!r}, which is not in the list of models.",
        number=number,
        name="" if saved is None else saved.summary.name,
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
