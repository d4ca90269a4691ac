"""One head walked through: what the user does, what the worker is asked, what the tab shows."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.cell_terms import TAKEN_APART
from model.lessons.one_head.matrices import SHAPES, Matrix, MatrixAxis
from viz_app.app.app_state import AppState
from viz_app.panels.one_head.head_matrices import stage_matrices
from viz_app.panels.one_head.state import OneHeadState, Projection, Share, Stage
from viz_app.workbench.snapshots.chosen_head import (
    head_question,
    query_chosen,
    query_row,
    with_cursor,
)
from viz_app.workbench.snapshots.token_axes import RowLabel, row_labels
from viz_app.workbench.state.head_question import HeadAnswer, HeadQuestion
from viz_app.workbench.state.selection import Cell, HeadPlace, RowLabels, head_place


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHeadSnapshot:
    """The walk as the tab shows it.

    Attributes:
        queries: the tokens to choose from.
        query, key: the row that is walked through, and the key whose cell is looked at.
        choices: stage and what it shows.
        anatomy: of the head, or None while the worker computes it.
        matrices: what goes into the stage and, last, what comes out.
        cell: the cell that is taken apart, of ``choices.zoomed``; None = none.
    """

    place: HeadPlace
    queries: tuple[RowLabel, ...]
    row_labels: RowLabels
    query: int
    key: int
    choices: OneHeadState
    anatomy: HeadAnatomy | None
    matrices: tuple[Matrix, ...]
    cell: Cell | None


def one_head_question(state: AppState) -> HeadQuestion | None:
    """What the worker shall compute; None while nobody looks, and before the first query."""
    return head_question(state) if state.tab == "one_head" else None


def resolve_one_head(state: AppState) -> OneHeadSnapshot | None:
    """The tab; None while it is not in front, and before the first query."""
    question, trace = one_head_question(state), state.trace
    if question is None or trace is None:
        return None
    choices, anatomy = state.one_head, _anatomy(state, question)
    matrices = () if anatomy is None else stage_matrices(choices, anatomy)
    query = query_row(state)
    key = _key(state, anatomy, query)
    return OneHeadSnapshot(
        place=head_place(state.selection, trace),
        queries=row_labels(trace, question.kind),
        row_labels=state.selection.row_labels,
        query=query,
        key=key,
        choices=choices,
        anatomy=anatomy,
        matrices=matrices,
        cell=_zoomed_cell(choices, anatomy, matrices, query=query, key=key),
    )


def head_answered(state: AppState, answer: HeadAnswer) -> AppState:
    """The worker has computed a head."""
    return _with(state, answer=answer)


def stage_chosen(state: AppState, stage: Stage) -> AppState:
    """Walk to a stage; a cell that is taken apart there is one of what comes out."""
    choices = dataclasses.replace(state.one_head, stage=stage)
    answer = choices.answer
    if choices.zoomed is not None and answer is not None:
        anatomy = answer.anatomy
        feature = choices.feature
        if stage == "concatenate":  # the number that was looked at, in its new place
            feature = anatomy.head * anatomy.d_k + min(choices.dimension, anatomy.d_k - 1)
        zoomed = stage_matrices(choices, anatomy)[-1]
        choices = dataclasses.replace(choices, zoomed=zoomed, feature=feature)
    return dataclasses.replace(state, one_head=choices)


def projection_chosen(state: AppState, projection: Projection) -> AppState:
    """Look at another of the three projections."""
    return stage_chosen(_with(state, projection=projection), state.one_head.stage)


def share_chosen(state: AppState, share: Share) -> AppState:
    """Look at what this head adds, or all of them."""
    return stage_chosen(_with(state, share=share), state.one_head.stage)


def cell_chosen(state: AppState, matrix: Matrix, cell: Cell) -> AppState:
    """Take a cell apart; its query and its key become those of the whole window.

    A cell that is given, not computed, is only pointed at.
    """
    if matrix == "k_transposed":
        matrix, cell = "k", Cell(cell.column, cell.row)
    shape = SHAPES[matrix]
    if shape.columns in _COORDINATES:
        state = _with(state, **{_COORDINATES[shape.columns]: cell.column})
    if shape.rows == "query" and cell.row != query_row(state):
        state = query_chosen(state, cell.row)
    key = cell.column if shape.columns == "key" else cell.row if shape.rows == "key" else None
    if key is not None:
        state = with_cursor(state, Cell(query_row(state), key))
    return _with(state, zoomed=matrix) if matrix in TAKEN_APART else state


def zoom_ended(state: AppState) -> AppState:
    """Look at whole matrices again."""
    return _with(state, zoomed=None)


_COORDINATES: dict[MatrixAxis, str] = {"d_k": "dimension", "d_model": "feature"}


def _anatomy(state: AppState, question: HeadQuestion) -> HeadAnatomy | None:
    answer = state.one_head.answer
    return answer.anatomy if answer is not None and answer.question == question else None


def _key(state: AppState, anatomy: HeadAnatomy | None, query: int) -> int:
    """The cursor's key, else the one that is attended to most."""
    cell = state.selection.cell
    if cell is not None:
        return cell.column
    return 0 if anatomy is None else int(anatomy.weights[query].argmax())


def _zoomed_cell(
    choices: OneHeadState,
    anatomy: HeadAnatomy | None,
    matrices: tuple[Matrix, ...],
    *,
    query: int,
    key: int,
) -> Cell | None:
    """Only of what is in view; a dimension that another model had is the last one of this."""
    turned = choices.zoomed == "k" and "k_transposed" in matrices
    if anatomy is None or choices.zoomed is None:
        return None
    if choices.zoomed not in matrices and not turned:
        return None
    shape = SHAPES[choices.zoomed]
    at: dict[MatrixAxis, int] = {
        "query": query,
        "key": key,
        "d_k": min(choices.dimension, anatomy.d_k - 1),
        "d_model": min(choices.feature, anatomy.d_model - 1),
    }
    return Cell(at[shape.rows], at[shape.columns])


def _with(state: AppState, **changes: Any) -> AppState:
    return dataclasses.replace(state, one_head=dataclasses.replace(state.one_head, **changes))
