"""Transitions, question to the worker, and snapshot of the teacher forcing tab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from model.messages import Message
from model.values import InSession, Text
from viz_app.workbench.changes.models import notice_dismissed
from viz_app.workbench.room import Room
from viz_app.workbench.state import RunKey

if TYPE_CHECKING:
    from model.lessons.embedding import TeacherForcingRecord

# ------------------------------------------------------------------------------------------- state


TAB = "forcing"

Origin = Literal["given", "reference", "translation"]
"""Origin of the target: typed by the user, Headlight's phrases, or the model's translation."""


@dataclass(frozen=True, slots=True)
class ForcingQuestion:
    """Losses of one sentence and its target.

    ``target_ids``: the translation, without ``<s>``; ``given``: target typed by the user, or empty.
    """

    model_key: RunKey
    text: str
    target_ids: tuple[int, ...]
    given: str


@dataclass(frozen=True, slots=True, eq=False)
class ForcedTarget:
    """Losses, and the origin of the target."""

    record: TeacherForcingRecord
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcingState:
    """Choices and answers.

    Attributes:
        given: target typed by the user for the source ``given_for``.
        with_padding: whether losses are shown as if padding counted.
    """

    given: InSession[Text] = ""
    given_for: InSession[Text] = ""
    with_padding: InSession[bool] = False
    forced: ForcedTarget | None = None


ForcingRoom = Room[ForcingState]

# ---------------------------------------------------------------------------------------- snapshot


_NO_TARGET = Message(
    "Teacher forcing trains a decoder, but this model has only an encoder: it learns from "
    "masked tokens."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcingSnapshot:
    """What the tab shows; ``given``: target typed for the current sentence."""

    own: ForcingState
    given: str


def target_given(room: ForcingRoom, target: str) -> ForcingRoom:
    """Set the target of the current sentence; empty: reference or translation."""
    source = room.bench.trace.source_text if room.bench.trace else ""
    return room.on_bench(notice_dismissed).changed(given=target.strip(), given_for=source)


def forcing_question(room: ForcingRoom) -> ForcingQuestion | None:
    """Question of the tab; None before the sentence is translated."""
    bench, trace = room.bench, room.bench.trace
    looked_at = bench.tab == TAB and not bench.translating
    if not looked_at or trace is None or not trace.n_places or trace.places:
        return None
    if bench.run_key is None:
        return None
    return ForcingQuestion(bench.run_key, trace.source_text, trace.predicted_ids, _given(room))


def resolve_forcing(room: ForcingRoom) -> ForcingSnapshot | Message | None:
    """The tab, or a message why this model has nothing to show there.

    None while the tab is hidden or nothing is translated.
    """
    trace = room.bench.trace
    if room.bench.tab != TAB or trace is None:
        return None
    return _NO_TARGET if trace.places else ForcingSnapshot(own=room.own, given=_given(room))


def _given(room: ForcingRoom) -> str:
    chosen, trace = room.own, room.bench.trace
    return chosen.given if trace is not None and chosen.given_for == trace.source_text else ""
