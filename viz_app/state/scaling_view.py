"""The scaling tab: what the user does there, what the worker is asked, and what is shown."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from model.anatomy_record import HeadAnatomy
from model.special_tokens import BOS_ID
from model.trace import Kind
from viz_app.state.app_state import AppState, step_chosen
from viz_app.state.scale_study import ScaleStudy, head_products, random_products, scale_study
from viz_app.state.scaling import (
    LARGEST_D_K,
    LARGEST_FACTOR,
    SMALLEST_D_K,
    SMALLEST_FACTOR,
    HeadQuestion,
    ScalingState,
    Vectors,
)
from viz_app.state.selection import Cell
from viz_app.state.token_axes import RowLabel, row_labels


@dataclass(frozen=True, kw_only=True)
class ScalingSnapshot:
    """What the tab shows.

    Attributes:
        choices: of the user, with the head that was computed last.
        kind, layer, head, row: the head and the query that are chosen for the whole window.
        n_layers, n_heads: of the model on screen; 0 without a translation.
        queries: what the rows of that kind are called.
    """

    choices: ScalingState
    kind: Kind
    layer: int
    head: int
    row: int
    n_layers: int
    n_heads: int
    queries: tuple[RowLabel, ...]

    @property
    def waiting(self) -> bool:
        """Whether a head is asked for that is not there yet."""
        return self.choices.vectors == "head" and self._anatomy is None

    @cached_property
    def study(self) -> ScaleStudy | None:
        """The numbers, or None while they are not there."""
        choices, anatomy = self.choices, self._anatomy
        if choices.vectors == "random":
            return scale_study(random_products(choices.d_k, choices.seed), choices.factor)
        if anatomy is None:
            return None
        row = min(self.row, len(anatomy.query_tokens) - 1)
        return scale_study(head_products(anatomy, row), choices.factor)

    @property
    def _anatomy(self) -> HeadAnatomy | None:
        """The head that was computed, if it is the one that is chosen."""
        anatomy = self.choices.anatomy
        if anatomy is None:
            return None
        computed = (anatomy.kind, anatomy.layer, anatomy.head)
        return anatomy if computed == (self.kind, self.layer, self.head) else None


def resolve_scaling(state: AppState) -> ScalingSnapshot | None:
    """The scaling tab, or None while it is not in front."""
    if state.tab != "scaling":
        return None
    trace, selection = state.trace, state.selection
    return ScalingSnapshot(
        choices=state.scaling,
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
        row=_row(state),
        n_layers=trace.n_layers if trace else 0,
        n_heads=trace.n_heads if trace else 0,
        queries=row_labels(trace, selection.kind) if trace else (),
    )


def scaling_question(state: AppState) -> HeadQuestion | None:
    """Which head the worker shall compute, if one is looked at."""
    trace, selection = state.trace, state.selection
    if state.tab != "scaling" or state.scaling.vectors != "head":
        return None
    if trace is None or state.model_key is None:
        return None
    read = () if selection.kind == "encoder" else trace.steps[:-1]  # that needs no target
    return HeadQuestion(
        model_key=state.model_key,
        text=trace.source_text,
        source_ids=trace.source_ids,
        target_ids=(BOS_ID, *(step.token_id for step in read)),
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
    )


def head_arrived(state: AppState, anatomy: HeadAnatomy) -> AppState:
    """The head is computed."""
    return _changed(state, anatomy=anatomy)


def vectors_picked(state: AppState, vectors: Vectors) -> AppState:
    """Look at random vectors, or at a head."""
    return _changed(state, vectors=vectors)


def d_k_chosen(state: AppState, d_k: int) -> AppState:
    """Random vectors with so many components."""
    return _changed(state, d_k=max(SMALLEST_D_K, min(d_k, LARGEST_D_K)))


def factor_chosen(state: AppState, factor: float) -> AppState:
    """Multiply the scores by something."""
    return _changed(state, factor=max(SMALLEST_FACTOR, min(factor, LARGEST_FACTOR)))


def vectors_drawn(state: AppState) -> AppState:
    """Draw other random vectors."""
    return _changed(state, seed=state.scaling.seed + 1)


def query_chosen(state: AppState, row: int) -> AppState:
    """Look at another query of the chosen kind, in the whole window."""
    if state.trace is None or not 0 <= row < len(row_labels(state.trace, state.selection.kind)):
        return state
    kind, cell = state.selection.kind, state.selection.cell
    if kind != "encoder":
        state = step_chosen(state, row)
    if kind != "encoder" and cell is None:
        return state
    cell = Cell(row, cell.column if cell else 0)
    return dataclasses.replace(state, selection=dataclasses.replace(state.selection, cell=cell))


def _changed(state: AppState, **values: Any) -> AppState:
    scaling = dataclasses.replace(state.scaling, **values)
    return state if scaling == state.scaling else dataclasses.replace(state, scaling=scaling)


def _row(state: AppState) -> int:
    """The query: that of the cell cursor, else that of the step; the first of the encoder's."""
    selection = state.selection
    if selection.cell is not None:
        return selection.cell.row
    return 0 if selection.kind == "encoder" else selection.step
