"""Transitions, questions and snapshot of the BLEU tab."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

from model.lessons.bleu.explained import MAX_ORDER, BleuExplained
from viz_app.app.app_state import AppState
from viz_app.panels.bleu.state import (
    BleuQuestion,
    ExplainedScore,
    KnownReference,
    ReferenceQuestion,
)

ReferenceOrigin = Literal["none", "known", "typed"]
"""Whose reference it is: nobody's, that of Headlight's phrases, the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BleuSnapshot:
    """What the BLEU tab shows.

    Attributes:
        source: the sentence on screen.
        bleu: the score with all that it is made of, or None without a reference.
    """

    source: str
    translation: str
    reference: str
    origin: ReferenceOrigin
    order: int
    ignores_case: bool
    bleu: BleuExplained | None


def order_picked(state: AppState, order: int) -> AppState:
    """Mark n-grams of so many words, 1 … 4."""
    return _with(state, order=max(1, min(order, MAX_ORDER)))


def ignoring_case(state: AppState, ignores: bool) -> AppState:
    """Let upper and lower case count as the same, or not."""
    return _with(state, ignores_case=ignores)


def reference_typed(state: AppState, reference: str) -> AppState:
    """Compare the sentence on screen with another right translation."""
    source = state.trace.source_text if state.trace else ""
    return _with(state, typed=reference, typed_for=source)


def reference_found(state: AppState, known: KnownReference) -> AppState:
    """It is known whether Headlight's phrases have the sentence."""
    return _with(state, known=known)


def score_arrived(state: AppState, explained: ExplainedScore) -> AppState:
    """The score is there."""
    return _with(state, explained=explained)


def reference_question(state: AppState) -> ReferenceQuestion | None:
    """Which sentence needs a reference, while the tab is in front."""
    if state.tab != "bleu" or state.trace is None or state.model is None:
        return None
    return ReferenceQuestion(state.model.task, state.trace.source_text)


def bleu_question(state: AppState) -> BleuQuestion | None:
    """What is to be scored, once the sentence is translated and has a reference."""
    if state.tab != "bleu" or state.trace is None or state.translating:
        return None
    reference, _ = _reference(state)
    if not reference.strip():
        return None
    return BleuQuestion(state.trace.translation, reference, state.bleu.ignores_case)


def resolve_bleu(state: AppState) -> BleuSnapshot | None:
    """The BLEU tab, or None while it is not in front or nothing is translated."""
    if state.tab != "bleu" or state.trace is None:
        return None
    reference, origin = _reference(state)
    chosen = state.bleu
    return BleuSnapshot(
        source=state.trace.source_text,
        translation=state.trace.translation,
        reference=reference,
        origin=origin,
        order=chosen.order,
        ignores_case=chosen.ignores_case,
        bleu=_explained(state, reference),
    )


def _reference(state: AppState) -> tuple[str, ReferenceOrigin]:
    """What the translation on screen is compared with."""
    chosen, trace = state.bleu, state.trace
    if trace is None:
        return "", "none"
    if chosen.typed is not None and chosen.typed_for == trace.source_text:
        return chosen.typed, "typed" if chosen.typed.strip() else "none"
    known = chosen.known
    if known is None or not known.reference or known.question != reference_question(state):
        return "", "none"
    return known.reference, "known"


def _explained(state: AppState, reference: str) -> BleuExplained | None:
    """The newest score of the translation on screen; an older reference's until its own is there.

    While the user types, the numbers change from one to the next without a gap.
    """
    explained = state.bleu.explained
    if explained is None or state.trace is None or not reference.strip():
        return None
    if explained.question.translation != state.trace.translation:
        return None
    return explained.bleu


def _with(state: AppState, **values: Any) -> AppState:
    chosen = dataclasses.replace(state.bleu, **values)
    return state if chosen == state.bleu else dataclasses.replace(state, bleu=chosen)
