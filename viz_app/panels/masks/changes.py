"""What the user does in the mask tab, and what the worker answers: pure transitions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from model.lessons.masks.building import MaskName, PaddedQueries
from model.lessons.masks.edits import NO_EDITS, MaskCell, MaskEdits
from model.traces.trace import Kind
from viz_app.app.app_state import AppState, notice_dismissed
from viz_app.panels.masks.state import (
    MOST,
    STAGES,
    AlteredAnswer,
    BatchAnswer,
    HeadAnswer,
    View,
)
from viz_app.workbench.state.selection import with_head, within


def view_picked(state: AppState, view: View) -> AppState:
    """Another part of the tab."""
    return _changed(state, view=view)


def sentences_given(state: AppState, others: Sequence[str]) -> AppState:
    """Other sentences beside the one on screen; empty ones do not count."""
    kept = tuple(text.strip() for text in others if text.strip())[: MOST - 1]
    state = notice_dismissed(state)
    return _changed(state, others=kept, others_task=task_now(state), sentence=None, row=None)


def sentence_picked(state: AppState, sentence: int) -> AppState:
    """Look at another sentence of the batch."""
    return _changed(state, sentence=sentence, row=None, allowed=frozenset())


def mask_picked(state: AppState, mask: MaskName) -> AppState:
    """Build another mask; the stage stays."""
    return _changed(state, mask=mask)


def stage_picked(state: AppState, stage: int) -> AppState:
    """Build it as far as another stage, from 0."""
    return _changed(state, stage=max(0, min(stage, len(STAGES) - 1)))


def padded_queries_picked(state: AppState, padded_queries: PaddedQueries) -> AppState:
    """Leave padded queries their keys, or not."""
    return _changed(state, padded_queries=padded_queries)


def cell_flipped(state: AppState, cell: MaskCell) -> AppState:
    """Flip one cell of a mask of the sentence on screen."""
    batch = state.mask_lesson.batch
    if batch is None:
        return state
    owner = (state.model_key, batch.original.source_text)
    return _changed(state, edits=edits_now(state).flipped(cell), edits_of=owner)


def edits_dropped(state: AppState) -> AppState:
    """Back to the model's own masks."""
    return _changed(state, edits=NO_EDITS)


def row_picked(state: AppState, row: int) -> AppState:
    """Mask the keys of another query."""
    return _changed(state, row=row, allowed=frozenset())


def key_flipped(state: AppState, key: int) -> AppState:
    """Let the query without keys attend to a key, or no longer."""
    return _changed(state, allowed=state.mask_lesson.allowed ^ {key})


def keys_masked(state: AppState) -> AppState:
    """Take the query all its keys again."""
    return _changed(state, allowed=frozenset())


def head_picked(state: AppState, kind: Kind, layer: int, head: int) -> AppState:
    """Look at another head, in the whole window; another kind has other queries."""
    selection = with_head(state.selection, kind, layer, head)
    if state.trace is not None:
        selection = within(selection, state.trace)
    if kind != state.selection.kind:
        state = _changed(state, row=None, allowed=frozenset())
    if selection == state.selection:
        return state
    return dataclasses.replace(state, selection=selection)


def batch_arrived(state: AppState, answer: BatchAnswer | None) -> AppState:
    """The batch is there; None says that it is on its way."""
    if answer is None:
        return state
    lesson = state.mask_lesson
    sentence = lesson.sentence
    if sentence is not None and sentence >= len(answer.texts):
        sentence = None
    before = lesson.batch
    if before is None or before.question.text != answer.question.text:
        sentence = None
    if sentence != lesson.sentence or before is None or before.texts != answer.texts:
        return _changed(state, batch=answer, sentence=sentence, row=None, allowed=frozenset())
    return _changed(state, batch=answer)


def padded_head_arrived(state: AppState, answer: HeadAnswer | None) -> AppState:
    """A head that read a padded sentence."""
    return state if answer is None else _changed(state, padded_head=answer)


def changed_head_arrived(state: AppState, answer: HeadAnswer | None) -> AppState:
    """A head under edited masks."""
    return state if answer is None else _changed(state, changed_head=answer)


def altered_arrived(state: AppState, answer: AlteredAnswer | None) -> AppState:
    """A translation under edited masks."""
    return state if answer is None else _changed(state, altered=answer)


def edits_now(state: AppState) -> MaskEdits:
    """The flipped cells, as far as they are those of the model and sentence that are read now."""
    lesson = state.mask_lesson
    if lesson.batch is None:
        return NO_EDITS
    owner = (state.model_key, lesson.batch.original.source_text)
    return lesson.edits if lesson.edits_of == owner else NO_EDITS


def task_now(state: AppState) -> str:
    """What the current model reads; empty before there is one."""
    return state.model.task if state.model is not None else ""


def _changed(state: AppState, **values: Any) -> AppState:
    lesson = dataclasses.replace(state.mask_lesson, **values)
    return state if lesson == state.mask_lesson else dataclasses.replace(state, mask_lesson=lesson)
