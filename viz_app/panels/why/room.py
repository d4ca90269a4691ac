"""Slice of the Why tab, its question to the worker, and its snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from model.lessons.why import WhyRecord
from model.messages import Message
from model.traces.interventions import Interventions
from model.traces.trace import Candidate
from model.values import InSession
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.room import Answered, Room
from viz_app.workbench.snapshots.attention import lone_stack

# ------------------------------------------------------------------------------------------- state


@dataclass(frozen=True, slots=True)
class WhyQuestion:
    """A logit difference at a step of the branch on screen.

    Attributes:
        fed: ids that the decoder has read, ``<s>`` first.
        token, other: ids that are compared.
    """

    model_key: int
    source_ids: tuple[int, ...]
    fed: tuple[int, ...]
    token: int
    other: int
    interventions: Interventions


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyState:
    """The user's choices and the newest answer.

    Attributes:
        place: of the explained token among the candidates of the step, from 0.
        other_place: of the token that it is compared with; the best other one if equal.
        normed: whether the lens uses the final norm.
    """

    place: int = 0
    other_place: int = 1
    normed: InSession[bool] = True
    answer: Answered[WhyQuestion, WhyRecord | Message] | None = None


WhyRoom = Room[WhyState]


def token_chosen(room: WhyRoom, place: int) -> WhyRoom:
    return room.changed(place=place)


def other_chosen(room: WhyRoom, place: int) -> WhyRoom:
    return room.changed(other_place=place)


def why_arrived(room: WhyRoom, answer: Answered[WhyQuestion, WhyRecord | Message]) -> WhyRoom:
    return room.changed(answer=answer)


# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class WhySnapshot:
    """What the tab shows.

    Attributes:
        step: from 0.
        steps: input token and predicted token of each step.
        candidates: of the step, the best first; the tokens to choose from.
        place, other_place: of the two that are compared.
        record: None until it is computed.
        refused: why this model or step cannot be taken apart.
    """

    step: int
    steps: tuple[tuple[str, str], ...]
    candidates: tuple[Candidate, ...]
    place: int
    other_place: int
    normed: bool
    record: WhyRecord | None
    refused: Message | None
    absent: Message | None


def _missing(room: WhyRoom) -> Message | None:
    trace = room.bench.trace
    if trace is None or lone_stack(trace) != "encoder":
        return None
    return Message(
        "This model has only an encoder: it has no decoding steps whose candidates could be "
        "compared."
    )


def _places(room: WhyRoom, count: int) -> tuple[int, int]:
    """Places of both tokens among the candidates, never the same."""
    place = min(room.own.place, count - 1)
    other = min(room.own.other_place, count - 1)
    if other == place:
        other = 1 if place == 0 else 0
    return place, other


def why_question(room: WhyRoom) -> WhyQuestion | None:
    """None while nobody looks, the model is missing, or the step has no two candidates."""
    bench = room.bench
    if (
        bench.tab != "why"
        or bench.trace is None
        or bench.model_key is None
        or bench.branches is None
    ):
        return None
    if uncomputable(bench) is not None or bench.prerecorded or bench.outdated:
        return None
    steps = bench.trace.steps
    if bench.selection.step >= len(steps) or _missing(room) is not None:
        return None
    step = steps[bench.selection.step]
    if len(step.candidates) < 2:
        return None
    place, other = _places(room, len(step.candidates))
    return WhyQuestion(
        model_key=bench.model_key,
        source_ids=bench.trace.source_ids,
        fed=bench.trace.fed_ids[: step.index + 1],
        token=step.candidates[place].token_id,
        other=step.candidates[other].token_id,
        interventions=bench.branches.current_branch.interventions,
    )


def resolve_why(room: WhyRoom) -> WhySnapshot | Message | None:
    """The tab, or why this model has none; None while it is hidden or nothing is translated."""
    bench = room.bench
    if bench.tab != "why" or bench.trace is None:
        return None
    missing = _missing(room)
    if missing is not None:
        return missing
    if not bench.trace.steps:
        return None
    step = bench.trace.steps[min(bench.selection.step, len(bench.trace.steps) - 1)]
    place, other = _places(room, max(len(step.candidates), 2))
    answer = room.own.answer
    known = answer.result if answer is not None and answer.question == why_question(room) else None
    return WhySnapshot(
        step=step.index,
        steps=tuple((each.fed, each.token) for each in bench.trace.steps),
        candidates=step.candidates,
        place=place,
        other_place=other,
        normed=room.own.normed,
        record=known if isinstance(known, WhyRecord) else None,
        refused=known if isinstance(known, Message) else None,
        absent=uncomputable(bench),
    )
