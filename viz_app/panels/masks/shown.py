"""What the parts of the mask tab show."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from model.lessons.masks.building import MaskBuilding, MaskName, PaddedQueries, build_mask
from model.lessons.masks.edits import MaskEdits
from model.lessons.masks.record import MaskChange, MaskRecord
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.traces.trace import Trace
from viz_app.panels.masks.state import STAGES, MasksPart, MaskStage
from viz_app.workbench.state.selection import HeadPlace


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
        """The row of the sentence in view in the record."""
        return self.rows[self.sentence] or 0

    @property
    def source_glosses(self) -> tuple[str, ...]:
        """Those of the sentence in view."""
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
        """The stage in view."""
        return STAGES[self.stage]

    @property
    def building(self) -> MaskBuilding:
        """The mask in the making."""
        return _built(self.record, self.mask, self.padded_queries)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShown:
    """Flipped cells, and what comes of them.

    Attributes:
        original: the translation under the model's own masks.
        edits: the flipped cells of all kinds.
        change: the chosen head before and after; None while it is computed.
        altered: the translation under the edited masks; None without edits, and while it is
            computed.
        glosses: whether it is wanted what source tokens mean.
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
        """What the keys mean, where they are source tokens."""
        return self.source_glosses if self.place.kind != "decoder" else ()


Shown = BatchShown | StepsShown | ChangeShown | RowsShown


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksSnapshot:
    """The part of the tab that is in front."""

    view: MasksPart
    shown: Shown = field(repr=False)


@lru_cache(maxsize=4)
def _built(record: MaskRecord, mask: MaskName, padded_queries: PaddedQueries) -> MaskBuilding:
    """A mask of a batch; kept, because every stage and every cell's sentence asks for it."""
    return build_mask(record, mask, padded_queries=padded_queries)
