"""Slice of the positions tab, its questions to the worker, and its snapshot."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal, get_args

import numpy as np
from msgspec import Meta

from model.arrays import FloatArray, frozen
from model.config import Positions, Stack
from model.lessons.positions import (
    ORDER_EXAMPLES,
    PAPERS,
    AlteredRecord,
    AlteredSide,
    RotationStudy,
    Waves,
    dot_similarity,
    rotation_study,
    sinusoid_table,
)
from model.messages import Message
from model.traces.summary import ModelSummary
from model.values import Count, InSession
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.room import Answered, Room, answer_to
from viz_app.workbench.snapshots.attention import one_stack
from viz_app.workbench.snapshots.token_axes import key_glosses

# ------------------------------------------------------------------------------------------- state


Page = Literal["table", "wavelengths", "rotation", "learned", "without"]
PAGES: tuple[Page, ...] = get_args(Page)

SIZED_PAGES: tuple[Page, ...] = ("table", "wavelengths", "rotation")
"""Pages on which the size of the table can be chosen."""

AlteredSentence = Literal["example", "own"]
"""What is translated with altered positions: an example of the model's task, or the sentence on
screen.
"""

Similarity = Literal["cosine", "dot"]
"""Similarity of two positions: the cosine or the dot product of their rows."""

LARGEST_D_MODEL, LONGEST = 1024, 1024
"""Of a table of any size."""


@dataclass(frozen=True, slots=True)
class AlteredPositions:
    """A sentence to be translated with altered positions."""

    model_key: int
    text: str
    side: AlteredSide
    seed: int


NamedFiles = tuple[tuple[str, Path], ...]
"""Names and files of all models that can be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsState:
    """Choices of the user, and the newest answers of the worker.

    Attributes:
        any_size: whether a sinusoidal table of ``d_model`` is shown instead of the model's own.
        length: number of shown positions; None for the default.
        position, offset: PE(position) is rotated to PE(position + offset).
        side: stack whose positions are altered on the last page.
        seed: of the permutation there.
        sentence: the example of the task or the current sentence; tasks without an example have
            only the latter.
        stack, head: whose distance biases are shown as a matrix.
        altered, learned: answers of the worker; names of the models with a learned table.
    """

    page: InSession[Page] = "table"
    any_size: InSession[bool] = False
    d_model: Annotated[InSession[int], Meta(ge=1, le=LARGEST_D_MODEL)] = 64
    length: InSession[Annotated[int, Meta(ge=1, le=LONGEST)] | None] = None
    measure: InSession[Similarity] = "cosine"
    position: InSession[Count] = 2
    offset: InSession[Count] = 3
    side: InSession[AlteredSide] = "source"
    seed: InSession[Count] = 0
    sentence: InSession[AlteredSentence] = "example"
    stack: InSession[Stack] = "encoder"
    head: InSession[Count] = 0
    altered: Answered[AlteredPositions, AlteredRecord] | None = None
    learned: Answered[NamedFiles, tuple[str, ...]] | None = None


PositionsRoom = Room[PositionsState]

# ----------------------------------------------------------------------------------------- changes


def size_picked(room: PositionsRoom, any_size: bool) -> PositionsRoom:
    """Show the model's own table, or one of any size that starts with the model's d_model."""
    if any_size and not room.own.any_size and room.bench.model is not None:
        room = d_model_chosen(room, room.bench.model.config.d_model)
    return room.changed(any_size=any_size)


def d_model_chosen(room: PositionsRoom, d_model: int) -> PositionsRoom:
    return room.changed(d_model=max(1, min(d_model, LARGEST_D_MODEL)))


def length_chosen(room: PositionsRoom, length: int) -> PositionsRoom:
    return room.changed(length=max(1, min(length, LONGEST)))


def rotation_chosen(room: PositionsRoom, position: int, offset: int) -> PositionsRoom:
    return room.changed(position=max(position, 0), offset=max(offset, 0))


def exchange_drawn(room: PositionsRoom) -> PositionsRoom:
    return room.changed(seed=room.own.seed + 1)


# ---------------------------------------------------------------------------------------- snapshot


FEWEST = 32
"""Positions shown at first, unless the sentence is longer."""


@dataclass(frozen=True, kw_only=True)
class PositionsSnapshot:
    """Positional encodings of the current model's source side, or sinusoids of any size.

    Attributes:
        tokens: of the current sentence, at the first positions.
        glosses: meanings of the source tokens; empty where unknown or switched off.
        fed: tokens that the decoder reads.
        altered: translations with altered positions, once requested and finished.
        learned: names of the models with a learned table, once requested and known.
        table: ``[positions, d_model]``.
        absent: why translations with altered positions are not possible, or None.
        left_out: whether the branch on screen has interventions, which translations here do not.
    """

    model: ModelSummary
    kind: Positions
    tokens: tuple[str, ...]
    glosses: tuple[str, ...] = ()
    fed: tuple[str, ...] = ()
    choices: PositionsState = PositionsState()
    altered: AlteredRecord | None = None
    learned: tuple[str, ...] | None = None
    absent: Message | None = None
    left_out: bool = False
    table: FloatArray = field(compare=False, repr=False)

    @cached_property
    def similarity(self) -> FloatArray:
        """Similarity of every two positions by the chosen measure, ``[count, count]``."""
        shown = self.table[: self.count]
        return (dot_similarity if self.choices.measure == "dot" else cosine_similarity)(shown)

    @cached_property
    def rotation(self) -> RotationStudy:
        return rotation_study(
            self.table, position=self.position, offset=self.offset, waves=self.waves
        )

    @property
    def example(self) -> str:
        """Example sentence of the model's task; empty for none."""
        return ORDER_EXAMPLES.get(self.model.task, "")

    @property
    def shows_example(self) -> bool:
        """Whether the example, not the current sentence, has altered positions."""
        return bool(self.example) and self.choices.sentence == "example"

    @property
    def has_table(self) -> bool:
        """False if the model adds no positional encoding: the table is then all zeros."""
        return self.kind not in {"relative", "none"}

    @property
    def stack(self) -> Stack:
        known = tuple(self.model.biases)
        return known[0] if known and self.choices.stack not in known else self.choices.stack

    @property
    def head(self) -> int:
        return min(self.choices.head, self.model.config.n_heads - 1)

    @property
    def distances(self) -> Mapping[Stack, FloatArray]:
        """Distance biases of each stack, ``[heads, distance]``; empty without any."""
        return {} if self.sized else self.model.biases

    @property
    def sized(self) -> bool:
        return self.choices.any_size and self.choices.page in SIZED_PAGES

    @property
    def waves(self) -> Waves:
        """Layout of sines and cosines; the paper's if the table has none."""
        config = self.model.config
        if self.sized or config.positions != "sinusoidal":
            return PAPERS
        return Waves(config.sinusoids, config.closed_sinusoids)

    @property
    def first(self) -> int:
        """Position of the first token in the formula."""
        config = self.model.config
        return config.position_offset if self.kind == "sinusoidal" and not self.sized else 0

    @property
    def count(self) -> int:
        wanted = self.choices.length or max(FEWEST, len(self.tokens), len(self.fed))
        return min(len(self.table), wanted)

    @property
    def position(self) -> int:
        """The rotated position, clamped to the table."""
        return min(self.choices.position, len(self.table) - 1)

    @property
    def offset(self) -> int:
        """Offset of the rotation, clamped to the table."""
        return min(self.choices.offset, len(self.table) - 1 - self.position)


def resolve_positions(room: PositionsRoom) -> PositionsSnapshot | None:
    """The positions tab; None without a model."""
    model, choices = room.bench.model, room.own
    if model is None:
        return None
    any_size = choices.any_size and choices.page in SIZED_PAGES
    shown, trace = model.positions, room.bench.trace
    if any_size:
        shown = any_table(choices.length or FEWEST, choices.d_model)
    glossed = room.bench.attention.glosses
    return PositionsSnapshot(
        model=model,
        kind="sinusoidal" if any_size else model.config.positions,
        tokens=() if trace is None else trace.source_tokens or trace.fed_tokens,
        glosses=key_glosses(trace, "encoder") if trace is not None and glossed else (),
        fed=trace.fed_tokens if trace and model.biases else (),
        choices=choices,
        altered=answer_to(altered_question(room), choices.altered),
        absent=_untranslatable(room) or uncomputable(room.bench),
        left_out=bool(room.bench.interventions) and choices.page == "without",
        learned=answer_to(_entries(room), choices.learned),
        table=shown,
    )


def altered_question(room: PositionsRoom) -> AlteredPositions | None:
    """Question for altered translations; None while their page is not shown."""
    choices = room.own
    if not _looks_at(room, "without") or room.bench.trace is None or room.bench.trace_key is None:
        return None
    if _untranslatable(room) is not None:
        return None
    model, text = room.bench.model, room.bench.trace.source_text
    if model is not None and model.config.positions in {"relative", "none"}:
        return None
    if model is not None and choices.sentence == "example":
        text = ORDER_EXAMPLES.get(model.task, text)
    return AlteredPositions(room.bench.trace_key, text, choices.side, choices.seed)


def learned_question(room: PositionsRoom) -> NamedFiles | None:
    """Files to search for a learned table; None if the current model has one."""
    if not _looks_at(room, "learned") or room.bench.model is None:
        return None
    return _entries(room) if room.bench.model.config.positions != "learned" else None


def sinusoidal_twin(snapshot: PositionsSnapshot) -> PositionsSnapshot:
    """The snapshot with a sinusoidal table of the same size; unchanged if it already is one."""
    if snapshot.kind == "sinusoidal":
        return snapshot
    return dataclasses.replace(snapshot, kind="sinusoidal", table=any_table(*snapshot.table.shape))


def changed_tokens(before: Sequence[str], after: Sequence[str]) -> tuple[bool, ...]:
    """Marks the tokens of ``after`` that an alignment with ``before`` does not contain."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    changed = [True] * len(after)
    for match in matcher.get_matching_blocks():
        changed[match.b : match.b + match.size] = [False] * match.size
    return tuple(changed)


def cosine_similarity(table: FloatArray) -> FloatArray:
    """Cosine of every two rows. ``[positions, d_model]`` → ``[positions, positions]``."""
    norms = np.linalg.norm(table, axis=1, keepdims=True)
    unit = table / np.maximum(norms, np.finfo(np.float32).tiny)
    return frozen((unit @ unit.T).astype(np.float32))


@lru_cache(maxsize=4)
def any_table(length: int, d_model: int) -> FloatArray:
    """Sinusoidal table, ``[length, d_model]``; cached, so equal sizes share one array."""
    return sinusoid_table(length, d_model)


def _untranslatable(room: PositionsRoom) -> Message | None:
    return one_stack(
        room.bench,
        decoder=Message(
            "This page translates without positions, but this model does not translate: it "
            "has only a decoder."
        ),
        encoder=Message(
            "This page translates without positions, but this model does not translate: it "
            "has only an encoder."
        ),
    )


def _looks_at(room: PositionsRoom, page: str) -> bool:
    return room.bench.tab == "positions" and room.own.page == page


def _entries(room: PositionsRoom) -> NamedFiles:
    return tuple((entry.name, entry.path) for entry in room.bench.models)
