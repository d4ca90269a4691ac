"""Slice of the one-head tab, its question to the worker, and its snapshot."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from model.lessons.by_hand import (
    EXAMPLE,
    TOKENS,
    HandCell,
    HandHead,
    HandOrigin,
    HandRecord,
    Names,
    PuzzleName,
    hand_record,
    may_change,
    may_mask,
    puzzle_start,
    reduced_head,
    telling_pairs,
)
from model.lessons.one_head import SHAPES, TAKEN_APART, HeadAnatomy, Matrix, MatrixAxis
from model.messages import Message
from model.traces.interventions import Interventions
from model.traces.trace import Trace
from model.values import MOST_SHOWN, Count, InSession
from viz_app.engine.step import undoable
from viz_app.workbench.changes.selection import cell_picked, query_chosen
from viz_app.workbench.room import Answered, Room, answer_to
from viz_app.workbench.snapshots.attention import HeadQuestion, head_question, query_row
from viz_app.workbench.snapshots.token_axes import RowLabel, key_glosses, row_labels
from viz_app.workbench.state import Cell, HeadPlace, RowLabels, head_place

# ------------------------------------------------------------------------------------------- state


Stage = Literal[
    "project", "product", "scale", "mask", "softmax", "values", "concatenate", "output", "add"
]
STAGES: tuple[Stage, ...] = get_args(Stage)

Projection = Literal["q", "k", "v"]
"""Which of the three projections the first stage shows."""

HeadPage = Literal["stages", "hand"]
"""Whether the head in view is walked through, or a small one is computed by hand."""
PAGES: tuple[HeadPage, ...] = get_args(HeadPage)

Share = Literal["head", "heads"]
"""Whether the stage of W^O shows what this head adds, or what all heads add together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHeadState:
    """The user's choices in the walk; kind, layer, head, query and key are the selection's.

    Attributes:
        stage: where the walk is.
        projection: of the first stage.
        share: of the stage of W^O.
        zoomed: the matrix of which one cell is taken apart, or None.
        dimension: the column of that cell in a matrix as wide as d_k.
        feature: the same in a matrix as wide as d_model, or as all heads.
        hand: the numbers of the head by hand.
        hand_start: those that it began with, and is reset to.
        puzzle: the one that is being solved, or None.
        answer: the worker's last one.
    """

    page: InSession[HeadPage] = "stages"
    stage: InSession[Stage] = "project"
    projection: InSession[Projection] = "q"
    share: InSession[Share] = "head"
    zoomed: InSession[Matrix | None] = None
    dimension: InSession[Count] = 0
    feature: InSession[Count] = 0
    hand: InSession[HandHead] = EXAMPLE
    hand_start: InSession[HandHead] = EXAMPLE
    puzzle: InSession[PuzzleName | None] = None
    answer: Answered[HeadQuestion, HeadAnatomy] | None = None


OneHeadRoom = Room[OneHeadState]

# ----------------------------------------------------------------------------------- head matrices


Equation = tuple[tuple[str, Matrix], ...]
"""Inputs of a stage and, last, its output, each after the text before it."""

_EQUATIONS: Mapping[Stage, Equation] = {
    "product": (("", "q"), ("·", "k_transposed"), ("=", "products")),
    "mask": (("", "scores"), ("", "mask"), ("=", "masked_scores")),
    "softmax": (("", "masked_scores"), ("softmax =", "weights")),
    "values": (("", "weights"), ("·", "v"), ("=", "context")),
    "concatenate": (("", "context"), ("→", "concatenation")),
    "add": (("", "before"), ("+", "output"), ("=", "added")),
}


def stage_equation(state: OneHeadState, anatomy: HeadAnatomy) -> Equation:
    """Not every head has a scale or biases."""
    equals = "+ b =" if anatomy.biased else "="
    if state.stage == "project":
        read: Matrix = "x_query" if state.projection == "q" else "x_key"
        weights: dict[Projection, Matrix] = {"q": "w_q", "k": "w_k", "v": "w_v"}
        return ("", read), ("·", weights[state.projection]), (equals, state.projection)
    if state.stage == "output" and state.share == "head":
        return ("", "context"), ("·", "w_o"), ("=", "contribution")
    if state.stage == "output":
        return ("Σ", "contributions"), (equals, "output")
    if state.stage == "scale":
        divided = f"÷ √{anatomy.d_k} " if anatomy.scaled else ""
        moved: Equation = ((f"{divided}+", "position_bias"), ("=", "scores"))
        plain: Equation = ((f"{divided}=", "scores"),)
        return ("", "products"), *(plain if anatomy.position_bias is None else moved)
    if state.stage == "add" and anatomy.norm == "post":
        norm = "LayerNorm" if anatomy.norm_type == "layer" else "RMSNorm"
        return (*_EQUATIONS["add"], (f"{norm} =", "after"))
    return _EQUATIONS[state.stage]


def stage_matrices(state: OneHeadState, anatomy: HeadAnatomy) -> tuple[Matrix, ...]:
    return tuple(matrix for _, matrix in stage_equation(state, anatomy))


def matrix_level(anatomy: HeadAnatomy, matrix: Matrix) -> float:
    """End of the colour map, −level … +level: the same for all heads and sentences.

    Few values of a trained model exceed it. Weights are not signed: 0 … 1.
    """
    post = anatomy.norm == "post"
    if matrix in {"mask", "weights"}:
        return 1.0
    if matrix in {"w_q", "w_k", "w_v", "w_o"}:
        return 4.0 / math.sqrt(anatomy.d_model)
    if matrix == "products":
        return float(round(8.0 * math.sqrt(anatomy.d_k))) if anatomy.scaled else 8.0
    if matrix in {"position_bias", "scores", "masked_scores", "output"}:
        return 8.0
    if matrix in {"before", "added", "after"}:
        return 4.0 if post else 16.0
    return 4.0


# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHeadSnapshot:
    """The walk as the tab shows it.

    Attributes:
        queries: the tokens to choose from.
        key_glosses: meanings of the keys; empty if unknown or not shown.
        query, key: the row that is walked through, and the key whose cell is looked at.
        choices: stage and what it shows.
        anatomy: of the head, or None while the worker computes it.
        bias_level: the largest bias for a distance of any head; 0 where none is known.
        interventions: those that the trace and the anatomy are computed under.
        sample: what means are taken over.
    """

    trace: Trace
    interventions: Interventions = ()
    sample: Message | None = None
    place: HeadPlace
    queries: tuple[RowLabel, ...]
    row_labels: RowLabels
    query: int
    key: int
    key_glosses: tuple[str, ...] = ()
    choices: OneHeadState
    anatomy: HeadAnatomy | None
    bias_level: float = 0.0

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """Inputs of the stage and, last, its output."""
        return () if self.anatomy is None else stage_matrices(self.choices, self.anatomy)

    @property
    def cell(self) -> Cell | None:
        """The cell that is taken apart; None if its matrix is not in view.

        A dimension beyond this model's is its last one.
        """
        choices, anatomy = self.choices, self.anatomy
        turned = choices.zoomed == "k" and "k_transposed" in self.matrices
        if anatomy is None or choices.zoomed is None:
            return None
        if choices.zoomed not in self.matrices and not turned:
            return None
        shape = SHAPES[choices.zoomed]
        at: dict[MatrixAxis, int] = {
            "query": self.query,
            "key": self.key,
            "d_k": min(choices.dimension, anatomy.d_k - 1),
            "heads·d_k": min(choices.feature, anatomy.concatenation.shape[1] - 1),
            "d_model": min(choices.feature, anatomy.d_model - 1),
        }
        return Cell(at[shape.rows], at[shape.columns])


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSnapshot:
    """The head by hand as the tab shows it.

    Attributes:
        place: the trained head in view.
        can_take: whether its rows can be the start: it is computed, and has three of them.
        can_reset: whether anything differs from the start, or that is not the example.
    """

    place: HeadPlace
    head: HandHead
    puzzle: PuzzleName | None
    can_take: bool
    can_reset: bool

    @property
    def record(self) -> HandRecord:
        return hand_record(self.head)


def one_head_question(room: OneHeadRoom) -> HeadQuestion | None:
    """Head that the worker computes; None while the tab is hidden, and before the first query."""
    return head_question(room.bench) if room.bench.tab == "one_head" else None


def resolve_one_head(room: OneHeadRoom) -> OneHeadSnapshot | HandSnapshot | None:
    """None while the tab is not in front, and for the stages before the first query."""
    if room.own.page == "hand" and room.bench.tab == "one_head":
        own, bench = room.own, room.bench
        first = EXAMPLE if own.puzzle is None else puzzle_start(own.puzzle)
        return HandSnapshot(
            place=head_place(bench.selection, bench.trace, bench.interventions),
            head=own.hand,
            puzzle=own.puzzle,
            can_take=_takeable(room) is not None,
            can_reset=(own.hand, own.hand_start) != (own.hand_start, first),
        )
    question, trace = one_head_question(room), room.bench.trace
    if question is None or trace is None:
        return None
    glosses = room.bench.attention.glosses
    choices, anatomy = room.own, answer_to(question, room.own.answer)
    query = query_row(room.bench)
    cell = room.bench.selection.cell
    if cell is not None:
        key = cell.column
    else:
        key = 0 if anatomy is None else int(anatomy.weights[query].argmax())
    model = room.bench.model
    return OneHeadSnapshot(
        trace=trace,
        interventions=room.bench.interventions,
        sample=None if model is None else model.sample,
        place=head_place(room.bench.selection, trace, room.bench.interventions),
        queries=row_labels(trace, question.kind, glosses=glosses),
        key_glosses=key_glosses(trace, question.kind) if glosses else (),
        row_labels=room.bench.selection.row_labels,
        query=query,
        key=key,
        choices=choices,
        anatomy=anatomy,
        bias_level=0.0 if model is None else model.largest_bias,
    )


def stage_chosen(room: OneHeadRoom, stage: Stage) -> OneHeadRoom:
    """Go to a stage; a cell that is taken apart becomes one of its output."""
    choices = dataclasses.replace(room.own, stage=stage)
    answer = choices.answer
    if choices.zoomed is not None and answer is not None:
        anatomy, feature = answer.result, choices.feature
        if stage == "concatenate":  # the number that was looked at, in its new place
            feature = anatomy.head * anatomy.d_k + min(choices.dimension, anatomy.d_k - 1)
        zoomed = stage_matrices(choices, anatomy)[-1]
        choices = dataclasses.replace(choices, zoomed=zoomed, feature=feature)
    return dataclasses.replace(room, own=choices)


def projection_chosen(room: OneHeadRoom, projection: Projection) -> OneHeadRoom:
    return stage_chosen(room.changed(projection=projection), room.own.stage)


def share_chosen(room: OneHeadRoom, share: Share) -> OneHeadRoom:
    return stage_chosen(room.changed(share=share), room.own.stage)


def cell_chosen(room: OneHeadRoom, matrix: Matrix, cell: Cell) -> OneHeadRoom:
    """Take a computed cell apart, select a given one; query and key change in the whole window."""
    if matrix == "k_transposed":
        matrix, cell = "k", Cell(cell.column, cell.row)
    shape = SHAPES[matrix]
    if shape.columns == "d_k":
        room = room.changed(dimension=cell.column)
    elif shape.columns in {"heads·d_k", "d_model"}:
        room = room.changed(feature=cell.column)
    if shape.rows == "query" and cell.row != query_row(room.bench):
        room = room.on_bench(query_chosen, cell.row)
    key = cell.column if shape.columns == "key" else cell.row if shape.rows == "key" else None
    if key is not None:
        room = room.on_bench(
            cell_picked, room.bench.selection.kind, Cell(query_row(room.bench), key)
        )
    return room.changed(zoomed=matrix) if matrix in TAKEN_APART else room


def zoom_ended(room: OneHeadRoom) -> OneHeadRoom:
    return room.changed(zoomed=None)


# ----------------------------------------------------------------------------------------- by hand


def value_moved(room: OneHeadRoom, cell: HandCell, value: float) -> OneHeadRoom:
    """Change a number further; not one that a puzzle locks."""
    if not may_change(room.own.puzzle, cell):
        return room
    return room.changed(hand=room.own.hand.with_value(cell, value))


@undoable("hand", lambda room, cell, value: Message("number of the head by hand"))
def value_set(room: OneHeadRoom, cell: HandCell, value: float) -> OneHeadRoom:
    """Change a number; what moves it further, as in one drag, is the same step."""
    return value_moved(room, cell, value)


@undoable("hand", lambda room, masked: Message("mask of the head by hand"))
def masking_set(room: OneHeadRoom, masked: bool) -> OneHeadRoom:
    if not may_mask(room.own.puzzle):
        return room
    return room.changed(hand=dataclasses.replace(room.own.hand, masked=masked))


@undoable("hand", lambda room, puzzle: Message("puzzle"))
def puzzle_picked(room: OneHeadRoom, puzzle: PuzzleName | None) -> OneHeadRoom:
    """Begin a puzzle with its own numbers; without one, the numbers stay, all of them free."""
    if puzzle is None:
        return room.changed(puzzle=None)
    start = puzzle_start(puzzle)
    return room.changed(puzzle=puzzle, hand=start, hand_start=start)


@undoable("hand", lambda room: Message("reset of the head by hand"))
def hand_reset(room: OneHeadRoom) -> OneHeadRoom:
    """Back to the start; from the start with a trained head, to the example."""
    own = room.own
    first = EXAMPLE if own.puzzle is None else puzzle_start(own.puzzle)
    start = own.hand_start if own.hand != own.hand_start else first
    return room.changed(hand=start, hand_start=start)


@undoable("hand", lambda room: Message("start from a trained head"))
def head_taken(room: OneHeadRoom) -> OneHeadRoom:
    """Start from three telling rows of the head in view; nothing while it is not computed."""
    anatomy, trace = _takeable(room), room.bench.trace
    if anatomy is None or trace is None:
        return room
    rows, keys = telling_pairs(anatomy.weights)
    own, labels = np.ix_(rows, keys), row_labels(trace, anatomy.kind)
    share = float(anatomy.weights[own].sum() / anatomy.weights[rows].sum())
    start = reduced_head(
        anatomy.scores[own],
        anatomy.v[keys],
        anatomy.mask[own],
        queries=_names([labels[row].text(room.bench.selection.row_labels) for row in rows]),
        keys=_names([anatomy.key_tokens[key] for key in keys]),
        origin=HandOrigin(
            kind=anatomy.kind, layer=anatomy.layer, head=anatomy.head, share=min(share, 1.0)
        ),
    )
    return room.changed(hand=start, hand_start=start, puzzle=None)


def _takeable(room: OneHeadRoom) -> HeadAnatomy | None:
    anatomy = answer_to(one_head_question(room), room.own.answer)
    return None if anatomy is None or min(anatomy.weights.shape) < TOKENS else anatomy


def _names(names: Sequence[str]) -> Names:
    first, second, third = (name[:MOST_SHOWN] for name in names)
    return first, second, third
