"""Questions about the user's own sentence, asked like those of a lesson: predict, then see."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from model.lessons.questions import Question
from model.special_tokens import SPECIAL_TOKENS
from model.traces.interventions import Interventions
from viz_app.app.app_state import AppState
from viz_app.app.lesson_state import askable
from viz_app.app.panels import tabs_of
from viz_app.app.slices import LessonState
from viz_app.panels.attention.panel import ATTENTION
from viz_app.storage.lessons import Lesson, LessonScene
from viz_app.texts.interventions import interventions_text
from viz_app.texts.labels import listed_row
from viz_app.workbench.changes.selection import covers_set
from viz_app.workbench.snapshots.token_axes import row_labels
from viz_app.workbench.state import head_place

translate = QCoreApplication.translate


def next_word_asked(state: AppState) -> AppState:
    """Ask for the token of each step from the selected one on."""
    trace, step = state.bench.trace, state.bench.selection.step
    if trace is None or "ask_word" not in askable(state):
        return state
    question = Question(
        ask=translate("asking", "Which token comes next?"),
        kind="token",
        of="candidates",
        answer="next word",
        right=translate("asking", "It has the largest probability of all tokens."),
        wrong=translate("asking", "Another token has a larger probability."),
    )
    note = translate(
        "asking",
        "The model reads the source and the tokens that are written so far. Then it gives every "
        "token of its vocabulary a probability, and writes the most probable one.",
    )
    scene = LessonScene(
        title=translate("asking", "The next token"),
        note=(note,),
        line=0,
        question=question,
        tab=_tab_to_show(state),
        hide=("prediction", "later"),
    )
    places = range(step, len(trace.steps))
    return _asked(state, (dataclasses.replace(scene, step=place + 1) for place in places))


def weight_asked(state: AppState) -> AppState:
    """Ask for the key with the largest weight of the head, in each row from the selected one on."""
    bench, trace = state.bench, state.bench.trace
    if trace is None or "ask_weight" not in askable(state):
        return state
    place, cell = head_place(bench.selection, trace), bench.selection.cell
    head, walked = f"{place.kind} {place.layer + 1} {place.head + 1}", trace.walked(place.kind)
    note = translate(
        "asking",
        "The weights of a row sum to 1. The token of the row attends most to the token of the "
        "column with the largest weight.",
    )
    scenes, labels = [], row_labels(trace, place.kind)
    first = bench.selection.step if walked else 0
    for row in range(cell.row if cell else first, len(labels)):
        if not walked and trace.query_tokens(place.kind)[row] in SPECIAL_TOKENS:
            continue
        ask = translate("asking", "Where is the largest weight of the row “{row}”? Click its cell.")
        question = Question(
            ask=ask.format(row=listed_row(labels[row], bench.selection.row_labels)),
            kind="cell",
            answer=f"argmax {head} input #{row + 1}",
            right=translate("asking", "The largest weight of the row is there."),
            wrong=translate("asking", "Another cell of the row has a larger weight."),
        )
        scene = LessonScene(
            title=translate("asking", "The largest weight"),
            note=(note,),
            line=0,
            question=question,
            tab=ATTENTION.name,
            view="focus",
            head=head,
            step=row + 1 if walked else None,
            hide=("picture",),
        )
        scenes.append(scene)
    return _asked(state, scenes)


def effect_asked(state: AppState, interventions: Interventions) -> AppState:
    """Ask what interventions will change, before the translation under them is on screen."""
    bench, tree = state.bench, state.bench.branches
    if tree is None or "ask_word" not in askable(state):
        return state
    ask = translate("asking", "How many tokens will differ from “{text}”?")
    question = Question(
        ask=ask.format(text=tree.original.text),
        kind="choice",
        choices={
            "..1": translate("asking", "None"),
            "1..2": translate("asking", "One"),
            "2..4": translate("asking", "Two or three"),
            "4..": translate("asking", "More"),
        },
        answer="changed",
        right=translate("asking", "The new translation is on screen now."),
        wrong=translate("asking", "Compare the new translation, on screen now, with the other."),
    )
    note = translate(
        "asking",
        "The model translates the sentence again with this intervention. The result is hidden "
        "until you have answered. Heads are named by attention, layer · head.",
    )
    scene = LessonScene(
        title=translate("asking", "With intervention"),
        note=(interventions_text(interventions, tree.original.trace), note),
        line=0,
        question=question,
        tab=_tab_to_show(state),
        hide=("translation",),
    )
    # The branch is not there yet: it must not come on screen before it is covered.
    state = dataclasses.replace(state, bench=covers_set(bench, scene.hide))
    return _asked(state, (scene,), posed=True)


def _tab_to_show(state: AppState) -> str:
    """The tab in front, unless it is about training."""
    about_training = {panel.name for panel in tabs_of("train")}
    return ATTENTION.name if state.bench.tab in about_training else state.bench.tab


def _asked(state: AppState, scenes: Iterable[LessonScene], *, posed: bool = False) -> AppState:
    """Open a lesson of these scenes, which is in no file and has no name."""
    title = translate("asking", "Predict, then see")
    lesson = Lesson(title=title, minutes=1, scenes=tuple(scenes))
    return dataclasses.replace(state, lesson=LessonState(lesson=lesson, posed=posed))
