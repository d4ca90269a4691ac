"""What the user does in the mask tab, and what the worker answers: pure transitions."""

from __future__ import annotations

from collections.abc import Sequence

from model.lessons.masks.edits import NO_EDITS, MaskCell, MaskEdits
from model.messages import Message
from model.traces.trace import Kind
from viz_app.engine.step import quoted, undoable
from viz_app.panels.masks.state import MOST, STAGES, BatchAnswer, MasksRoom
from viz_app.workbench.changes.notices import notice_dismissed
from viz_app.workbench.changes.selection import head_picked as workbench_head_picked
from viz_app.workbench.state.selection import Cell


@undoable("masks", lambda *_: Message("other sentences in the batch of masks"))
def sentences_given(room: MasksRoom, others: Sequence[str]) -> MasksRoom:
    """Other sentences beside the one on screen; empty ones do not count."""
    kept = tuple(text.strip() for text in others if text.strip())[: MOST - 1]
    room = room.on_bench(notice_dismissed)
    return room.changed(others=kept, others_task=task_now(room), sentence=None, row=None)


def sentence_picked(room: MasksRoom, sentence: int) -> MasksRoom:
    """Look at another sentence of the batch."""
    return room.changed(sentence=sentence, row=None, allowed=frozenset())


def stage_picked(room: MasksRoom, stage: int) -> MasksRoom:
    """Build it as far as another stage, from 0."""
    return room.changed(stage=max(0, min(stage, len(STAGES) - 1)))


def _cell_name(room: MasksRoom, kind: Kind, cell: Cell) -> Message:
    """Which token may attend to which from now on, or may not any more."""
    trace = room.own.batch.original if room.own.batch is not None else None
    mask = None if trace is None else edits_now(room).edited(trace.mask(kind), kind)
    if trace is None or mask is None or cell.row >= len(mask) or cell.column >= mask.shape[1]:
        return Message("mask changed")
    names = {
        "query": quoted(trace.query_tokens(kind)[cell.row]),
        "key": quoted(trace.key_tokens(kind)[cell.column]),
    }
    if mask[cell.row, cell.column]:
        return Message("“{key}” masked for “{query}”", names)
    return Message("“{key}” allowed for “{query}”", names)


def _key_name(_: MasksRoom, key: int) -> Message:
    return Message("key {number} of the row without keys changed", {"number": key + 1})


@undoable("masks", _cell_name)
def cell_flipped(room: MasksRoom, kind: Kind, cell: Cell) -> MasksRoom:
    """Flip one cell of a mask of the sentence on screen."""
    batch = room.own.batch
    if batch is None:
        return room
    return room.changed(
        edits=edits_now(room).flipped(MaskCell(kind, cell.row, cell.column)),
        edits_of=_owner(room, batch),
    )


@undoable("masks", lambda _: Message("back to the model's own masks"))
def edits_dropped(room: MasksRoom) -> MasksRoom:
    """Back to the model's own masks."""
    return room.changed(edits=NO_EDITS)


def row_picked(room: MasksRoom, row: int) -> MasksRoom:
    """Mask the keys of another query."""
    return room.changed(row=row, allowed=frozenset())


@undoable("masks", _key_name)
def key_flipped(room: MasksRoom, key: int) -> MasksRoom:
    """Let the query without keys attend to a key, or no longer."""
    return room.changed(allowed=room.own.allowed ^ {key})


@undoable("masks", lambda _: Message("all keys of the row masked"))
def keys_masked(room: MasksRoom) -> MasksRoom:
    """Take the query all its keys again."""
    return room.changed(allowed=frozenset())


def head_picked(room: MasksRoom, kind: Kind, layer: int, head: int) -> MasksRoom:
    """Look at another head, in the whole window; another kind has other queries."""
    if kind != room.bench.selection.kind:
        room = room.changed(row=None, allowed=frozenset())
    return room.on_bench(workbench_head_picked, kind, layer, head)


def batch_arrived(room: MasksRoom, answer: BatchAnswer) -> MasksRoom:
    """The batch is there; what was picked in another one is picked no more."""
    room = room.changed(batch=answer)
    if room.own.picked_in == answer.texts:
        return room
    return room.changed(sentence=None, row=None, allowed=frozenset(), picked_in=answer.texts)


def edits_now(room: MasksRoom) -> MaskEdits:
    """The flipped cells, as far as they are those of the model and sentence that are read now."""
    lesson = room.own
    if lesson.batch is None:
        return NO_EDITS
    return lesson.edits if lesson.edits_of == _owner(room, lesson.batch) else NO_EDITS


def task_now(room: MasksRoom) -> str:
    """What the current model reads; empty before there is one."""
    return room.bench.model.task if room.bench.model is not None else ""


def _owner(room: MasksRoom, batch: BatchAnswer) -> tuple[str, str]:
    """Model and sentence whose cells are flipped; a session, and another device, keep the name."""
    name = room.bench.model.name if room.bench.model is not None else ""
    return name, batch.original.source_text
