"""Slice of the Why tab, its question to the worker, and its snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from model.lessons.why import WhyRecord
from model.messages import Message
from model.traces.interventions import Interventions
from model.traces.trace import Candidate, DecodeStep
from model.values import Count, InSession, Text
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.room import Answered, Room, answer_to
from viz_app.workbench.snapshots.attention import lone_stack

# ------------------------------------------------------------------------------------------- state


TAB = "why"

AskedToken = int | str
"""The id of a token, or a word that the user typed."""


@dataclass(frozen=True, slots=True)
class WhyQuestion:
    """A logit difference at a step of the branch on screen.

    Attributes:
        fed: ids that the decoder has read, ``<s>`` first.
        token, other: what is compared.
    """

    model_key: int
    source_ids: tuple[int, ...]
    fed: tuple[int, ...]
    token: AskedToken
    other: AskedToken
    interventions: Interventions


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyState:
    """The user's choices and the newest answer.

    Attributes:
        token: the explained token, as typed or picked; empty: the one taken at the step.
        other: the token that it is compared with; empty: the best other candidate.
        source, step: what both were chosen for; elsewhere they are not used.
        by_effect: whether the bars are in the order of the measured effects.
    """

    token: InSession[Text] = ""
    other: InSession[Text] = ""
    source: InSession[Text] = ""
    step: InSession[Count] = 0
    by_effect: InSession[bool] = False
    answer: Answered[WhyQuestion, WhyRecord | Message] | None = None


WhyRoom = Room[WhyState]


def token_chosen(room: WhyRoom, text: str) -> WhyRoom:
    """Explain another token of the current step; empty: the one taken."""
    return _chosen(room, token=text)


def other_chosen(room: WhyRoom, text: str) -> WhyRoom:
    """Compare with another token; empty: the best other candidate."""
    return _chosen(room, other=text)


def _chosen(room: WhyRoom, **chosen: str) -> WhyRoom:
    trace = room.bench.trace
    if trace is None:
        return room
    token, other = _choice(room)
    both = {"token": token, "other": other} | {name: text.strip() for name, text in chosen.items()}
    return room.changed(**both, source=trace.source_text, step=room.bench.selection.step)


def _choice(room: WhyRoom) -> tuple[str, str]:
    """Both tokens as chosen for the current step; empty where nothing was."""
    own, bench = room.own, room.bench
    here = bench.trace is not None and (own.source, own.step) == (
        bench.trace.source_text,
        bench.selection.step,
    )
    return (own.token, own.other) if here else ("", "")


# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class WhySnapshot:
    """What the tab shows.

    Attributes:
        step: from 0.
        steps: input token and predicted token of each step.
        candidates: of the step, the best first; the tokens to choose from.
        token, other: the two that are compared, as text.
        record: of the newest answer; None until there is one.
        refused: why this cannot be taken apart.
    """

    step: int
    steps: tuple[tuple[str, str], ...]
    candidates: tuple[Candidate, ...]
    token: str
    other: str
    by_effect: bool
    record: WhyRecord | None
    refused: Message | None


_NO_DECODER = Message(
    "This model has only an encoder and predicts masked tokens from a transform of its output that "
    "is not linear: its logits are not a sum of parts."
)


def _step(room: WhyRoom) -> DecodeStep | None:
    """The current step; None before it is decoded."""
    trace, step = room.bench.trace, room.bench.selection.step
    return trace.steps[step] if trace is not None and step < len(trace.steps) else None


def _compared(room: WhyRoom, step: DecodeStep) -> tuple[AskedToken, AskedToken]:
    """Both tokens, never the same id."""
    ids = {each.token: each.token_id for each in step.candidates} | {step.token: step.token_id}
    token, other = ((ids.get(text, text) if text else None) for text in _choice(room))
    first = step.token_id if token is None else token
    if other is None or other == first:
        others = (each.token_id for each in step.candidates if each.token_id != first)
        other = next(others, step.token_id)
    return first, other


def why_question(room: WhyRoom) -> WhyQuestion | None:
    """None while nobody looks, or while model or step are missing."""
    bench, step = room.bench, _step(room)
    if bench.tab != TAB or bench.trace is None or bench.branches is None or step is None:
        return None
    if bench.model_key is None or bench.prerecorded or bench.outdated:
        return None
    if uncomputable(bench) is not None:
        return None
    token, other = _compared(room, step)
    return WhyQuestion(
        model_key=bench.model_key,
        source_ids=bench.trace.source_ids,
        fed=bench.trace.fed_ids[: step.index + 1],
        token=token,
        other=other,
        interventions=bench.branches.current_branch.interventions,
    )


def resolve_why(room: WhyRoom) -> WhySnapshot | Message | None:
    """The tab, or why this model has none; None while it is hidden or nothing is decoded."""
    bench, step = room.bench, _step(room)
    if bench.tab != TAB or bench.trace is None:
        return None
    if lone_stack(bench.trace) == "encoder":
        return _NO_DECODER
    if step is None:
        return None
    names = {each.token_id: each.token for each in step.candidates} | {step.token_id: step.token}
    token, other = (
        names[each] if isinstance(each, int) else each for each in _compared(room, step)
    )
    question, answer = why_question(room), room.own.answer
    known = answer_to(question, answer)
    if known is None and question is not None and answer is not None:
        known = answer.result  # in view until the next answer comes
    return WhySnapshot(
        step=step.index,
        steps=tuple((each.fed, each.token) for each in bench.trace.steps),
        candidates=step.candidates,
        token=token,
        other=other,
        by_effect=room.own.by_effect,
        record=known if isinstance(known, WhyRecord) else None,
        refused=known if isinstance(known, Message) else None,
    )
