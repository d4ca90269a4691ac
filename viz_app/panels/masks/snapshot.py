"""The snapshot of the mask tab: one of its views at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from model.lessons.masks import (
    MaskBuilding,
    MaskChange,
    MaskEdits,
    MaskName,
    MaskRecord,
    PaddedQueries,
    build_mask,
)
from model.lessons.one_head import HeadAnatomy
from model.messages import Message
from model.text.words import glosses_of
from model.traces.trace import Kind, Trace
from viz_app.panels.masks import room as masks_room
from viz_app.panels.masks.room import (
    STAGES,
    AlteredQuestion,
    BatchAnswer,
    MasksPart,
    MasksRoom,
    MaskStage,
    edits_now,
)
from viz_app.workbench.room import Answered, answer_to
from viz_app.workbench.state import HeadPlace, head_place, within

# ------------------------------------------------------------------------------------------- shown
# What the parts of the mask tab show.


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencesShown:
    """Sentences of a batch, one of which is looked at.

    Attributes:
        texts: the one on screen first.
        rows: for each of them its row in the record, or None without one.
        sentence: the one in view, an index of ``texts``.
        glosses: what the source tokens of the record's rows mean, ``[row][place]``; empty where
            that is not known or not wanted.
    """

    texts: tuple[str, ...]
    rows: tuple[int | None, ...]
    sentence: int
    glosses: tuple[tuple[str, ...], ...] = ()

    @property
    def sentence_row(self) -> int:
        """Row of the sentence in view in the record."""
        return self.rows[self.sentence] or 0

    @property
    def source_glosses(self) -> tuple[str, ...]:
        return self.glosses[self.sentence_row] if self.glosses else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchShown(SentencesShown):
    """The batch, its sentences as the user left them.

    Attributes:
        waits: whether the worker has still to read one of them.
    """

    record: MaskRecord
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsShown(SentencesShown):
    """A mask in the making.

    Attributes:
        stage: how far it is built, from 0.
        anatomy: the chosen head, which reads the padded sentence; None while it is computed.
    """

    record: MaskRecord
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
        original: the translation under the model's own masks.
        edits: the flipped cells of all kinds.
        change: the chosen head before and after; None while it is computed.
        altered: the translation under the edited masks; None without edits, and while it is
            computed.
        glosses: whether the meanings of source tokens are shown.
        head_waits, waits: whether head and translation are those of other edits, and the right
            ones are being computed.
    """

    original: Trace
    place: HeadPlace
    edits: MaskEdits
    change: MaskChange | None
    altered: Trace | None
    glosses: bool = False
    head_waits: bool
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsShown(SentencesShown):
    """A query whose keys are masked.

    Attributes:
        queries, keys: tokens of the chosen kind.
        row: the query.
        allowed: keys that it may attend to all the same.
        anatomy: the chosen head, whose scores they are; None while it is computed.
    """

    place: HeadPlace
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    row: int
    allowed: frozenset[int]
    anatomy: HeadAnatomy | None

    @property
    def key_glosses(self) -> tuple[str, ...]:
        return self.source_glosses if self.place.kind != "decoder" else ()


Shown = BatchShown | StepsShown | ChangeShown | RowsShown


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksSnapshot:
    """The part of the tab that is in front."""

    view: MasksPart
    shown: Shown = field(repr=False)


@lru_cache(maxsize=4)
def _built(record: MaskRecord, mask: MaskName, padded_queries: PaddedQueries) -> MaskBuilding:
    # Cached: every stage and the sentence of every cell use it.
    return build_mask(record, mask, padded_queries=padded_queries)


# ---------------------------------------------------------------------------------------- snapshot


def resolve_masks(room: MasksRoom) -> MasksSnapshot | Message | None:
    """The tab, or why this model has none; None before there is a batch."""
    missing = masks_room.missing(room)
    if missing is not None:
        return missing
    batch = room.own.batch
    if room.bench.trace is None or batch is None:
        return None
    view = room.own.view
    return MasksSnapshot(view=view, shown=_RESOLVE[view](room, batch))


def _batch(room: MasksRoom, batch: BatchAnswer) -> BatchShown:
    texts = _texts(room, batch)
    rows = batch.rows
    if texts != batch.texts:
        # Rows of the sentences that the batch already has; None for the others.
        known = dict(zip(batch.texts, batch.rows, strict=True))
        rows = tuple(known.get(text) for text in texts)
    return BatchShown(
        texts=texts,
        rows=rows,
        sentence=masks_room.sentence_now(room, batch),
        glosses=_glosses(room, batch.record),
        record=batch.record,
        waits=texts != batch.texts,
    )


def _steps(room: MasksRoom, batch: BatchAnswer) -> StepsShown:
    lesson = room.own
    return StepsShown(
        texts=batch.texts,
        rows=batch.rows,
        sentence=masks_room.sentence_now(room, batch),
        glosses=_glosses(room, batch.record),
        record=batch.record,
        mask=lesson.mask,
        stage=lesson.stage,
        padded_queries=lesson.padded_queries,
        place=_place(room, batch, masks_room.padded_kind(room)),
        anatomy=_padded_anatomy(room),
    )


def _change(room: MasksRoom, batch: BatchAnswer) -> ChangeShown:
    question, asked = masks_room.changed_head_question(room), masks_room.altered_question(room)
    answer, altered = room.own.changed_head, room.own.altered
    # an answer may differ from what is asked in its edits
    fits = answer and question and replace(answer.question, edits=question.edits) == question
    return ChangeShown(
        original=batch.original,
        place=_place(room, batch, room.bench.selection.kind),
        edits=edits_now(room),
        change=answer.result if answer and fits else None,
        altered=_altered_trace(room, altered),
        glosses=room.bench.attention.glosses,
        head_waits=answer is None or answer.question != question,
        waits=asked is not None and (altered is None or altered.question != asked),
    )


def _rows(room: MasksRoom, batch: BatchAnswer) -> RowsShown:
    lesson, kind = room.own, room.bench.selection.kind
    sentence = masks_room.sentence_now(room, batch)
    row = batch.rows[sentence] or 0
    record = batch.record
    queries = (record.src_tokens if kind == "encoder" else record.tgt_tokens)[row]
    keys = (record.tgt_tokens if kind == "decoder" else record.src_tokens)[row]
    chosen = _empty_query(record, row, kind) if lesson.row is None else lesson.row
    return RowsShown(
        texts=batch.texts,
        rows=batch.rows,
        sentence=sentence,
        glosses=_glosses(room, record),
        place=_place(room, batch, kind),
        queries=queries,
        keys=keys,
        row=min(chosen, len(queries) - 1),
        allowed=frozenset(key for key in lesson.allowed if key < len(keys)),
        anatomy=_padded_anatomy(room),
    )


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
    change = answer_to(masks_room.padded_head_question(room), room.own.padded_head)
    return None if change is None else change.before


def _altered_trace(
    room: MasksRoom, altered: Answered[AlteredQuestion, Trace] | None
) -> Trace | None:
    """Latest translation of this sentence by this model, kept until the next arrives."""
    asked = masks_room.altered_question(room)
    if asked is None or altered is None:
        return None
    same = (altered.question.model_key, altered.question.text) == (asked.model_key, asked.text)
    return altered.result if same else None


def _texts(room: MasksRoom, batch: BatchAnswer) -> tuple[str, ...]:
    """The user's sentences, or the worker's if there are none."""
    if room.bench.trace is None or batch.question.text != room.bench.trace.source_text:
        return batch.texts
    others = masks_room.others_now(room)
    return (batch.texts[0], *others) if others and others != batch.question.others else batch.texts


def _place(room: MasksRoom, batch: BatchAnswer, kind: Kind) -> HeadPlace:
    chosen = within(room.bench.selection, batch.original)
    return head_place(replace(chosen, kind=kind), batch.original)


_RESOLVE: dict[MasksPart, Callable[[MasksRoom, BatchAnswer], Shown]] = {
    "batch": _batch,
    "steps": _steps,
    "change": _change,
    "rows": _rows,
}
