"""Transitions, questions to the worker, and snapshot of the embedding tab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from model import values
from model.config import ModelConfig, Stack
from model.special_tokens import BOS_ID
from model.text.words import glosses_of
from model.traces.head_measures import first_content_step
from model.traces.trace import Trace
from viz_app.workbench.room import KeptField, Plan, Room
from viz_app.workbench.snapshots.attention import lone_stack, written_ids

if TYPE_CHECKING:
    from model.lessons.embedding import EmbeddingRecord

# ------------------------------------------------------------------------------------------- state
# What the user has chosen in the embedding tab, and the worker's last answers for it.


EmbeddingPart = Literal["near", "into", "out"]
"""The nearest tokens, into the model, and out of it."""

PARTS: tuple[EmbeddingPart, ...] = get_args(EmbeddingPart)

TokenSide = Literal["source", "target"]
TOKEN_SIDES: tuple[TokenSide, ...] = get_args(TokenSide)


@dataclass(frozen=True, slots=True)
class EmbeddingQuestion:
    """Embeddings and logits of one sentence and one target, which begins with ``<s>``."""

    model_key: int
    text: str
    source_ids: tuple[int, ...]
    target_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingState:
    """Choices and answers.

    Attributes:
        token: of the source, from 0; None until one is picked: then it is the first content word.
            For the target the selected step of the window is used.
    """

    part: EmbeddingPart = "near"
    side: TokenSide = "source"
    token: int | None = None
    reading: EmbeddingRecord | None = None


EmbeddingRoom = Room[EmbeddingState]


KEPT: Plan = {
    "part": KeptField(values.choice(PARTS)),
    "side": KeptField(values.choice(TOKEN_SIDES)),
    "token": KeptField(values.maybe(values.whole())),
}

# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSnapshot:
    """What the embedding tab shows.

    Attributes:
        own: the choices, and the newest answers of the worker.
        token: selected token of the chosen side, from 0.
        source_token: selected token of the source, whichever side is chosen.
        step: selected position of the target, from 0.
        tied: whether the output projection is the target's embedding table.
        glosses: meanings of the source tokens; empty where unknown or switched off.
        config: of the model; None without one.
        alone: the only side of the model; None where it has both.
    """

    own: EmbeddingState
    token: int
    source_token: int
    step: int
    tied: bool
    glosses: tuple[str, ...] = ()
    config: ModelConfig | None = None
    alone: TokenSide | None = None

    @property
    def side(self) -> TokenSide:
        return self.alone or self.own.side

    @property
    def both_near(self) -> bool:
        """Whether both sides are shown, each compared with its own table."""
        return self.alone is None and not (self.config and self.config.share_embeddings)

    @property
    def decodes(self) -> bool:
        return self.alone != "source"


def source_token_picked(room: EmbeddingRoom, token: int) -> EmbeddingRoom:
    """Select a token of the source, from 0."""
    return room.changed(token=max(0, token))


def looked_at_from_map(room: EmbeddingRoom, side: Stack, *, output: bool) -> EmbeddingRoom:
    """Opened from the map: show a side's tokens, or the output."""
    if output:
        return room.changed(part="out")
    part = PARTS[0] if room.own.part == "out" else room.own.part
    return room.changed(part=part, side="source" if side == "encoder" else "target")


def embedding_question(room: EmbeddingRoom) -> EmbeddingQuestion | None:
    """Question of all parts; None before the sentence is translated."""
    key, trace = room.bench.trace_key, _translated(room)
    if key is None or trace is None:
        return None
    target = (BOS_ID, *written_ids(trace))
    return EmbeddingQuestion(key, trace.source_text, trace.source_ids, target)


def resolve_embedding(room: EmbeddingRoom) -> EmbeddingSnapshot | None:
    """The embedding tab; None while it is hidden or nothing is translated."""
    if room.bench.tab != "embedding" or room.bench.trace is None:
        return None
    step, stack = _step(room), lone_stack(room.bench.trace)
    sides: dict[Stack, TokenSide] = {"encoder": "source", "decoder": "target"}
    alone = sides[stack] if stack else None
    return EmbeddingSnapshot(
        own=room.own,
        token=step if alone or room.own.side == "target" else _source_token(room),
        source_token=_source_token(room),
        step=step,
        alone=alone,
        glosses=_glosses(room),
        tied=room.bench.model is not None and room.bench.model.config.tie_embeddings,
        config=room.bench.model.config if room.bench.model else None,
    )


def _glosses(room: EmbeddingRoom) -> tuple[str, ...]:
    reading = room.own.reading
    source = reading.source if reading and room.bench.attention.glosses else None
    return glosses_of(source.tokens) if source else ()


def _translated(room: EmbeddingRoom) -> Trace | None:
    """The current translation; None while the tab is hidden or decoding is unfinished."""
    trace = room.bench.trace
    looked_at = room.bench.tab == "embedding" and not room.bench.translating
    if not looked_at or trace is None or not trace.n_places:
        return None
    return trace


def _step(room: EmbeddingRoom) -> int:
    """The window's step, limited to the steps of the newest answer."""
    reading = room.own.reading
    last = len(reading.output.fed) - 1 if reading else 0
    return max(0, min(room.bench.selection.step, last))


def _source_token(room: EmbeddingRoom) -> int:
    reading = room.own.reading
    tokens = reading.source.tokens if reading and reading.source else ()
    token = first_content_step(tokens) if room.own.token is None else room.own.token
    return max(0, min(token, len(tokens) - 1))
