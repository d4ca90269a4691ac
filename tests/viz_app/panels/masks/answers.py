"""What the worker would answer to the mask tab, made by hand."""

import dataclasses

import numpy as np

from model.arrays import frozen
from model.lessons.masks import NO_EDITS, MaskCell, MaskChange, MaskEdits, MaskRecord, under_rule
from model.lessons.one_head import HeadAnatomy
from model.traces.trace import Trace
from tests.viz_app.states import SOURCE, TARGET, room, summary, trace_of
from viz_app.panels.masks.room import (
    AlteredQuestion,
    BatchAnswer,
    BatchQuestion,
    MaskedHead,
    MasksRoom,
    MasksState,
    cell_flipped,
    changed_head_question,
    edits_now,
    padded_head_question,
)
from viz_app.workbench.room import Answered
from viz_app.workbench.state import Cell

KEY = 7
SRC = (SOURCE, ("猫", "</s>", "<pad>", "<pad>"), ("有", "猫", "</s>", "<pad>"))
TGT = (
    ("<s>", "I", "have", "a", "cat", "."),
    ("<s>", "cat", *("<pad>",) * 4),
    ("<s>", "have", "cat", *("<pad>",) * 3),
)
FORBIDDEN = MaskEdits(frozenset({MaskCell("cross", 3, 2)}))


def original() -> Trace:
    """The translation under the model's own masks."""
    return trace_of().stopped("end of sentence")


def record_of(sentences: int = 3) -> MaskRecord:
    """A batch of a long sentence and shorter ones."""
    src, tgt = SRC[:sentences], TGT[:sentences]
    src_keys, tgt_keys = (np.array(rows) != "<pad>" for rows in (src, tgt))
    causal = np.tri(6, dtype=np.bool_)
    return MaskRecord(
        src_ids=tuple(tuple(range(10 * n, 10 * n + 4)) for n in range(sentences)),
        tgt_ids=tuple(tuple(range(10 * n, 10 * n + 6)) for n in range(sentences)),
        src_tokens=src,
        tgt_tokens=tgt,
        source_padding=frozen(src_keys),
        causal=frozen(causal),
        target=frozen(causal & tgt_keys[:, None]),
        cross=frozen(np.repeat(src_keys[:, None], 6, axis=1)),
    )


def batch_of(
    *others: str, rows: tuple[int | None, ...] = (0, 1, 2), chosen: tuple[str, ...] = ()
) -> BatchAnswer:
    """A batch of the sentence on screen and others; ``chosen`` are those of the user."""
    trace = original()
    return BatchAnswer(
        question=BatchQuestion(KEY, trace.source_text, chosen),
        texts=(trace.source_text, *(others or ("猫", "有猫"))),
        rows=rows,
        record=record_of(sum(row is not None for row in rows)),
        original=trace,
    )


def masks_room(**fields) -> MasksRoom:
    """A finished translation, its batch, and the tab in front."""
    batch = batch_of()
    own = MasksState(**{"batch": batch, "picked_in": batch.texts, **fields})
    return room(own, step=len(TARGET) - 1, model_key=KEY, tab="masks")


def anatomy_of(question: MaskedHead, *, edits: MaskEdits = NO_EDITS, seed: int = 0) -> HeadAnatomy:
    """A head with made-up scores and the weights that follow from them."""
    n_queries = len(question.src_ids if question.kind == "encoder" else question.tgt_ids)
    n_keys = len(question.tgt_ids if question.kind == "decoder" else question.src_ids)
    scores = np.random.default_rng(seed).normal(scale=2, size=(n_queries, n_keys))
    scores = frozen(scores.astype(np.float32))
    masks = edits.masks(n_source=len(question.src_ids), n_target=len(question.tgt_ids))
    row = under_rule(scores, masks[question.kind], "zeros")
    none = frozen(np.zeros(1, dtype=np.float32))
    unused = {field.name: none for field in dataclasses.fields(HeadAnatomy)}
    return HeadAnatomy(
        **{
            **unused,
            "kind": question.kind,
            "layer": question.layer,
            "head": question.head,
            "norm": "pre",
            "norm_epsilon": 1e-5,
            "query_tokens": ("q",) * n_queries,
            "key_tokens": ("k",) * n_keys,
            "scores": scores,
            "mask": masks[question.kind],
            "masked_scores": row.masked,
            "weights": row.weights,
        }
    )


def with_padded_head(room: MasksRoom) -> MasksRoom:
    """The worker has read the padded sentence."""
    question = padded_head_question(room)
    anatomy = anatomy_of(question)
    change = MaskChange(before=anatomy, after=anatomy)
    return room.changed(padded_head=Answered(question, change))


def with_changed_head(room: MasksRoom) -> MasksRoom:
    """The worker has read the sentence under the edited masks."""
    question = changed_head_question(room)
    after = anatomy_of(question, edits=edits_now(room), seed=1)
    change = MaskChange(before=anatomy_of(question), after=after)
    return room.changed(changed_head=Answered(question, change))


def with_altered(room: MasksRoom, *target: str) -> MasksRoom:
    """The worker has translated under the edited masks."""
    trace = trace_of(target or TARGET).stopped("end of sentence")
    question = AlteredQuestion(KEY, trace.source_text, edits_now(room))
    return room.changed(altered=Answered(question, trace))


def flipped(room: MasksRoom, cell: MaskCell) -> MasksRoom:
    """The user has flipped a cell."""
    return cell_flipped(room, cell.kind, Cell(cell.query, cell.key))


def edited(*cells: MaskCell, **fields) -> MasksRoom:
    """The part for changes, with these cells flipped."""
    edits = MaskEdits(frozenset(cells)) if cells else FORBIDDEN
    owner = (summary().name, original().source_text)
    return masks_room(view="change", edits=edits, edits_of=owner, **fields)
