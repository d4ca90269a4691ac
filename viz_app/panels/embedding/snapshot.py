"""Transitions, questions and snapshot of the embedding tab."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from model.lessons.embedding.record import EmbeddingRecord
from model.special_tokens import BOS_ID
from viz_app.app.app_state import AppState, notice_dismissed
from viz_app.panels.embedding.state import (
    EmbeddingPart,
    EmbeddingQuestion,
    ForcedTarget,
    ForcingQuestion,
    Side,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSnapshot:
    """What the embedding tab shows.

    Attributes:
        token: which one of ``side`` is looked at, from 0.
        step: which position of the target is looked at, from 0.
        reading, forced: the worker's newest answers, or None before the first.
        given: the target that the user has typed.
        with_padding: whether the losses are shown as if padding counted.
        tied: whether the output projection is the target's table of tokens.
    """

    part: EmbeddingPart
    side: Side
    token: int
    step: int
    reading: EmbeddingRecord | None
    forced: ForcedTarget | None
    given: str
    with_padding: bool
    tied: bool


def part_picked(state: AppState, part: EmbeddingPart) -> AppState:
    """Look at another part."""
    return _with(state, part=part)


def side_picked(state: AppState, side: Side) -> AppState:
    """Look at the tokens of source or target."""
    return _with(state, side=side)


def source_token_picked(state: AppState, token: int) -> AppState:
    """Look at a token of the source, from 0."""
    return _with(state, token=max(0, token))


def target_given(state: AppState, target: str) -> AppState:
    """Expect another target of the sentence on screen; an empty one leaves the choice to us."""
    source = state.trace.source_text if state.trace else ""
    return _with(notice_dismissed(state), given=target.strip(), given_for=source)


def padding_counted(state: AppState, counts: bool) -> AppState:
    """Show the losses as if padding counted, or as training has them."""
    return _with(state, with_padding=counts)


def reading_arrived(state: AppState, reading: EmbeddingRecord) -> AppState:
    """Embeddings and logits are there."""
    return _with(state, reading=reading)


def forced_arrived(state: AppState, forced: ForcedTarget) -> AppState:
    """The losses are there."""
    return _with(state, forced=forced)


def embedding_question(state: AppState) -> EmbeddingQuestion | None:
    """What the first two parts want to know, once the sentence is translated."""
    target = _target_ids(state)
    if target is None or state.embedding.part == "forcing":
        return None
    key, trace = state.model_key, state.trace
    if key is None or trace is None:
        return None
    return EmbeddingQuestion(key, trace.source_text, trace.source_ids, (BOS_ID, *target))


def forcing_question(state: AppState) -> ForcingQuestion | None:
    """What the part on teacher forcing wants to know."""
    target = _target_ids(state)
    if target is None or state.embedding.part != "forcing":
        return None
    key, trace = state.model_key, state.trace
    if key is None or trace is None:
        return None
    return ForcingQuestion(key, trace.source_text, target, _given(state))


def resolve_embedding(state: AppState) -> EmbeddingSnapshot | None:
    """The embedding tab, or None while it is not in front or nothing is translated."""
    if state.tab != "embedding" or state.trace is None:
        return None
    chosen = state.embedding
    step = _step(state)
    return EmbeddingSnapshot(
        part=chosen.part,
        side=chosen.side,
        token=step if chosen.side == "target" else _source_token(state),
        step=step,
        reading=chosen.reading,
        forced=chosen.forced,
        given=_given(state),
        with_padding=chosen.with_padding,
        tied=state.model is not None and state.model.config.tie_embeddings,
    )


def _target_ids(state: AppState) -> tuple[int, ...] | None:
    """The ids of the translation on screen, or None while nobody asks or it is still coming."""
    trace = state.trace
    if state.tab != "embedding" or trace is None or not trace.steps or state.translating:
        return None
    return trace.predicted_ids


def _given(state: AppState) -> str:
    """What the user has typed for the sentence on screen."""
    chosen, trace = state.embedding, state.trace
    return chosen.given if trace is not None and chosen.given_for == trace.source_text else ""


def _step(state: AppState) -> int:
    """As near to the step of the window as there is an answer for."""
    reading = state.embedding.reading
    last = len(reading.output.fed) - 1 if reading else 0
    return max(0, min(state.selection.step, last))


def _source_token(state: AppState) -> int:
    reading = state.embedding.reading
    last = len(reading.source.tokens) - 1 if reading else 0
    return max(0, min(state.embedding.token, last))


def _with(state: AppState, **values: Any) -> AppState:
    chosen = dataclasses.replace(state.embedding, **values)
    if chosen == state.embedding:
        return state
    return dataclasses.replace(state, embedding=chosen)
