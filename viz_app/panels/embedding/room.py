"""Transitions, questions to the worker, and snapshot of the embedding tab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from model.config import ModelConfig, Stack
from model.special_tokens import BOS_ID
from model.text.words import glosses_of
from model.traces.head_measures import first_content_step
from model.values import Count, InSession
from viz_app.workbench.room import Room, RoomHandle
from viz_app.workbench.snapshots.attention import lone_stack, written_ids
from viz_app.workbench.state import RunKey

if TYPE_CHECKING:
    from model.lessons.embedding import EmbeddingRecord

# ------------------------------------------------------------------------------------------- state


EmbeddingPart = Literal["near", "into", "out"]
"""The nearest tokens, into the model, and out of it."""

PARTS: tuple[EmbeddingPart, ...] = get_args(EmbeddingPart)

TokenSide = Literal["source", "target"]
TOKEN_SIDES: tuple[TokenSide, ...] = get_args(TokenSide)


@dataclass(frozen=True, slots=True)
class EmbeddingQuestion:
    """Embeddings and logits of one sentence and one target, which begins with ``<s>``."""

    model_key: RunKey
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

    part: InSession[EmbeddingPart] = "near"
    side: InSession[TokenSide] = "source"
    token: InSession[Count | None] = None
    reading: EmbeddingRecord | None = None


EmbeddingRoom = Room[EmbeddingState]
EmbeddingHandle = RoomHandle[EmbeddingState]

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
    """Question of all parts; None while hidden, or before the sentence is translated."""
    key, trace = room.bench.run_key, room.bench.trace
    if room.bench.tab != "embedding" or room.bench.translating:
        return None
    if key is None or trace is None or not trace.n_places:
        return None
    target = (BOS_ID, *written_ids(trace))
    return EmbeddingQuestion(key, trace.source_text, trace.source_ids, target)


def resolve_embedding(room: EmbeddingRoom) -> EmbeddingSnapshot | None:
    """The embedding tab; None while it is hidden or nothing is translated."""
    if room.bench.tab != "embedding" or room.bench.trace is None:
        return None
    reading, stack = room.own.reading, lone_stack(room.bench.trace)
    source = reading.source if reading else None
    # Both places are limited to those of the newest answer.
    step = max(0, min(room.bench.selection.step, len(reading.output.fed) - 1 if reading else 0))
    tokens = source.tokens if source else ()
    picked = first_content_step(tokens) if room.own.token is None else room.own.token
    source_token = max(0, min(picked, len(tokens) - 1))
    sides: dict[Stack, TokenSide] = {"encoder": "source", "decoder": "target"}
    alone = sides[stack] if stack else None
    return EmbeddingSnapshot(
        own=room.own,
        token=step if alone or room.own.side == "target" else source_token,
        source_token=source_token,
        step=step,
        alone=alone,
        glosses=glosses_of(source.tokens) if source and room.bench.attention.glosses else (),
        tied=room.bench.model is not None and room.bench.model.config.tie_embeddings,
        config=room.bench.model.config if room.bench.model else None,
    )
