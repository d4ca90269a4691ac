"""What the user has chosen in the embedding tab, and the worker's last answers for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from model import values
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Room

if TYPE_CHECKING:
    from model.lessons.embedding.record import EmbeddingRecord
    from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord


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
