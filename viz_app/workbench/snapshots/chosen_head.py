"""The head and the query that are chosen for the whole window, for tabs that are about one head."""

from __future__ import annotations

import dataclasses

from model.special_tokens import BOS_ID
from viz_app.app.app_state import AppState, step_chosen
from viz_app.workbench.snapshots.token_axes import row_labels
from viz_app.workbench.state.head_question import HeadQuestion
from viz_app.workbench.state.selection import Cell


def head_question(state: AppState) -> HeadQuestion | None:
    """What the worker shall compute of the chosen head; None before the first query."""
    trace, selection = state.trace, state.selection
    if state.model_key is None or trace is None:
        return None
    encoder = selection.kind == "encoder"
    if not encoder and not trace.steps:
        return None
    return HeadQuestion(
        model_key=state.model_key,
        text=trace.source_text,
        src_ids=trace.source_ids,
        tgt_ids=(BOS_ID,) if encoder else trace.fed_ids,  # the encoder needs no target
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
    )


def query_row(state: AppState) -> int:
    """The query that is looked at: the cursor's, else the step's; the first of the encoder's."""
    selection = state.selection
    if selection.cell is not None:
        return selection.cell.row
    return 0 if selection.kind == "encoder" else selection.step


def query_chosen(state: AppState, row: int) -> AppState:
    """Look at another query of the chosen kind; in decoder and cross that is another step, too.

    The encoder has no steps: there a cursor is put on the query itself, where there is none yet.
    """
    kind, cell = state.selection.kind, state.selection.cell
    if state.trace is None or not 0 <= row < len(row_labels(state.trace, kind)):
        return state
    if kind != "encoder":
        state = step_chosen(state, row)
    elif cell is None:
        cell = Cell(row, row)
    return state if cell is None else with_cursor(state, Cell(row, cell.column))


def with_cursor(state: AppState, cell: Cell) -> AppState:
    """The cursor on a cell of the chosen kind."""
    selection = dataclasses.replace(state.selection, cell=cell)
    return dataclasses.replace(state, selection=selection)
