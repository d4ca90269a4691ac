"""Transitions, questions to the worker, and snapshot of the BLEU tab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from model.lessons.bleu import MAX_ORDER, BleuExplained
from model.messages import Message
from model.values import InSession, Text
from viz_app.workbench.room import Answered, Room, answer_to
from viz_app.workbench.snapshots.attention import one_stack

# ------------------------------------------------------------------------------------------- state


@dataclass(frozen=True, slots=True)
class BleuQuestion:
    """BLEU of a translation against a reference."""

    translation: str
    reference: str
    ignores_case: bool


@dataclass(frozen=True, slots=True)
class ReferenceQuestion:
    """Source whose reference is wanted."""

    task: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BleuState:
    """Choices and answers.

    Attributes:
        order: words of the n-grams that are marked, 1 … 4.
        typed: the reference that the user has typed, for the source ``typed_for``; None where they
            have typed none.
        known: the reference of a source; empty if unknown.
    """

    order: Annotated[InSession[int], Meta(ge=1, le=MAX_ORDER)] = 1
    ignores_case: InSession[bool] = False
    typed: InSession[Text | None] = None
    typed_for: InSession[Text] = ""
    known: Answered[ReferenceQuestion, str] | None = None
    explained: Answered[BleuQuestion, BleuExplained] | None = None


BleuRoom = Room[BleuState]

# ---------------------------------------------------------------------------------------- snapshot


ReferenceOrigin = Literal["none", "known", "own target", "typed"]
"""Origin of the reference: none, Headlight's phrases, the user's target of a branch, or the text
typed in the tab, which may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BleuSnapshot:
    """What the BLEU tab shows; ``bleu`` is None without a reference."""

    translation: str
    reference: str
    origin: ReferenceOrigin
    order: int
    ignores_case: bool
    bleu: BleuExplained | None


def order_picked(room: BleuRoom, order: int) -> BleuRoom:
    """Mark n-grams of ``order`` words, 1 … 4."""
    return room.changed(order=max(1, min(order, MAX_ORDER)))


def reference_typed(room: BleuRoom, reference: str) -> BleuRoom:
    source = room.bench.trace.source_text if room.bench.trace else ""
    return room.changed(typed=reference, typed_for=source)


def reference_question(room: BleuRoom) -> ReferenceQuestion | None:
    """Source that needs a reference; None while the tab is hidden."""
    if room.bench.tab != "bleu" or room.bench.trace is None or room.bench.model is None:
        return None
    return ReferenceQuestion(room.bench.model.task, room.bench.trace.source_text)


def bleu_question(room: BleuRoom) -> BleuQuestion | None:
    """Translation and reference to score; None before both are known."""
    if room.bench.tab != "bleu" or room.bench.trace is None or room.bench.translating:
        return None
    if _missing(room) is not None:
        return None
    reference, _ = _reference(room)
    if not reference.strip():
        return None
    return BleuQuestion(_translation(room), reference, room.own.ignores_case)


def _missing(room: BleuRoom) -> Message | None:
    return one_stack(
        room.bench,
        decoder=Message(
            "BLEU compares a translation with a reference, but this model does not "
            "translate: it has only a decoder, which continues a prompt."
        ),
        encoder=Message(
            "BLEU compares a translation with a reference, but this model does not "
            "translate: it has only an encoder, which fills in masked tokens."
        ),
    )


def resolve_bleu(room: BleuRoom) -> BleuSnapshot | Message | None:
    """The BLEU tab, or why this model has none.

    None while the tab is hidden or nothing is translated.
    """
    if room.bench.tab != "bleu" or room.bench.trace is None:
        return None
    missing = _missing(room)
    if missing is not None:
        return missing
    reference, origin = _reference(room)
    return BleuSnapshot(
        translation=_translation(room),
        reference=reference,
        origin=origin,
        order=room.own.order,
        ignores_case=room.own.ignores_case,
        bleu=_explained(room, reference),
    )


def _reference(room: BleuRoom) -> tuple[str, ReferenceOrigin]:
    chosen, trace = room.own, room.bench.trace
    if trace is None:
        return "", "none"
    if chosen.typed is not None and chosen.typed_for == trace.source_text:
        return chosen.typed, "typed"
    tree = room.bench.branches
    given = [branch for branch in tree.branches if branch.given] if tree else []
    own_target = given[-1].request.typed.strip() if given else ""
    if own_target:
        return own_target, "own target"
    known = answer_to(reference_question(room), chosen.known)
    return (known, "known") if known else ("", "none")


def _translation(room: BleuRoom) -> str:
    """Text to score: the current branch, or for a given target the branch that it left."""
    tree, trace = room.bench.branches, room.bench.trace
    if tree is not None and tree.current_branch.given:
        branch = tree.current_branch
        while branch.given and branch.parent is not None:
            branch = tree.branch(branch.parent)
        return branch.trace.translation
    return trace.translation if trace else ""


def _explained(room: BleuRoom, reference: str) -> BleuExplained | None:
    """Newest score of the current translation; until rescored, that of the previous reference."""
    explained = room.own.explained
    if explained is None or not reference.strip():
        return None
    return explained.result if explained.question.translation == _translation(room) else None
