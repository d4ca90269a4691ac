"""The positions tab: what the worker is asked, and the snapshot that is shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

import numpy as np

from model.arrays import FloatArray, frozen
from model.config import Positions, Stack
from model.lessons.positions.altered_record import AlteredRecord
from model.lessons.positions.rotation_study import RotationStudy, rotation_study
from model.lessons.positions.sinusoid import PAPERS, Waves, dot_similarity, sinusoid_table
from model.messages import Message
from model.traces.summary import ModelSummary
from viz_app.panels.positions import state
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.room import answer_to
from viz_app.workbench.snapshots.stacks import one_stack

FEWEST = 32
"""Positions shown at first, unless the sentence is longer."""


@dataclass(frozen=True, kw_only=True)
class PositionsSnapshot:
    """Positional encodings: those of the current model's source side, or sinusoids of any size.

    Attributes:
        model: the current one.
        kind: of the table that is shown.
        tokens: of the sentence on screen, which stand at the first positions.
        fed: likewise of the target, those that the decoder was fed.
        choices: what is looked at.
        altered: the sentence translated with altered positions, when that is asked for and there.
        learned: names of models with a learned table, when that is asked for and known.
        table: ``[positions, d_model]``.
        absent: why nothing can be translated with altered positions, or None.
    """

    model: ModelSummary
    kind: Positions
    tokens: tuple[str, ...]
    fed: tuple[str, ...] = ()
    choices: state.PositionsState = state.PositionsState()
    altered: AlteredRecord | None = None
    learned: tuple[str, ...] | None = None
    absent: Message | None = None
    table: FloatArray = field(compare=False, repr=False)

    @cached_property
    def similarity(self) -> FloatArray:
        """How alike every two positions are, as the user measures it. ``[count, count]``."""
        shown = self.table[: self.count]
        if self.choices.measure == "dot":
            return dot_similarity(shown)
        return cosine_similarity(shown)

    @cached_property
    def rotation(self) -> RotationStudy:
        """The row that is turned, and what it is turned to."""
        return rotation_study(
            self.table, position=self.position, offset=self.offset, waves=self.waves
        )

    @property
    def has_table(self) -> bool:
        """Whether rows are added at all: else the table is all zeros."""
        return self.kind not in {"relative", "none"}

    @property
    def stack(self) -> Stack:
        """Whose biases for distances are shown as a matrix: one that has some."""
        known = tuple(self.model.biases)
        return known[0] if known and self.choices.stack not in known else self.choices.stack

    @property
    def head(self) -> int:
        """Of that stack."""
        return min(self.choices.head, self.model.config.n_heads - 1)

    @property
    def distances(self) -> Mapping[Stack, FloatArray]:
        """Biases for distances of each stack, ``[heads, distance]``; empty where there are none."""
        return {} if self.sized else self.model.biases

    @property
    def sized(self) -> bool:
        """Whether a table of any size is shown in place of the model's own."""
        return self.choices.any_size and self.choices.page in state.SIZED_PAGES

    @property
    def waves(self) -> Waves:
        """How the table is made of waves; the paper's where it is of none."""
        config = self.model.config
        if self.sized or config.positions != "sinusoidal":
            return PAPERS
        return Waves(config.sinusoids, config.closed_sinusoids)

    @property
    def first(self) -> int:
        """The position that the formula knows the first token by."""
        config = self.model.config
        return config.position_offset if self.kind == "sinusoidal" and not self.sized else 0

    @property
    def count(self) -> int:
        """Positions that are shown."""
        wanted = self.choices.length or max(FEWEST, len(self.tokens), len(self.fed))
        return min(len(self.table), wanted)

    @property
    def position(self) -> int:
        """The position that is turned, within the table."""
        return min(self.choices.position, len(self.table) - 1)

    @property
    def offset(self) -> int:
        """How far it is turned, within the table."""
        return min(self.choices.offset, len(self.table) - 1 - self.position)


def resolve_positions(room: state.PositionsRoom) -> PositionsSnapshot | None:
    """The positions tab, or None without a model."""
    model, choices = room.bench.model, room.own
    if model is None:
        return None
    any_size = choices.any_size and choices.page in state.SIZED_PAGES
    shown = model.positions
    if any_size:
        shown = any_table(choices.length or FEWEST, choices.d_model)
    return PositionsSnapshot(
        model=model,
        kind="sinusoidal" if any_size else model.config.positions,
        tokens=_tokens(room),
        fed=room.bench.trace.fed_tokens if room.bench.trace and model.biases else (),
        choices=choices,
        altered=answer_to(altered_question(room), choices.altered),
        absent=_untranslatable(room) or uncomputable(room.bench),
        learned=answer_to(_entries(room), choices.learned),
        table=shown,
    )


def altered_question(room: state.PositionsRoom) -> state.AlteredPositions | None:
    """What to translate with altered positions, if that is looked at."""
    choices = room.own
    if not _looks_at(room, "without") or room.bench.trace is None or room.bench.trace_key is None:
        return None
    if _untranslatable(room) is not None:
        return None
    if room.bench.model is not None and room.bench.model.config.positions in {"relative", "none"}:
        return None
    return state.AlteredPositions(
        room.bench.trace_key, room.bench.trace.source_text, choices.side, choices.seed
    )


def learned_question(room: state.PositionsRoom) -> state.NamedFiles | None:
    """Among which models one with a learned table is looked for, if the current one has none."""
    if not _looks_at(room, "learned") or room.bench.model is None:
        return None
    return _entries(room) if room.bench.model.config.positions != "learned" else None


def sinusoidal_twin(snapshot: PositionsSnapshot) -> PositionsSnapshot:
    """The same with the sinusoidal table of that size; itself where that is one."""
    if snapshot.kind == "sinusoidal":
        return snapshot
    return dataclasses.replace(snapshot, kind="sinusoidal", table=any_table(*snapshot.table.shape))


def changed_tokens(before: Sequence[str], after: Sequence[str]) -> tuple[bool, ...]:
    """Which tokens of ``after`` are not those of ``before``, when both are aligned."""
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
    """The sinusoidal table of a size, the same array each time. ``[length, d_model]``."""
    return sinusoid_table(length, d_model)


def _tokens(room: state.PositionsRoom) -> tuple[str, ...]:
    """Those of the source; of a decoder alone, those that it was fed."""
    trace = room.bench.trace
    return () if trace is None else trace.source_tokens or trace.fed_tokens


def _untranslatable(room: state.PositionsRoom) -> Message | None:
    return one_stack(
        room.bench,
        decoder=Message(
            "A sentence is translated here without its positions, and this model translates "
            "nothing: it has a decoder alone."
        ),
        encoder=Message(
            "A sentence is translated here without its positions, and this model translates "
            "nothing: it has an encoder alone."
        ),
    )


def _looks_at(room: state.PositionsRoom, page: str) -> bool:
    return room.bench.tab == "positions" and room.own.page == page


def _entries(room: state.PositionsRoom) -> state.NamedFiles:
    return tuple((entry.name, entry.path) for entry in room.bench.models)
