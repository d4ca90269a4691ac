"""What the mask tab wants to know of the worker, or None.

The questions also say which of the answers that are there belong to what is on screen;
:func:`asked` makes them wait until somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np

from model.lessons.masks.building import mask_kind
from model.lessons.masks.edits import NO_EDITS, MaskEdits
from model.messages import Message
from model.special_tokens import Ids
from model.traces.trace import Kind
from viz_app.panels.masks import state
from viz_app.panels.masks.changes import edits_now, task_now
from viz_app.workbench.snapshots.stacks import one_stack
from viz_app.workbench.state.selection import within

Question = Callable[[state.MasksRoom], Hashable]


def asked(question: Question) -> Question:
    """The same question, while the tab is in front and no sentence is being translated."""

    def while_looked_at(room: state.MasksRoom) -> Hashable:
        """None while nobody sees the answer."""
        looked_at = (
            room.bench.tab == "masks"
            and room.bench.trace is not None
            and not room.bench.translating
        )
        return question(room) if looked_at else None

    return while_looked_at


def missing(room: state.MasksRoom) -> Message | None:
    """Why there are no masks of this model: they are those of source and target."""
    return one_stack(
        room.bench,
        decoder=Message(
            "This tab builds the masks of a source and its target, and this model has a decoder "
            "alone: its only mask is the causal one, which the attention tab draws."
        ),
        encoder=Message(
            "This tab builds the masks of a source and its target, and this model has an encoder "
            "alone: every token may attend to every other one."
        ),
    )


def batch_question(room: state.MasksRoom) -> state.BatchQuestion | None:
    """The masks of the sentence on screen and its companions."""
    if room.bench.trace_key is None or room.bench.trace is None or missing(room) is not None:
        return None
    return state.BatchQuestion(room.bench.trace_key, room.bench.trace.source_text, others_now(room))


def padded_head_question(room: state.MasksRoom) -> state.MaskedHead | None:
    """The chosen head, reading a sentence of the batch with its padding."""
    batch = _batch_read(room)
    if batch is None or room.own.view not in {"steps", "rows"}:
        return None
    row = batch.rows[sentence_now(room, batch)] or 0
    ids = batch.record.src_ids[row], batch.record.tgt_ids[row]
    return _head_question(room, batch, *ids, edits=NO_EDITS, kind=padded_kind(room))


def changed_head_question(room: state.MasksRoom) -> state.MaskedHead | None:
    """The chosen head under the edited masks, reading the sentence and its translation."""
    batch = _batch_read(room)
    if batch is None or room.own.view != "change":
        return None
    ids = batch.original.source_ids, batch.original.fed_ids
    return _head_question(room, batch, *ids, edits=edits_now(room), kind=room.bench.selection.kind)


def altered_question(room: state.MasksRoom) -> state.AlteredQuestion | None:
    """The translation under the edited masks; none without edits."""
    batch, edits = _batch_read(room), edits_now(room)
    if batch is None or room.bench.trace_key is None or room.own.view != "change" or not edits:
        return None
    return state.AlteredQuestion(room.bench.trace_key, batch.original.source_text, edits)


def others_now(room: state.MasksRoom) -> tuple[str, ...]:
    """The user's other sentences; those for a model of another task are not meant."""
    lesson = room.own
    return lesson.others if lesson.others_task == task_now(room) else ()


def sentence_now(room: state.MasksRoom, batch: state.BatchAnswer) -> int:
    """The sentence in view, which has a row.

    Until the user picks one: the one with most padding, which is what the masks are for.
    """
    chosen = room.own.sentence
    if chosen is not None and chosen < len(batch.rows) and batch.rows[chosen] is not None:
        return chosen
    record = batch.record
    padding = (~record.source_padding).sum(-1) + (~record.target_padding).sum(-1)  # [batch]
    return batch.rows.index(int(np.argmax(padding)))


def padded_kind(room: state.MasksRoom) -> Kind:
    """The attention whose scores are shown."""
    lesson = room.own
    return mask_kind(lesson.mask) if lesson.view == "steps" else room.bench.selection.kind


def _batch_read(room: state.MasksRoom) -> state.BatchAnswer | None:
    """The batch, if it is the current model that has read it."""
    batch = room.own.batch
    read = batch is not None and batch.question.model_key == room.bench.trace_key
    if missing(room) is not None:
        return None
    return batch if read else None


def _head_question(
    room: state.MasksRoom,
    batch: state.BatchAnswer,
    src_ids: Ids,
    tgt_ids: Ids,
    *,
    edits: MaskEdits,
    kind: Kind,
) -> state.MaskedHead:
    # a model that has just come may have fewer heads than the one before
    chosen = within(room.bench.selection, batch.original)
    return state.MaskedHead(
        model_key=batch.question.model_key,
        src_ids=src_ids,
        tgt_ids=tgt_ids,
        edits=edits,
        kind=kind,
        layer=chosen.layer,
        head=chosen.head,
    )
