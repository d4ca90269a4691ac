"""Scenes as a lesson: what each of them shows, as far as a lesson can say it. No Qt, no torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

from model.checkpoint.header import read_checksum
from model.files import write_atomically
from model.messages import Message, UserError
from model.text.words import join_words
from model.traces.interventions import Intervention
from model.values import kept_values, restored
from viz_app.app.lesson_state import check_lesson
from viz_app.app.panels import ATTENTION, PANELS, TRAINING
from viz_app.panels.training.state import TrainingState
from viz_app.storage.lessons import Lesson, LessonScene, lesson_text, note_of, parsed_lesson
from viz_app.storage.library import Library
from viz_app.storage.session import Scene, Session
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.changes.sessions import tree_of
from viz_app.workbench.state import Alignments, AttentionOptions, Selection, Workbench, given_steps

_PANELS = {panel.name: panel for panel in PANELS}

_CHANGES = QT_TRANSLATE_NOOP("messages", "interventions other than switched-off heads")
_TARGET = QT_TRANSLATE_NOOP("messages", "the given target")
_MOMENT = QT_TRANSLATE_NOOP("messages", "the moment of a training")
_COMPARED = QT_TRANSLATE_NOOP("messages", "the comparison of branches")
_ZOOM = QT_TRANSLATE_NOOP("messages", "the zoom")
_CELL = QT_TRANSLATE_NOOP("messages", "the selected cell")
_LABELS = QT_TRANSLATE_NOOP("messages", "the choice of row labels")
_LINKS = QT_TRANSLATE_NOOP("messages", "the file of word alignments")


def lesson_steps(path: Path, scenes: Sequence[Scene], library: Library) -> Iterator[Message]:
    """Write the file of a lesson; yields a sentence that tells what it cannot contain.

    Raises:
        UserError: a model has no name in the library.
        WriteError: the file cannot be written there.
    """
    made = [_made(scene, number, library) for number, scene in enumerate(scenes, start=1)]
    shown = tuple(scene for scene, _ in made)
    title = path.name.split(".")[0] or path.name
    lesson = Lesson(title=title, minutes=len(made), model=shown[0].model, scenes=shown, path=path)
    data = lesson_text(lesson).encode("utf-8", "replace")
    check_lesson(parsed_lesson(data.decode(), path), library)
    write_atomically(path, data)
    absent: dict[str, list[int]] = {}
    for number, (_, left) in enumerate(made, start=1):
        for what in left:
            absent.setdefault(what, []).append(number)
    yield _said(path, absent)


def _said(path: Path, absent: Mapping[str, Sequence[int]]) -> Message:
    """``absent``: scenes that lack something, by what that is."""
    if not absent:
        return Message("The lesson was saved as {path}.", {"path": path})
    parts = (
        Message(
            "{what} (scene {numbers})",
            {"what": Message(what), "numbers": ", ".join(map(str, numbers))},
        )
        for what, numbers in absent.items()
    )
    whole = reduce(
        lambda one, other: Message("{one}, {other}", {"one": one, "other": other}), parts
    )
    return Message(
        "The lesson was saved as {path}, without what lessons cannot contain: {parts}.",
        {"path": path, "parts": whole},
    )


def _made(scene: Scene, number: int, library: Library) -> tuple[LessonScene, list[str]]:
    """The scene of a lesson, and what it lacks of the scene of a session."""
    session = scene.session
    selection = restored(Selection(), session.bench.get("selection"))
    options = _changed(AttentionOptions(), session.bench.get("attention"))
    tab = str(session.bench.get("tab"))
    tab = tab if tab in _PANELS else ATTENTION.name
    without, prefix, left = _branch_of(session)
    made = LessonScene(
        title=scene.title,
        note=note_of(scene.note),
        line=0,
        model="" if session.recorded else _model_name(session, number, library),
        text="" if session.recorded else session.source_text,
        tab=tab,
        without=without,
        prefix=prefix,
        step=selection.step + 1,
        head=f"{selection.kind} {selection.layer + 1} {selection.head + 1}",
        view=options.pop("view", AttentionOptions().view),
        options=options,
        panel=_panel_of(tab, session),
        hide=restored(Workbench(), session.bench).covers,
    )
    lacks = {
        _MOMENT: session.recorded,
        _COMPARED: session.compared is not None,
        _ZOOM: session.zoom is not None,
        _CELL: selection.cell is not None,
        _LABELS: selection.row_labels != Selection().row_labels,
        _LINKS: bool(_changed(Alignments(), session.bench.get("alignments"))),
    }
    return made, [*left, *(what for what, is_lacking in lacks.items() if is_lacking)]


def _branch_of(session: Session) -> tuple[tuple[str, ...], str, list[str]]:
    """Heads that are off, the given words, and what else the branch on screen has."""
    tree, left = tree_of(session), list[str]()
    if tree is None or session.recorded:
        return (), "", left
    branch, given = tree.current_branch, given_steps(tree, tree.current)
    off = [*filter(_is_off, branch.interventions)]
    if len(off) < len(branch.interventions):
        left.append(_CHANGES)
    if branch.given:
        left.append(_TARGET)
        given = ()
    last = max((place for place, is_given in enumerate(given, start=1) if is_given), default=0)
    prefix = join_words(step.token for step in branch.trace.steps[:last])
    return tuple(map(_off_name, off)), prefix, left


def _is_off(made: Intervention) -> bool:
    return made.site.name == "z" and made == Intervention(site=made.site, how="mean")


def _off_name(made: Intervention) -> str:
    places = (made.site.layer, made.site.head)
    return " ".join((str(made.site.kind), *(str(each + 1) for each in places if each is not None)))


def _model_name(session: Session, number: int, library: Library) -> str:
    """Raises UserError if no model of the library has the name and the checksum."""
    saved = session.model
    name = saved.summary.name if saved is not None else ""
    for entry in library.entries():
        if saved is not None and entry.name == name and read_checksum(entry.path) == saved.checksum:
            return name
    raise UserError(
        "Scene {number} uses the model {name!r}, which is not in the list of models: a lesson can "
        "use only shipped, trained and imported models.",
        number=number,
        name=name,
    )


def _panel_of(tab: str, session: Session) -> dict[str, Any]:
    """What the panel of the tab keeps, where that differs from the start; not empty if it can be.

    So that a lesson resets all of it. The form of *Train* is never reset.
    """
    page = _PANELS[tab].page_name
    first = TrainingState() if page == TRAINING.name else _PANELS[page].parts().first
    told = session.panels.get(page)
    if page == TRAINING.name or not dataclasses.is_dataclass(first):
        return _changed(first, told) if dataclasses.is_dataclass(first) else {}
    return _changed(first, told) or dict(islice(kept_values(first).items(), 1))


def _changed(first: Any, told: object) -> dict[str, Any]:
    """The kept values of a slice that are not as at the start."""
    start = kept_values(first)
    values = kept_values(restored(first, told))
    return {name: value for name, value in values.items() if value != start[name]}
