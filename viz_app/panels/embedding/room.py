"""Transitions, questions to the worker, and snapshot of the embedding tab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from model import values
from model.config import ModelConfig, Stack
from model.messages import Message
from model.special_tokens import BOS_ID
from model.text.words import glosses_of
from model.traces.trace import Trace
from viz_app.workbench.changes.models import notice_dismissed
from viz_app.workbench.room import KeptField, Plan, Room
from viz_app.workbench.snapshots.attention import lone_stack, written_ids

if TYPE_CHECKING:
    from model.lessons.embedding import EmbeddingRecord, TeacherForcingRecord

# ------------------------------------------------------------------------------------------- state
# What the user has chosen in the embedding tab, and the worker's last answers for it.


EmbeddingPart = Literal["into", "out", "forcing"]
"""Into the model, out of it, and what training compares."""

PARTS: tuple[EmbeddingPart, ...] = get_args(EmbeddingPart)

TokenSide = Literal["source", "target"]
TOKEN_SIDES: tuple[TokenSide, ...] = get_args(TokenSide)

Origin = Literal["given", "reference", "translation"]
"""Whose target is expected: the user's, that of Headlight's phrases, the model's own."""


@dataclass(frozen=True, slots=True)
class EmbeddingQuestion:
    """The embeddings and logits of one sentence and one target; that begins with ``<s>``."""

    model_key: int
    text: str
    source_ids: tuple[int, ...]
    target_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ForcingQuestion:
    """The losses of one sentence and its target.

    ``target_ids`` are of the translation, without ``<s>``; ``given`` is what the user wants to be
    expected instead, or empty.
    """

    model_key: int
    text: str
    target_ids: tuple[int, ...]
    given: str


@dataclass(frozen=True, slots=True, eq=False)
class ForcedTarget:
    """Losses, and where the expected target comes from."""

    record: TeacherForcingRecord
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingState:
    """Choices and answers.

    Attributes:
        token: of the source, from 0; on the target's side the step of the whole window counts.
        given: the target that the user has typed, for the source ``given_for``.
        with_padding: whether the losses are shown as if padding counted.
    """

    part: EmbeddingPart = "into"
    side: TokenSide = "source"
    token: int = 0
    given: str = ""
    given_for: str = ""
    with_padding: bool = False
    reading: EmbeddingRecord | None = None
    forced: ForcedTarget | None = None


EmbeddingRoom = Room[EmbeddingState]


KEPT: Plan = {
    "part": KeptField(values.choice(PARTS)),
    "side": KeptField(values.choice(TOKEN_SIDES)),
    "token": KeptField(values.whole()),
    "given": KeptField(values.text()),
    "given_for": KeptField(values.text()),
    "with_padding": KeptField(values.flag),
}

# ---------------------------------------------------------------------------------------- snapshot


_NO_TARGET = Message(
    "Teacher forcing trains a decoder, but this model has only an encoder: it learns from "
    "masked tokens."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSnapshot:
    """What the embedding tab shows.

    Attributes:
        own: the choices, and the worker's newest answers.
        token: which one of the chosen side is looked at, from 0.
        step: which position of the target is looked at, from 0.
        given: the target that the user has typed for this sentence.
        tied: whether the output projection is the target's table of tokens.
        glosses: meanings of the source tokens; empty where unknown or switched off.
        config: of the model, or None without one.
        alone: the only side that the model has; None where it has both.
        missing: why there is nothing of the part in front, or None.
    """

    own: EmbeddingState
    token: int
    step: int
    given: str
    tied: bool
    glosses: tuple[str, ...] = ()
    config: ModelConfig | None = None
    alone: TokenSide | None = None
    missing: Message | None = None

    @property
    def side(self) -> TokenSide:
        """Whose tokens go in: the chosen one, or the only one."""
        return self.alone or self.own.side

    @property
    def decodes(self) -> bool:
        """Whether there is a target."""
        return self.alone != "source"


def source_token_picked(room: EmbeddingRoom, token: int) -> EmbeddingRoom:
    """Look at a token of the source, from 0."""
    return room.changed(token=max(0, token))


def target_given(room: EmbeddingRoom, target: str) -> EmbeddingRoom:
    """Expect another target of the sentence on screen; an empty one leaves the choice to us."""
    source = room.bench.trace.source_text if room.bench.trace else ""
    return room.on_bench(notice_dismissed).changed(given=target.strip(), given_for=source)


def embedding_question(room: EmbeddingRoom) -> EmbeddingQuestion | None:
    """What the first two parts want to know, once the sentence is translated."""
    key, trace = room.bench.trace_key, _translated(room)
    if key is None or trace is None or room.own.part == "forcing":
        return None
    target = (BOS_ID, *written_ids(trace))
    return EmbeddingQuestion(key, trace.source_text, trace.source_ids, target)


def forcing_question(room: EmbeddingRoom) -> ForcingQuestion | None:
    """What the part on teacher forcing wants to know."""
    key, trace = room.bench.trace_key, _translated(room)
    if key is None or trace is None or room.own.part != "forcing" or trace.places:
        return None
    return ForcingQuestion(key, trace.source_text, trace.predicted_ids, _given(room))


def resolve_embedding(room: EmbeddingRoom) -> EmbeddingSnapshot | None:
    """The embedding tab, or None while it is not in front or nothing is translated."""
    if room.bench.tab != "embedding" or room.bench.trace is None:
        return None
    step, trace, stack = _step(room), room.bench.trace, lone_stack(room.bench.trace)
    sides: dict[Stack, TokenSide] = {"encoder": "source", "decoder": "target"}
    alone = sides[stack] if stack else None
    return EmbeddingSnapshot(
        own=room.own,
        token=step if alone or room.own.side == "target" else _source_token(room),
        step=step,
        alone=alone,
        missing=_NO_TARGET if trace.places and room.own.part == "forcing" else None,
        given=_given(room),
        glosses=_glosses(room),
        tied=room.bench.model is not None and room.bench.model.config.tie_embeddings,
        config=room.bench.model.config if room.bench.model else None,
    )


def _glosses(room: EmbeddingRoom) -> tuple[str, ...]:
    reading = room.own.reading
    source = reading.source if reading and room.bench.attention.glosses else None
    return glosses_of(source.tokens) if source else ()


def _translated(room: EmbeddingRoom) -> Trace | None:
    """The translation on screen, or None while nobody asks or it is still coming."""
    trace = room.bench.trace
    looked_at = room.bench.tab == "embedding" and not room.bench.translating
    if not looked_at or trace is None or not trace.n_places:
        return None
    return trace


def _given(room: EmbeddingRoom) -> str:
    """What the user has typed for the sentence on screen."""
    chosen, trace = room.own, room.bench.trace
    return chosen.given if trace is not None and chosen.given_for == trace.source_text else ""


def _step(room: EmbeddingRoom) -> int:
    """As near to the step of the window as there is an answer for."""
    reading = room.own.reading
    last = len(reading.output.fed) - 1 if reading else 0
    return max(0, min(room.bench.selection.step, last))


def _source_token(room: EmbeddingRoom) -> int:
    reading = room.own.reading
    last = len(reading.source.tokens) - 1 if reading and reading.source else 0
    return max(0, min(room.own.token, last))
