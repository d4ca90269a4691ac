"""Transitions, question to the worker, and snapshot of the teacher forcing tab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from model import values
from model.messages import Message
from viz_app.workbench.changes.models import notice_dismissed
from viz_app.workbench.room import KeptField, Plan, Room

if TYPE_CHECKING:
    from model.lessons.embedding import TeacherForcingRecord

# ------------------------------------------------------------------------------------------- state
# The target that is expected, and the losses of the worker's last answer.


TAB = "forcing"

Origin = Literal["given", "reference", "translation"]
"""Whose target is expected: the user's, that of Headlight's phrases, the model's own."""


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
class ForcingState:
    """Choices and answers.

    Attributes:
        given: the target that the user has typed, for the source ``given_for``.
        with_padding: whether the losses are shown as if padding counted.
    """

    given: str = ""
    given_for: str = ""
    with_padding: bool = False
    forced: ForcedTarget | None = None


ForcingRoom = Room[ForcingState]


KEPT: Plan = {
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
class ForcingSnapshot:
    """What the tab shows; ``given`` is what the user has typed for the sentence on screen."""

    own: ForcingState
    given: str


def target_given(room: ForcingRoom, target: str) -> ForcingRoom:
    """Expect another target of the sentence on screen; an empty one leaves the choice to us."""
    source = room.bench.trace.source_text if room.bench.trace else ""
    return room.on_bench(notice_dismissed).changed(given=target.strip(), given_for=source)


def forcing_question(room: ForcingRoom) -> ForcingQuestion | None:
    """What the tab wants to know, once the sentence is translated."""
    bench, trace = room.bench, room.bench.trace
    looked_at = bench.tab == TAB and not bench.translating
    if not looked_at or trace is None or not trace.n_places or trace.places:
        return None
    if bench.trace_key is None:
        return None
    return ForcingQuestion(bench.trace_key, trace.source_text, trace.predicted_ids, _given(room))


def resolve_forcing(room: ForcingRoom) -> ForcingSnapshot | Message | None:
    """The tab, or None while it is not in front or nothing is translated.

    A message says why a model has nothing to show there.
    """
    trace = room.bench.trace
    if room.bench.tab != TAB or trace is None:
        return None
    return _NO_TARGET if trace.places else ForcingSnapshot(own=room.own, given=_given(room))


def _given(room: ForcingRoom) -> str:
    """What the user has typed for the sentence on screen."""
    chosen, trace = room.own, room.bench.trace
    return chosen.given if trace is not None and chosen.given_for == trace.source_text else ""
