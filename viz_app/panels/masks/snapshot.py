"""Snapshot for the mask tab: one part of it at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from model.lessons.masks.building import MaskName, build_mask
from model.lessons.masks.record import MaskRecord
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.messages import Message
from model.text.glosses import glosses_of
from model.traces.trace import Kind, Trace
from viz_app.panels.masks import questions, shown
from viz_app.panels.masks.changes import edits_now
from viz_app.panels.masks.state import AlteredQuestion, BatchAnswer, MasksPart, MasksRoom
from viz_app.workbench.room import Answered, answer_to
from viz_app.workbench.state.selection import HeadPlace, head_place, within


def resolve_masks(room: MasksRoom) -> shown.MasksSnapshot | Message | None:
    """The mask tab, or why there is none of this model; None before there is a batch."""
    missing = questions.missing(room)
    if missing is not None:
        return missing
    batch = room.own.batch
    if room.bench.trace is None or batch is None:
        return None
    view = room.own.view
    return shown.MasksSnapshot(view=view, shown=_RESOLVE[view](room, batch))


def _batch(room: MasksRoom, batch: BatchAnswer) -> shown.BatchShown:
    texts = _texts(room, batch)
    rows = batch.rows if texts == batch.texts else _known_rows(texts, batch)
    return shown.BatchShown(
        texts=texts,
        rows=rows,
        sentence=questions.sentence_now(room, batch),
        glosses=_glosses(room, batch.record),
        record=batch.record,
        waits=texts != batch.texts,
    )


def _steps(room: MasksRoom, batch: BatchAnswer) -> shown.StepsShown:
    lesson = room.own
    return shown.StepsShown(
        texts=batch.texts,
        rows=batch.rows,
        sentence=questions.sentence_now(room, batch),
        glosses=_glosses(room, batch.record),
        record=batch.record,
        mask=lesson.mask,
        stage=lesson.stage,
        padded_queries=lesson.padded_queries,
        place=_place(room, batch, questions.padded_kind(room)),
        anatomy=_padded_anatomy(room),
    )


def _change(room: MasksRoom, batch: BatchAnswer) -> shown.ChangeShown:
    question, asked = questions.changed_head_question(room), questions.altered_question(room)
    answer, altered = room.own.changed_head, room.own.altered
    # an answer may differ from what is asked in its edits
    fits = answer and question and replace(answer.question, edits=question.edits) == question
    return shown.ChangeShown(
        original=batch.original,
        place=_place(room, batch, room.bench.selection.kind),
        edits=edits_now(room),
        change=answer.result if answer and fits else None,
        altered=_altered_trace(room, altered),
        glosses=room.bench.attention.glosses,
        head_waits=answer is None or answer.question != question,
        waits=asked is not None and (altered is None or altered.question != asked),
    )


def _rows(room: MasksRoom, batch: BatchAnswer) -> shown.RowsShown:
    lesson, kind = room.own, room.bench.selection.kind
    sentence = questions.sentence_now(room, batch)
    row = batch.rows[sentence] or 0
    record = batch.record
    queries = (record.src_tokens if kind == "encoder" else record.tgt_tokens)[row]
    keys = (record.tgt_tokens if kind == "decoder" else record.src_tokens)[row]
    chosen = _empty_query(record, row, kind) if lesson.row is None else lesson.row
    return shown.RowsShown(
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
    """Of every row's source tokens, where any has one."""
    known = tuple(map(glosses_of, record.src_tokens)) if room.bench.attention.glosses else ()
    return known if any(map(any, known)) else ()


def _empty_query(record: MaskRecord, row: int, kind: Kind) -> int:
    """The first query that a mask of padded queries leaves without a key, else the last."""
    names: dict[Kind, MaskName] = {"encoder": "source", "decoder": "target", "cross": "cross"}
    empty = build_mask(record, names[kind], padded_queries="masked").empty_rows[row]
    return int(empty.argmax()) if empty.any() else len(empty) - 1


def _padded_anatomy(room: MasksRoom) -> HeadAnatomy | None:
    """The head of the question that is asked now."""
    change = answer_to(questions.padded_head_question(room), room.own.padded_head)
    return None if change is None else change.before


def _altered_trace(
    room: MasksRoom, altered: Answered[AlteredQuestion, Trace] | None
) -> Trace | None:
    """The newest translation of this sentence by this model, until that of other edits is there."""
    asked = questions.altered_question(room)
    if asked is None or altered is None:
        return None
    same = (altered.question.model_key, altered.question.text) == (asked.model_key, asked.text)
    return altered.result if same else None


def _texts(room: MasksRoom, batch: BatchAnswer) -> tuple[str, ...]:
    """The sentences as the user left them; those of the worker where there are none."""
    if room.bench.trace is None or batch.question.text != room.bench.trace.source_text:
        return batch.texts
    others = questions.others_now(room)
    return (batch.texts[0], *others) if others and others != batch.question.others else batch.texts


def _known_rows(texts: tuple[str, ...], batch: BatchAnswer) -> tuple[int | None, ...]:
    """Rows of the sentences that the batch has already; others are on their way."""
    rows = dict(zip(batch.texts, batch.rows, strict=True))
    return tuple(rows.get(text) for text in texts)


def _place(room: MasksRoom, batch: BatchAnswer, kind: Kind) -> HeadPlace:
    chosen = within(room.bench.selection, batch.original)
    return head_place(replace(chosen, kind=kind), batch.original)


_RESOLVE: dict[MasksPart, Callable[[MasksRoom, BatchAnswer], shown.Shown]] = {
    "batch": _batch,
    "steps": _steps,
    "change": _change,
    "rows": _rows,
}
