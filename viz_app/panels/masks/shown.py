"""What the parts of the mask tab show."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from model.lessons.masks.building import MaskBuilding, MaskName, PaddedQueries, build_mask
from model.lessons.masks.edits import MaskEdits
from model.lessons.masks.record import MaskChange, MaskRecord
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.traces.trace import Trace
from viz_app.panels.masks.state import STAGES, Stage, View
from viz_app.workbench.state.selection import HeadPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchShown:
    """The batch.

    Attributes:
        texts: its sentences, the one on screen first, as the user left them.
        rows: for each of them its row in the record, or None without one.
        sentence: whose masks are shown, an index of ``texts``.
        waits: whether the worker has still to read one of them.
    """

    texts: tuple[str, ...]
    rows: tuple[int | None, ...]
    sentence: int
    record: MaskRecord
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsShown:
    """A mask in the making.

    Attributes:
        texts, rows, sentence: as in :class:`BatchShown`.
        stage: how far it is built, from 0.
        anatomy: the chosen head, which reads the padded sentence; None while it is computed.
    """

    texts: tuple[str, ...]
    rows: tuple[int | None, ...]
    sentence: int
    record: MaskRecord
    mask: MaskName
    stage: int
    padded_queries: PaddedQueries
    place: HeadPlace
    anatomy: HeadAnatomy | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShown:
    """Flipped cells, and what comes of them.

    Attributes:
        original: the translation under the model's own masks.
        edits: the flipped cells of all kinds.
        change: the chosen head before and after; None while it is computed.
        altered: the translation under the edited masks; None without edits, and while it is
            computed.
        head_waits, waits: whether head and translation are those of other edits, and the right
            ones are being computed.
    """

    original: Trace
    place: HeadPlace
    edits: MaskEdits
    change: MaskChange | None
    altered: Trace | None
    head_waits: bool
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsShown:
    """A query whose keys are masked.

    Attributes:
        texts, rows, sentence: as in :class:`BatchShown`.
        queries, keys: tokens of the chosen kind.
        row: the query.
        allowed: keys that it may attend to all the same.
        anatomy: the chosen head, whose scores they are; None while it is computed.
    """

    texts: tuple[str, ...]
    rows: tuple[int | None, ...]
    sentence: int
    place: HeadPlace
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    row: int
    allowed: frozenset[int]
    anatomy: HeadAnatomy | None


Shown = BatchShown | StepsShown | ChangeShown | RowsShown


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksSnapshot:
    """The part of the tab that is in front."""

    view: View
    shown: Shown = field(repr=False)


def shown_stage(shown: StepsShown) -> Stage:
    """The stage in view."""
    return STAGES[shown.stage]


def sentence_row(shown: StepsShown) -> int:
    """The row of the sentence in view in the record."""
    return shown.rows[shown.sentence] or 0


@lru_cache(maxsize=4)
def built(record: MaskRecord, mask: MaskName, padded_queries: PaddedQueries) -> MaskBuilding:
    """A mask of a batch; kept, because every stage and every cell's sentence asks for it."""
    return build_mask(record, mask, padded_queries=padded_queries)


def building(shown: StepsShown) -> MaskBuilding:
    """The mask in the making."""
    return built(shown.record, shown.mask, shown.padded_queries)
