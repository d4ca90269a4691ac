"""Transitions of the open lesson, what its questions are computed from, and its snapshot. No Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from model.checkpoint.header import read_header
from model.config import ModelConfig
from model.messages import UserError
from model.text.tasks import TASKS
from model.text.words import join_words
from model.traces.interventions import Intervention, Interventions, Site, head_sites, toggled
from model.values import check_choice, kept_fields, kept_values, read, restored
from viz_app.app.app_state import AppState, room_of, training_room, with_room
from viz_app.app.panels import EMBEDDING, PANELS, TRAINING
from viz_app.app.slices import LessonState
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.training.changes import request_made, with_task, with_time
from viz_app.panels.training.replay.room import looked_at, moment_picked, moments_on_show
from viz_app.workbench.changes.models import notice_dismissed, settings_changed
from viz_app.workbench.changes.selection import (
    cell_picked,
    covers_set,
    head_picked,
    kind_picked,
    step_chosen,
    stopped_playing,
)
from viz_app.workbench.changes.sessions import options_restored
from viz_app.workbench.changes.translation import branch_compared
from viz_app.workbench.covers import covered
from viz_app.workbench.room import starts_nothing
from viz_app.workbench.snapshots.token_axes import row_labels
from viz_app.workbench.state import AttentionOptions, Cover, View, Workbench, given_steps

if TYPE_CHECKING:
    from model.lessons.questions import Evidence, Judgement
    from viz_app.storage.lessons import Lesson, LessonScene
    from viz_app.storage.library import Library

_PANELS = {panel.name: panel for panel in PANELS}


@dataclass(frozen=True, slots=True)
class LessonHandle:
    """What the bar of a lesson is handed.

    Attributes:
        open: a shipped lesson, by its name.
        go: by a number of scenes; 0 shows this one again.
        answer: with the name or number that was chosen.
        leave: the lesson, or the list.
        show_term: an entry of the glossary, by its name.
    """

    open: Callable[[str], None] = starts_nothing
    go: Callable[[int], None] = starts_nothing
    answer: Callable[[str], None] = starts_nothing
    leave: Callable[[], None] = starts_nothing
    show_term: Callable[[str], None] = starts_nothing


# ---------------------------------------------------------------------------------------- changes


def lessons_listed(state: AppState, lessons: tuple[Lesson, ...]) -> AppState:
    return dataclasses.replace(_shown_whole(state), lesson=LessonState(listed=lessons))


def lesson_opened(state: AppState, lesson: Lesson) -> AppState:
    """Open a lesson at the scene where it was left, or the open one in another language."""
    own = state.lesson
    if own.lesson is not None and own.lesson.name == lesson.name:
        return dataclasses.replace(state, lesson=dataclasses.replace(own, lesson=lesson))
    reached = dict(state.bench.settings.lessons).get(lesson.name, 0)
    index = reached if reached < len(lesson.scenes) else 0
    return _greeted(dataclasses.replace(state, lesson=LessonState(lesson=lesson, index=index)))


def term_shown(state: AppState, glossary: Lesson, name: str) -> AppState:
    """Show an entry of the glossary in place of the open lesson."""
    index = [scene.term for scene in glossary.scenes].index(name)
    lesson = LessonState(lesson=glossary, index=index)
    return dataclasses.replace(_shown_whole(state), lesson=lesson)


def scene_passed(state: AppState, by: int) -> AppState:
    """Go to another scene, or show this one again (0); the lesson ends after the last."""
    own = state.lesson
    if own.lesson is None:
        return state
    index = max(0, own.index + by)
    over = index >= len(own.lesson.scenes)
    name = "" if own.lesson.scenes[0].term else own.lesson.name  # the glossary is not resumed
    kept = {**dict(state.bench.settings.lessons), name: 0 if over else index}
    places = tuple((known, place) for known, place in kept.items() if known and place)
    state = dataclasses.replace(state, bench=settings_changed(state.bench, lessons=places))
    if over:
        return lesson_left(state)
    judged = {known: each for known, each in own.judged.items() if by or known != index}
    own = dataclasses.replace(own, index=index, posed=False, judged=judged, problem=None)
    return dataclasses.replace(state, lesson=own)


def lesson_left(state: AppState) -> AppState:
    return _greeted(dataclasses.replace(_shown_whole(state), lesson=LessonState()))


def answered(state: AppState, given: str) -> AppState:
    """Judge an answer: a name or a number; of a cell the selected one. Show what was hidden."""
    from model.lessons.questions import judged
    from viz_app.storage.lessons import lesson_error

    own, scene, cell = (
        state.lesson,
        state.lesson.scene,
        looked_at(training_room(state)).selection.cell,
    )
    if scene is None or scene.question is None or (scene.question.kind == "cell" and cell is None):
        return state
    place = (cell.row, cell.column) if cell and scene.question.kind == "cell" else given
    try:
        known = {**own.judged, own.index: judged(scene.question, place, evidence_of(state))}
    except UserError as error:
        problem = error.message
        if own.lesson is not None and own.lesson.name:
            problem = lesson_error(own.lesson.path, scene.line, problem).message
        return dataclasses.replace(state, lesson=dataclasses.replace(own, problem=problem))
    # Where the next tokens are asked for one by one, they stay hidden.
    one_by_one = own.lesson is not None and not own.lesson.name and "later" in scene.hide
    kept: tuple[Cover, ...] = ("later",) if one_by_one else ()
    bench = covers_set(state.bench, kept) if scene.hide else state.bench
    own = dataclasses.replace(own, judged=known, problem=None)
    return dataclasses.replace(state, bench=bench, lesson=own)


def _shown_whole(state: AppState) -> AppState:
    """Show what the scene of the open lesson has hidden."""
    hidden = state.lesson.scene is not None and state.lesson.scene.hide
    bench = covers_set(state.bench, ()) if hidden else state.bench
    return dataclasses.replace(state, bench=bench)


def _greeted(state: AppState) -> AppState:
    return dataclasses.replace(state, bench=settings_changed(state.bench, greeted=True))


# ------------------------------------------------------------------------------------------ scene


def branch_of_scene(bench: Workbench, scene: LessonScene) -> tuple[Interventions, str] | None:
    """The interventions and the first words of a scene; None if their branch is on screen."""
    tree, model = bench.branches, bench.model
    if tree is None or model is None:
        return None
    sites = (site for group in scene.off for site in head_sites(model.config, *group))
    added = tuple(Intervention(site=site, how="mean") for site in sites)
    off = toggled((), added, n_heads=model.config.n_heads)
    steps = zip(tree.current_branch.trace.steps, given_steps(tree, tree.current), strict=True)
    words = join_words(step.token for step, is_given in steps if is_given)
    shown = tree.current_branch.interventions, words
    return None if shown == (off, scene.prefix) else (off, scene.prefix)


def scene_posed(state: AppState, scene: LessonScene) -> AppState:
    """Select and set what a scene names; its model, sentence and branch are on screen."""
    bench = branch_compared(notice_dismissed(stopped_playing(state.bench)), None)
    told = {**scene.options, **({"view": scene.view} if scene.view else {})}
    bench = dataclasses.replace(bench, attention=options_restored(bench.attention, told))
    if scene.place is not None:
        kind, layer, head = scene.place
        bench = kind_picked(bench, kind)
        bench = bench if layer is None else head_picked(bench, kind, layer, head or 0)
    if scene.step is not None:
        bench = step_chosen(bench, scene.step - 1)
    bench = cell_picked(bench, bench.selection.kind, None) if bench.selection.cell else bench
    bench = covers_set(covers_set(bench, ()), scene.hide)  # a row or a head is that of now
    state = dataclasses.replace(state, bench=bench, zooms={})
    if scene.panel:
        panel = _PANELS[_PANELS[scene.tab].page_name]
        room = room_of(state, panel)
        # From its start, so that a scene always looks the same; the form of *Train* is the user's.
        own = (
            room.own if panel is TRAINING else restored(room.own, kept_values(panel.parts().first))
        )
        state = with_room(state, panel, dataclasses.replace(room, own=restored(own, scene.panel)))
    if scene.train:
        room = training_room(state)
        request = with_time(with_task(room.own.request, scene.train), "one-minute")
        state = with_room(state, TRAINING, request_made(room, request))
    if scene.moment is not None:
        room = training_room(state)
        earlier = [each for each in moments_on_show(room.own) if each.update < scene.moment]
        state = with_room(state, TRAINING, moment_picked(room, len(earlier)))
    return dataclasses.replace(state, lesson=dataclasses.replace(state.lesson, posed=True))


def evidence_of(state: AppState) -> Evidence:
    """What the answers are computed from: the screen, and what the tabs have computed."""
    from model.lessons.by_hand import hand_record
    from model.lessons.questions import Evidence

    bench, scene = looked_at(training_room(state)), state.lesson.scene
    step = bench.selection.step if scene is None or scene.step is None else scene.step - 1
    tree, slices = bench.branches, state.slices
    is_branch = tree is not None and tree.current != tree.original.id
    altered = slices[POSITIONS.name].altered if POSITIONS.name in slices else None
    return Evidence(
        trace=bench.trace,
        step=step,
        before=tree.original.trace if tree is not None and is_branch else None,
        embedding=slices[EMBEDDING.name].reading if EMBEDDING.name in slices else None,
        altered=altered.result if altered is not None else None,
        moments=moments_on_show(state.training),
        hand=hand_record(slices[ONE_HEAD.name].hand) if ONE_HEAD.name in slices else None,
    )


def askable(state: AppState) -> frozenset[str]:
    """Names of the entries of questions about what is on screen that can be used."""
    bench, tree = state.bench, state.bench.branches
    trace = bench.trace
    if trace is None or tree is None or bench.outdated or tree.current in tree.growing:
        return frozenset()
    return frozenset({"ask_weight", "ask_word"} if trace.steps else {"ask_weight"})


def asks_toggled(state: AppState) -> AppState:
    """Whether what an intervention changes is asked before it is shown."""
    bench = dataclasses.replace(state.bench, asks=not state.bench.asks)
    return dataclasses.replace(state, bench=bench)


# ------------------------------------------------------------------------------------------ check


def check_lesson(lesson: Lesson, library: Library, config: ModelConfig | None = None) -> None:
    """Raise LessonError unless models, heads, tabs and options of the scenes are there.

    ``config`` is that of the current model, for scenes that name none.
    """
    from viz_app.storage.lessons import lesson_error

    for scene in lesson.scenes:
        try:
            _check_scene(scene, library, config)
        except UserError as error:
            raise lesson_error(lesson.path, scene.line, error.message) from error


def _check_scene(scene: LessonScene, library: Library, config: ModelConfig | None) -> None:
    if scene.tab not in _PANELS:
        raise UserError(
            "Unknown tab {tab!r}; tabs: {tabs}.", tab=scene.tab, tabs=", ".join(_PANELS)
        )
    first = _PANELS[scene.tab].parts().first
    for kind, told in ((AttentionOptions, scene.options), (type(first), scene.panel)):
        known = kept_fields(kind) if told and dataclasses.is_dataclass(kind) else {}
        for name, value in told.items():
            if name not in known:
                raise UserError(
                    "{name!r} is unknown; known: {known}.", name=name, known=", ".join(known)
                )
            described, keep = known[name]
            read(keep.read or described.annotation, value, name)
    if scene.view:
        read(View, scene.view, "view")
    if scene.train:
        check_choice("train", scene.train, TASKS)
    asked = scene.question.expression.site if scene.question is not None else None
    places = (*scene.off, *((scene.place,) if scene.place else ()))
    if scene.model:
        config = read_header(library.find(scene.model)).config
    for site in (*(Site("z", *place) for place in places if place[1] is not None), asked):
        if site is not None and config is not None:
            site.check(config)


# --------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonSnapshot:
    """What the bar shows: a scene of the open lesson, or the list of lessons.

    Attributes:
        own: the lesson; its list may be shown instead.
        reached: by name the scene, from 0, at which a lesson was left.
        texts: the answers to choose from, by name.
        cell: row and key of the selected cell, if any.
    """

    own: LessonState
    reached: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    cell: tuple[str, ...] = ()

    @property
    def judgement(self) -> Judgement | None:
        return self.own.judged.get(self.own.index)


def resolve_lesson(state: AppState) -> LessonSnapshot | None:
    """None without a lesson and without the list."""
    own = state.lesson
    if own.scene is None:
        reached = dict(state.bench.settings.lessons)
        return LessonSnapshot(own=own, reached=reached) if own.listed else None
    bench = covered(looked_at(training_room(state)))
    cell, kind = bench.selection.cell, bench.selection.kind
    tokens: tuple[str, ...] = ()
    if cell is not None and bench.trace is not None:
        row = row_labels(bench.trace, kind)[cell.row]
        tokens = row.predicted or row.fed, bench.trace.key_tokens(kind)[cell.column]
    texts = _texts(state, own.scene) if own.posed else {}
    return LessonSnapshot(own=own, texts=texts, cell=tokens)


def _texts(state: AppState, scene: LessonScene) -> Mapping[str, str]:
    from model.lessons.questions import QuestionError, offered

    try:
        return offered(scene.question, evidence_of(state)) if scene.question is not None else {}
    except QuestionError:
        return {}
