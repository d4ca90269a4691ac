"""What the user does with masks: a batch, a mask in the making, flipped cells, a row without keys.

Answers of the worker are kept with the question that they answer: an answer to another question
is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from model import values
from model.lessons.masks.building import MASK_NAMES, MaskName, PaddedQueries
from model.lessons.masks.edits import NO_EDITS, MaskCell, MaskEdits
from model.special_tokens import Ids
from model.traces.trace import KINDS, Kind
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Answered, Room

if TYPE_CHECKING:
    from model.lessons.masks.record import MaskChange, MaskRecord
    from model.traces.trace import Trace

MasksPart = Literal["batch", "steps", "change", "rows"]
"""The parts of the tab: batch and masks, step by step, change a mask, a row without keys."""

VIEWS: tuple[MasksPart, ...] = get_args(MasksPart)

MaskStage = Literal["positions", "matrix", "inverted", "applied"]
"""How far a mask is built."""

STAGES: tuple[MaskStage, ...] = get_args(MaskStage)

FEWEST, MOST = 2, 6
"""Sentences of a batch."""

MOST_EDITS = 2**16
"""Cells that a session can have flipped."""


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """The masks of a batch.

    Attributes:
        model_key: under which the worker holds the model.
        text: the sentence on screen.
        others: the user's other sentences; without one the worker takes one of its own.
    """

    model_key: int
    text: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MaskedHead:
    """One head under the model's own masks and under edited ones.

    Attributes:
        model_key: under which the worker holds the model.
        src_ids, tgt_ids: what is read; padding may follow where nothing is edited.
    """

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
    """Where the user is in the tab, and what the worker has answered.

    Attributes:
        view: the part in front.
        others: the user's sentences beside the one on screen.
        others_task: the task of the model that they were typed for; another reads others.
        sentence: the sentence of the batch in view, or None for the one that shows most.
        mask: which mask is built.
        stage: how far.
        padded_queries: whether it leaves padded queries without keys.
        edits: the flipped cells.
        edits_of: model, by its name, and sentence whose cells they are.
        row: the query whose keys are all masked, or None for the one that shows most.
        allowed: the keys that this query may attend to all the same.
        picked_in: all sentences of the batch that ``sentence``, ``row`` and ``allowed`` are of.
        batch, padded_head, changed_head, altered: the last answers.
    """

    view: MasksPart = "batch"
    others: tuple[str, ...] = ()
    others_task: str = ""
    sentence: int | None = None
    mask: MaskName = "source"
    stage: int = 0
    padded_queries: PaddedQueries = "kept"
    edits: MaskEdits = NO_EDITS
    edits_of: tuple[str, str] = ("", "")
    row: int | None = None
    allowed: frozenset[int] = frozenset()
    picked_in: tuple[str, ...] = ()
    batch: BatchAnswer | None = None
    padded_head: Answered[MaskedHead, MaskChange] | None = None
    changed_head: Answered[MaskedHead, MaskChange] | None = None
    altered: Answered[AlteredQuestion, Trace] | None = None


MasksRoom = Room[MasksState]


def _edits(name: str, value: Any) -> MaskEdits:
    """Cells, each as its kind, query and key."""
    return MaskEdits(frozenset(values.many(_cell, most=MOST_EDITS)(name, value)))


def _cell(name: str, value: Any) -> MaskCell:
    kind, query, key = values.many(values.anything, fewest=3, most=3)(name, value)
    place = values.whole()
    return MaskCell(values.choice(KINDS)(name, kind), place(name, query), place(name, key))


def _keys(name: str, value: Any) -> frozenset[int]:
    return frozenset(values.many(values.whole(), most=MOST_EDITS)(name, value))


KEPT: Plan = {
    "view": KeptField(values.choice(VIEWS)),
    "others": KeptField(values.many(values.text(), most=MOST - 1), list),
    "others_task": KeptField(values.text(of_a_file=True)),
    "sentence": KeptField(values.maybe(values.whole(0, MOST - 1))),
    "mask": KeptField(values.choice(MASK_NAMES)),
    "stage": KeptField(values.whole(0, len(STAGES) - 1)),
    "padded_queries": KeptField(values.choice(get_args(PaddedQueries))),
    "edits": KeptField(_edits, lambda edits: sorted(map(list, edits.cells))),
    "edits_of": KeptField(values.many(values.text(of_a_file=True), fewest=2, most=2), list),
    "row": KeptField(values.maybe(values.whole())),
    "allowed": KeptField(_keys, sorted),
    "picked_in": KeptField(values.many(values.text(), most=MOST), list),
}
