"""What the mask tab wants to know of the worker, or None.

The questions also say which of the answers that are there belong to what is on screen;
:func:`asked` makes them wait until somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np

from model.lessons.masks.building import mask_kind
from model.lessons.masks.edits import NO_EDITS, MaskEdits
from model.special_tokens import Ids
from model.traces.trace import Kind
from viz_app.app.app_state import AppState
from viz_app.panels.masks.changes import edits_now, task_now
from viz_app.panels.masks.state import AlteredQuestion, BatchAnswer, BatchQuestion, HeadQuestion
from viz_app.workbench.state.selection import within

Question = Callable[[AppState], Hashable]


def asked(question: Question) -> Question:
    """The same question, while the tab is in front and no sentence is being translated."""

    def while_looked_at(state: AppState) -> Hashable:
        looked_at = state.tab == "masks" and state.trace is not None and not state.translating
        return question(state) if looked_at else None

    return while_looked_at


def batch_question(state: AppState) -> BatchQuestion | None:
    """The masks of the sentence on screen and its companions."""
    if state.model_key is None or state.trace is None:
        return None
    return BatchQuestion(state.model_key, state.trace.source_text, others_now(state))


def padded_head_question(state: AppState) -> HeadQuestion | None:
    """The chosen head, reading a sentence of the batch with its padding."""
    batch = _batch_read(state)
    if batch is None or state.mask_lesson.view not in {"steps", "rows"}:
        return None
    row = batch.rows[sentence_now(state, batch)] or 0
    ids = batch.record.src_ids[row], batch.record.tgt_ids[row]
    return _head_question(state, batch, *ids, edits=NO_EDITS, kind=padded_kind(state))


def changed_head_question(state: AppState) -> HeadQuestion | None:
    """The chosen head under the edited masks, reading the sentence and its translation."""
    batch = _batch_read(state)
    if batch is None or state.mask_lesson.view != "change":
        return None
    ids = batch.original.source_ids, batch.original.fed_ids
    kind = state.selection.kind
    return _head_question(state, batch, *ids, edits=edits_now(state), kind=kind)


def altered_question(state: AppState) -> AlteredQuestion | None:
    """The translation under the edited masks; none without edits."""
    batch, edits = _batch_read(state), edits_now(state)
    if batch is None or state.model_key is None or state.mask_lesson.view != "change" or not edits:
        return None
    return AlteredQuestion(state.model_key, batch.original.source_text, edits)


def others_now(state: AppState) -> tuple[str, ...]:
    """The user's other sentences; those for a model of another task are not meant."""
    lesson = state.mask_lesson
    return lesson.others if lesson.others_task == task_now(state) else ()


def sentence_now(state: AppState, batch: BatchAnswer) -> int:
    """The sentence in view, which has a row.

    Until the user picks one: the first of the batch, and for what padding does the one with most.
    """
    lesson = state.mask_lesson
    chosen = lesson.sentence
    if chosen is not None and chosen < len(batch.rows) and batch.rows[chosen] is not None:
        return chosen
    if lesson.view not in {"steps", "rows"}:
        return 0
    record = batch.record
    padding = (~record.source_padding).sum(-1) + (~record.target_padding).sum(-1)  # [batch]
    return batch.rows.index(int(np.argmax(padding)))


def padded_kind(state: AppState) -> Kind:
    """The attention whose scores are shown."""
    lesson = state.mask_lesson
    return mask_kind(lesson.mask) if lesson.view == "steps" else state.selection.kind


def _batch_read(state: AppState) -> BatchAnswer | None:
    """The batch, if it is the current model that has read it."""
    batch = state.mask_lesson.batch
    read = batch is not None and batch.question.model_key == state.model_key
    return batch if read else None


def _head_question(
    state: AppState,
    batch: BatchAnswer,
    src_ids: Ids,
    tgt_ids: Ids,
    *,
    edits: MaskEdits,
    kind: Kind,
) -> HeadQuestion:
    # a model that has just come may have fewer heads than the one before
    chosen = within(state.selection, batch.original)
    return HeadQuestion(
        model_key=batch.question.model_key,
        src_ids=src_ids,
        tgt_ids=tgt_ids,
        edits=edits,
        kind=kind,
        layer=chosen.layer,
        head=chosen.head,
    )
