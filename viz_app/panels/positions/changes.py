"""What the user does in the positions tab."""

from __future__ import annotations

import dataclasses
from typing import Any

from model.lessons.positions.altered_record import AlteredSide
from viz_app.app.app_state import AppState
from viz_app.panels.positions.state import (
    LARGEST_D_MODEL,
    LONGEST,
    AlteredAnswer,
    LearnedModels,
    Page,
    Similarity,
)


def page_picked(state: AppState, page: Page) -> AppState:
    """Look at another page."""
    return _changed(state, page=page)


def size_picked(state: AppState, *, any_size: bool) -> AppState:
    """Look at the model's own table, or at one of any size, with the model's d_model at first."""
    if any_size and not state.positions.any_size and state.model is not None:
        state = d_model_chosen(state, state.model.config.d_model)
    return _changed(state, any_size=any_size)


def d_model_chosen(state: AppState, d_model: int) -> AppState:
    """A table with so many dimensions."""
    return _changed(state, d_model=max(1, min(d_model, LARGEST_D_MODEL)))


def length_chosen(state: AppState, length: int) -> AppState:
    """So many positions."""
    return _changed(state, length=max(1, min(length, LONGEST)))


def measure_picked(state: AppState, measure: Similarity) -> AppState:
    """Compare positions another way."""
    return _changed(state, measure=measure)


def rotation_chosen(state: AppState, position: int, offset: int) -> AppState:
    """Turn PE(position) by ``offset`` positions."""
    return _changed(state, position=max(position, 0), offset=max(offset, 0))


def side_picked(state: AppState, side: AlteredSide) -> AppState:
    """Alter the positions of another side."""
    return _changed(state, side=side)


def exchange_drawn(state: AppState) -> AppState:
    """Exchange positions another way."""
    return _changed(state, seed=state.positions.seed + 1)


def altered_arrived(state: AppState, answer: AlteredAnswer) -> AppState:
    """A sentence was translated with altered positions."""
    return _changed(state, altered=answer)


def learned_arrived(state: AppState, answer: LearnedModels) -> AppState:
    """It is known which models have a learned table."""
    return _changed(state, learned=answer)


def _changed(state: AppState, **values: Any) -> AppState:
    positions = dataclasses.replace(state.positions, **values)
    return (
        state if positions == state.positions else dataclasses.replace(state, positions=positions)
    )
