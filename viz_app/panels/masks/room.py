"""Slice of the mask tab, its transitions, its questions to the worker, and its snapshot.

Answers of the worker are kept with the question that they answer: an answer to another question
is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import starmap
from typing import Annotated, ClassVar, Literal, get_args

import numpy as np
from msgspec import Meta

from model.lessons.masks import (
    NO_EDITS,
    MaskBuilding,
    MaskCell,
    MaskChange,
    MaskEdits,
    MaskName,
    MaskRecord,
    PaddedQueries,
    build_mask,
    mask_kind,
)
from model.lessons.one_head import HeadAnatomy
from model.messages import Message
from model.special_tokens import Ids
from model.text.words import glosses_of
from model.traces.trace import Kind, Trace
from model.values import Count, FileText, InSession, Keep, Text
from viz_app.engine.step import quoted, undoable
from viz_app.workbench.changes.models import notice_dismissed
from viz_app.workbench.changes.selection import head_picked as workbench_head_picked
from viz_app.workbench.room import Answered, Room, answer_to
from viz_app.workbench.snapshots.attention import one_stack
from viz_app.workbench.state import Cell, HeadPlace, head_place, within

# ------------------------------------------------------------------------------------------- state


MasksPart = Literal["batch", "steps", "change", "rows"]
"""The parts of the tab: batch and masks, step by step, change a mask, a row without keys."""

VIEWS: tuple[MasksPart, ...] = get_args(MasksPart)

MaskStage = Literal["positions", "matrix", "inverted", "applied"]
"""How far a mask is built."""

STAGES: tuple[MaskStage, ...] = get_args(MaskStage)

FEWEST, MOST = 2, 6  # sentences of a batch
MOST_EDITS = 2**16  # cells that a session can have flipped
_KEPT_CELLS = Keep(
    read=Annotated[tuple[tuple[Kind, Count, Count], ...], Meta(max_length=MOST_EDITS)],
    made=lambda cells: MaskEdits(frozenset(starmap(MaskCell, cells))),
    plain=lambda edits: sorted(map(list, edits.cells)),
)


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """Masks of the sentence on screen and the user's others; without one, the worker takes one."""

    model_key: int
    text: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MaskedHead:
    """One head under the model's own masks and edited ones; without edits, ids may be padded."""

    model_key: int
    src_ids: Ids
    tgt_ids: Ids
    edits: MaskEdits
    kind: Kind
    layer: int
    head: int


@dataclass(frozen=True, slots=True)
class AlteredQuestion:
    """The translation of a sentence under edited masks."""

    model_key: int
    text: str
    edits: MaskEdits


@dataclass(frozen=True, eq=False, kw_only=True)
class BatchAnswer:
    """A batch.

    Attributes:
        texts: all that were asked for, the sentence on screen first.
        rows: for each of them its row in the record; None where the model cannot read it.
        original: the translation of the sentence on screen, under the model's own masks.
    """

    question: BatchQuestion
    texts: tuple[str, ...]
    rows: tuple[int | None, ...]
    record: MaskRecord
    original: Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksState:
    """The user's choices in the tab, and the worker's answers.

    Attributes:
        others: the user's sentences beside the one on screen.
        others_task: the task of the model that they were typed for; another reads others.
        sentence: the sentence of the batch in view, or None for the one that shows most.
        edits_of: model, by its name, and sentence whose cells they are.
        row: the query whose keys are all masked, or None for the one that shows most.
        allowed: the keys that this query may attend to all the same.
        picked_in: all sentences of the batch that ``sentence``, ``row`` and ``allowed`` are of.
    """

    view: InSession[MasksPart] = "batch"
    others: Annotated[InSession[tuple[Text, ...]], Meta(max_length=MOST - 1)] = ()
    others_task: InSession[FileText] = ""
    sentence: InSession[Annotated[int, Meta(ge=0, le=MOST - 1)] | None] = None
    mask: InSession[MaskName] = "source"
    stage: Annotated[InSession[int], Meta(ge=0, le=len(STAGES) - 1)] = 0
    padded_queries: InSession[PaddedQueries] = "kept"
    edits: Annotated[MaskEdits, _KEPT_CELLS] = NO_EDITS
    edits_of: InSession[tuple[FileText, FileText]] = ("", "")
    row: InSession[Count | None] = None
    allowed: Annotated[InSession[frozenset[Count]], Meta(max_length=MOST_EDITS)] = frozenset()
    picked_in: Annotated[InSession[tuple[Text, ...]], Meta(max_length=MOST)] = ()
    batch: BatchAnswer | None = None
    padded_head: Answered[MaskedHead, MaskChange] | None = None
    changed_head: Answered[MaskedHead, MaskChange] | None = None
    altered: Answered[AlteredQuestion, Trace] | None = None


MasksRoom = Room[MasksState]

# ----------------------------------------------------------------------------------------- changes


@undoable("masks", lambda *_: Message("other sentences in the batch of masks"))
def sentences_given(room: MasksRoom, others: Sequence[str]) -> MasksRoom:
    kept = tuple(text.strip() for text in others if text.strip())[: MOST - 1]
    room = room.on_bench(notice_dismissed)
    return room.changed(others=kept, others_task=_task_now(room), sentence=None, row=None)


def sentence_picked(room: MasksRoom, sentence: int) -> MasksRoom:
    return room.changed(sentence=sentence, row=None, allowed=frozenset())


def stage_picked(room: MasksRoom, stage: int) -> MasksRoom:
    """``stage`` counts from 0."""
    return room.changed(stage=max(0, min(stage, len(STAGES) - 1)))


def _cell_name(room: MasksRoom, kind: Kind, cell: Cell) -> Message:
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


@undoable("masks", _cell_name)
def cell_flipped(room: MasksRoom, kind: Kind, cell: Cell) -> MasksRoom:
    batch = room.own.batch
    if batch is None:
        return room
    return room.changed(
        edits=edits_now(room).flipped(MaskCell(kind, cell.row, cell.column)),
        edits_of=_owner(room, batch),
    )


@undoable("masks", lambda _: Message("back to the model's own masks"))
def edits_dropped(room: MasksRoom) -> MasksRoom:
    return room.changed(edits=NO_EDITS)


def row_picked(room: MasksRoom, row: int) -> MasksRoom:
    return room.changed(row=row, allowed=frozenset())


@undoable(
    "masks",
    lambda _, key: Message("key {number} of the row without keys changed", {"number": key + 1}),
)
def key_flipped(room: MasksRoom, key: int) -> MasksRoom:
    return room.changed(allowed=room.own.allowed ^ {key})


@undoable("masks", lambda _: Message("all keys of the row masked"))
def keys_masked(room: MasksRoom) -> MasksRoom:
    return room.changed(allowed=frozenset())


def head_picked(room: MasksRoom, kind: Kind, layer: int, head: int) -> MasksRoom:
    """Pick a head in the whole window; another kind resets the query and its keys."""
    if kind != room.bench.selection.kind:
        room = room.changed(row=None, allowed=frozenset())
    return room.on_bench(workbench_head_picked, kind, layer, head)


def batch_arrived(room: MasksRoom, answer: BatchAnswer) -> MasksRoom:
    """Store the batch; what was picked in another one is reset."""
    room = room.changed(batch=answer)
    if room.own.picked_in == answer.texts:
        return room
    return room.changed(sentence=None, row=None, allowed=frozenset(), picked_in=answer.texts)


def edits_now(room: MasksRoom) -> MaskEdits:
    """Flipped cells, if they belong to the current model and sentence; else none."""
    lesson = room.own
    if lesson.batch is None:
        return NO_EDITS
    return lesson.edits if lesson.edits_of == _owner(room, lesson.batch) else NO_EDITS


def _task_now(room: MasksRoom) -> str:
    return room.bench.model.task if room.bench.model is not None else ""


def _owner(room: MasksRoom, batch: BatchAnswer) -> tuple[str, str]:
    """Model and sentence of the flipped cells; the name is the same in sessions and on devices."""
    name = room.bench.model.name if room.bench.model is not None else ""
    return name, batch.original.source_text


# --------------------------------------------------------------------------------------- questions


def asked(question: Callable[[MasksRoom], Hashable]) -> Callable[[MasksRoom], Hashable]:
    """The same, None while the tab is hidden or a sentence is being translated."""

    def while_looked_at(room: MasksRoom) -> Hashable:
        bench = room.bench
        looked_at = bench.tab == "masks" and bench.trace is not None and not bench.translating
        return question(room) if looked_at else None

    return while_looked_at


def missing(room: MasksRoom) -> Message | None:
    """Why this model has no masks: they need a source and a target. None if it has them."""
    return one_stack(
        room.bench,
        decoder=Message(
            "This tab builds masks for a source and a target, but this model has only a "
            "decoder: its only mask is the causal mask, shown in the attention tab."
        ),
        encoder=Message(
            "This tab builds masks for a source and a target, but this model has only an "
            "encoder: every token may attend to every other."
        ),
    )


def batch_question(room: MasksRoom) -> BatchQuestion | None:
    if room.bench.trace_key is None or room.bench.trace is None or missing(room) is not None:
        return None
    return BatchQuestion(room.bench.trace_key, room.bench.trace.source_text, others_now(room))


def padded_head_question(room: MasksRoom) -> MaskedHead | None:
    batch = _batch_read(room)
    if batch is None or room.own.view not in {"steps", "rows"}:
        return None
    row = batch.rows[sentence_now(room, batch)] or 0
    ids = batch.record.src_ids[row], batch.record.tgt_ids[row]
    return _head_question(room, batch, ids, NO_EDITS, padded_kind(room))


def changed_head_question(room: MasksRoom) -> MaskedHead | None:
    batch = _batch_read(room)
    if batch is None or room.own.view != "change":
        return None
    ids = batch.original.source_ids, batch.original.fed_ids
    return _head_question(room, batch, ids, edits_now(room), room.bench.selection.kind)


def altered_question(room: MasksRoom) -> AlteredQuestion | None:
    """None without edits."""
    batch, edits = _batch_read(room), edits_now(room)
    if batch is None or room.own.view != "change" or not edits:
        return None
    return AlteredQuestion(batch.question.model_key, batch.original.source_text, edits)


def others_now(room: MasksRoom) -> tuple[str, ...]:
    """The user's other sentences; none if they are for a model of another task."""
    return room.own.others if room.own.others_task == _task_now(room) else ()


def sentence_now(room: MasksRoom, batch: BatchAnswer) -> int:
    """Index of the sentence in view, which has a row.

    Until the user picks one it is the one with most padding, which the masks are for.
    """
    chosen = room.own.sentence
    if chosen is not None and chosen < len(batch.rows) and batch.rows[chosen] is not None:
        return chosen
    record = batch.record
    padding = (~record.source_padding).sum(-1) + (~record.target_padding).sum(-1)  # [batch]
    return batch.rows.index(int(np.argmax(padding)))


def padded_kind(room: MasksRoom) -> Kind:
    """Kind of attention whose scores are shown."""
    steps = room.own.view == "steps"
    return mask_kind(room.own.mask) if steps else room.bench.selection.kind


def _batch_read(room: MasksRoom) -> BatchAnswer | None:
    """The batch, if the current model has read it."""
    batch = room.own.batch
    if batch is None or missing(room) is not None:
        return None
    return batch if batch.question.model_key == room.bench.trace_key else None


def _head_question(
    room: MasksRoom, batch: BatchAnswer, ids: tuple[Ids, Ids], edits: MaskEdits, kind: Kind
) -> MaskedHead:
    # a model that has just come may have fewer heads than the one before
    chosen = within(room.bench.selection, batch.original)
    key = batch.question.model_key
    return MaskedHead(key, *ids, edits, kind, chosen.layer, chosen.head)


# ------------------------------------------------------------------------------------------- shown


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencesShown:
    """Sentences of a batch, one of which is in view.

    Attributes:
        texts: the one on screen first.
        rows: for each of them its row in the record, or None without one.
        sentence: the one in view, an index of ``texts``.
        glosses: what the source tokens of the record's rows mean, ``[row][place]``; empty where
            that is not known or not wanted.
        left_out: whether the branch on screen has interventions, which values here do not.
    """

    texts: tuple[str, ...]
    rows: tuple[int | None, ...]
    sentence: int
    record: MaskRecord
    glosses: tuple[tuple[str, ...], ...] = ()
    left_out: bool = False

    @property
    def sentence_row(self) -> int:
        """Row of the sentence in view in the record."""
        return self.rows[self.sentence] or 0

    @property
    def source_glosses(self) -> tuple[str, ...]:
        return self.glosses[self.sentence_row] if self.glosses else ()

    def tokens(self, kind: Kind) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Queries and keys of a kind of attention in the sentence in view."""
        source = self.record.src_tokens[self.sentence_row]
        target = self.record.tgt_tokens[self.sentence_row]
        return source if kind == "encoder" else target, target if kind == "decoder" else source


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchShown(SentencesShown):
    """The sentences as the user left them; ``waits``: the worker has still to read one of them."""

    view: ClassVar[MasksPart] = "batch"
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsShown(SentencesShown):
    """A mask built up to a stage (from 0); the head that reads the padded sentence, if known."""

    view: ClassVar[MasksPart] = "steps"
    mask: MaskName
    stage: int
    padded_queries: PaddedQueries
    place: HeadPlace
    anatomy: HeadAnatomy | None

    @property
    def stage_name(self) -> MaskStage:
        return STAGES[self.stage]

    @property
    def building(self) -> MaskBuilding:
        return _built(self.record, self.mask, self.padded_queries)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShown:
    """Flipped cells and their effect.

    Attributes:
        edits: the flipped cells of all kinds.
        change: the chosen head before and after; None while it is computed.
        altered: the translation under the edited masks; None without edits, and while computed.
        glosses: whether the meanings of source tokens are shown.
        head_waits, waits: whether head and translation are those of other edits, and the right
            ones are being computed.
    """

    view: ClassVar[MasksPart] = "change"
    original: Trace
    place: HeadPlace
    edits: MaskEdits
    change: MaskChange | None
    altered: Trace | None
    glosses: bool = False
    head_waits: bool
    waits: bool
    left_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsShown(SentencesShown):
    """A query whose keys are masked.

    Attributes:
        row: the query.
        allowed: keys that it may attend to all the same.
        anatomy: the chosen head, whose scores they are; None while it is computed.
    """

    view: ClassVar[MasksPart] = "rows"
    place: HeadPlace
    row: int
    allowed: frozenset[int]
    anatomy: HeadAnatomy | None

    @property
    def queries(self) -> tuple[str, ...]:
        return self.tokens(self.place.kind)[0]

    @property
    def keys(self) -> tuple[str, ...]:
        return self.tokens(self.place.kind)[1]

    @property
    def key_glosses(self) -> tuple[str, ...]:
        return self.source_glosses if self.place.kind != "decoder" else ()

    @property
    def query_glosses(self) -> tuple[str, ...]:
        """Of each query, empty strings where none is shown."""
        glosses = self.source_glosses if self.place.kind == "encoder" else ()
        return glosses or ("",) * len(self.queries)


MasksShown = BatchShown | StepsShown | ChangeShown | RowsShown
"""The part of the tab that is in front."""


@lru_cache(maxsize=4)  # every stage and the sentence of every cell use it
def _built(record: MaskRecord, mask: MaskName, padded_queries: PaddedQueries) -> MaskBuilding:
    return build_mask(record, mask, padded_queries=padded_queries)


# ---------------------------------------------------------------------------------------- snapshot


def resolve_masks(room: MasksRoom) -> MasksShown | Message | None:
    """The tab, or why this model has none; None before there is a batch."""
    absence = missing(room)
    if absence is not None:
        return absence
    batch = room.own.batch
    if room.bench.trace is None or batch is None:
        return None
    left_out = bool(room.bench.interventions) and room.own.view != "batch"
    return replace(_RESOLVE[room.own.view](room, batch), left_out=left_out)


def _batch_shown(room: MasksRoom, batch: BatchAnswer) -> BatchShown:
    texts = _texts(room, batch)
    rows = batch.rows
    if texts != batch.texts:
        # Rows of the sentences that the batch already has; None for the others.
        known = dict(zip(batch.texts, batch.rows, strict=True))
        rows = tuple(known.get(text) for text in texts)
    return BatchShown(
        texts=texts,
        rows=rows,
        sentence=sentence_now(room, batch),
        glosses=_glosses(room, batch.record),
        record=batch.record,
        waits=texts != batch.texts,
    )


def _steps_shown(room: MasksRoom, batch: BatchAnswer) -> StepsShown:
    lesson = room.own
    return StepsShown(
        texts=batch.texts,
        rows=batch.rows,
        sentence=sentence_now(room, batch),
        glosses=_glosses(room, batch.record),
        record=batch.record,
        mask=lesson.mask,
        stage=lesson.stage,
        padded_queries=lesson.padded_queries,
        place=_place(room, batch, padded_kind(room)),
        anatomy=_padded_anatomy(room),
    )


def _change_shown(room: MasksRoom, batch: BatchAnswer) -> ChangeShown:
    question, wanted = changed_head_question(room), altered_question(room)
    answer, altered = room.own.changed_head, room.own.altered
    # an answer may differ from what is asked in its edits: it is shown until the next arrives
    fits = answer and question and replace(answer.question, edits=question.edits) == question
    same = altered and wanted and replace(altered.question, edits=wanted.edits) == wanted
    return ChangeShown(
        original=batch.original,
        place=_place(room, batch, room.bench.selection.kind),
        edits=edits_now(room),
        change=answer.result if answer and fits else None,
        altered=altered.result if altered and same else None,
        glosses=room.bench.attention.glosses,
        head_waits=answer is None or answer.question != question,
        waits=wanted is not None and (altered is None or altered.question != wanted),
    )


def _rows_shown(room: MasksRoom, batch: BatchAnswer) -> RowsShown:
    lesson, kind = room.own, room.bench.selection.kind
    sentence = sentence_now(room, batch)
    row, record = batch.rows[sentence] or 0, batch.record
    chosen = _empty_query(record, row, kind) if lesson.row is None else lesson.row
    part = RowsShown(
        texts=batch.texts,
        rows=batch.rows,
        sentence=sentence,
        record=record,
        glosses=_glosses(room, record),
        place=_place(room, batch, kind),
        row=chosen,
        allowed=lesson.allowed,
        anatomy=_padded_anatomy(room),
    )
    there = frozenset(key for key in lesson.allowed if key < len(part.keys))
    return replace(part, row=min(chosen, len(part.queries) - 1), allowed=there)


def _glosses(room: MasksRoom, record: MaskRecord) -> tuple[tuple[str, ...], ...]:
    """Glosses of each row's source tokens, ``[row][place]``; empty if there are none."""
    known = tuple(map(glosses_of, record.src_tokens)) if room.bench.attention.glosses else ()
    return known if any(map(any, known)) else ()


def _empty_query(record: MaskRecord, row: int, kind: Kind) -> int:
    """First query that a mask of padded queries leaves without a key, else the last."""
    names: dict[Kind, MaskName] = {"encoder": "source", "decoder": "target", "cross": "cross"}
    empty = build_mask(record, names[kind], padded_queries="masked").empty_rows[row]
    return int(empty.argmax()) if empty.any() else len(empty) - 1


def _padded_anatomy(room: MasksRoom) -> HeadAnatomy | None:
    """The head that answers the current question, or None."""
    change = answer_to(padded_head_question(room), room.own.padded_head)
    return None if change is None else change.before


def _texts(room: MasksRoom, batch: BatchAnswer) -> tuple[str, ...]:
    """The user's sentences, or the worker's if there are none."""
    if room.bench.trace is None or batch.question.text != room.bench.trace.source_text:
        return batch.texts
    others = others_now(room)
    return (batch.texts[0], *others) if others and others != batch.question.others else batch.texts


def _place(room: MasksRoom, batch: BatchAnswer, kind: Kind) -> HeadPlace:
    chosen = within(room.bench.selection, batch.original)
    return head_place(replace(chosen, kind=kind), batch.original)


_RESOLVE: dict[MasksPart, Callable[[MasksRoom, BatchAnswer], MasksShown]] = {
    "batch": _batch_shown,
    "steps": _steps_shown,
    "change": _change_shown,
    "rows": _rows_shown,
}
