"""Walking through one head: one selection in the whole window, one answer from the worker."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from model.lessons.one_head.matrices import SHAPES
from model.traces.trace import KINDS
from tests.model.anatomies import D_K, anatomy_of
from tests.viz_app.anatomies import answered, walking
from tests.viz_app.states import SOURCE, TARGET, trace_of
from viz_app.app.app_state import step_chosen
from viz_app.panels.one_head.snapshot import (
    cell_chosen,
    head_answered,
    one_head_question,
    projection_chosen,
    resolve_one_head,
    share_chosen,
    stage_chosen,
    zoom_ended,
)
from viz_app.panels.one_head.state import STAGES
from viz_app.workbench.snapshots.chosen_head import head_question, query_chosen
from viz_app.workbench.state.head_question import HeadAnswer
from viz_app.workbench.state.selection import Cell, with_head


def headed(state, kind, layer, head):
    """The state with another head in view."""
    selection = with_head(state.selection, kind, layer, head)
    return dataclasses.replace(state, selection=selection)


# ------------------------------------------------------------------------------ the question


def test_the_chosen_head_is_asked_for():
    assert one_head_question(walking("cross")) == head_question(walking("cross"))


@pytest.mark.parametrize(
    "change",
    [{"tab": "attention"}, {"model_key": None}, {"trace": None}, {"trace": trace_of(())}],
    ids=["another tab", "no model", "no trace", "nothing decoded"],
)
def test_nothing_is_asked_while_there_is_nothing_to_show(change):
    state = dataclasses.replace(walking("cross"), **change)
    assert one_head_question(state) is None
    assert resolve_one_head(state) is None


def test_another_step_asks_nothing_new():
    state = walking("decoder")
    assert one_head_question(step_chosen(state, 1)) == one_head_question(state)


def test_an_answer_is_shown_only_under_its_own_question():
    state = walking("cross")
    anatomy = state.one_head.answer.anatomy
    assert resolve_one_head(state).anatomy is anatomy
    for other in (
        headed(state, "cross", 0, 1),
        headed(state, "cross", 1, 0),
        headed(state, "encoder", 1, 1),
        dataclasses.replace(state, model_key=2),
        dataclasses.replace(state, trace=trace_of(TARGET[:4])),
    ):
        waiting = resolve_one_head(other)
        assert waiting.anatomy is None
        assert waiting.matrices == ()
        assert resolve_one_head(headed(other, "cross", 1, 1)) is not None


def test_the_worker_s_answer_comes_into_the_state():
    state = walking("cross")
    other = headed(state, "cross", 0, 0)
    answer = HeadAnswer(question=one_head_question(other), anatomy=anatomy_of(layer=0, head=0))
    assert resolve_one_head(head_answered(other, answer)).anatomy is answer.anatomy


def test_the_same_state_resolves_to_an_equal_snapshot():
    state = walking("cross", stage="softmax", zoomed="weights")
    assert resolve_one_head(state) == resolve_one_head(dataclasses.replace(state, source_text="x"))
    assert resolve_one_head(state) != resolve_one_head(stage_chosen(state, "mask"))


# ------------------------------------------------------------------------- query and key


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_the_query_is_the_step_s_or_the_cursor_s(kind):
    assert resolve_one_head(walking(kind, query=2)).query == 2
    assert resolve_one_head(walking(kind, query=2, cell=Cell(4, 1))).query == 4


def test_the_encoder_s_query_is_the_cursor_s_or_the_first():
    assert resolve_one_head(walking("encoder", query=2)).query == 0
    assert resolve_one_head(walking("encoder", cell=Cell(3, 1))).query == 3


def test_queries_are_called_as_everywhere():
    queries = resolve_one_head(walking("cross")).queries
    assert [label.text("both") for label in queries][:2] == ["<s> → I", "I → have"]
    assert [label.fed for label in resolve_one_head(walking("encoder")).queries] == [*SOURCE]


def test_without_a_cursor_the_key_is_the_one_attended_to_most():
    state = walking("cross", query=3)
    weights = state.one_head.answer.anatomy.weights[3]
    assert resolve_one_head(state).key == np.argmax(weights)
    assert resolve_one_head(walking("cross", query=3, cell=Cell(3, 1))).key == 1


# ------------------------------------------------------------------------------- the walk


def test_the_walk_goes_through_all_stages():
    state = walking("cross")
    for stage in STAGES:
        state = stage_chosen(state, stage)
        snapshot = resolve_one_head(state)
        assert snapshot.choices.stage == stage
        assert snapshot.cell is None


def test_a_stage_shows_what_was_chosen_for_it():
    state = projection_chosen(walking("cross"), "v")
    assert resolve_one_head(state).matrices[-1] == "v"
    state = share_chosen(stage_chosen(state, "output"), "heads")
    assert resolve_one_head(state).matrices == ("contributions", "output")
    state = stage_chosen(state, "project")
    assert resolve_one_head(state).matrices[-1] == "v"


# --------------------------------------------------------------------------------- a cell


def test_a_cell_of_tokens_is_the_cursor_of_the_whole_window():
    state = cell_chosen(walking("cross", query=2, stage="softmax"), "weights", Cell(4, 1))
    assert state.selection.cell == Cell(4, 1)
    assert state.selection.step == 4
    snapshot = resolve_one_head(state)
    assert (snapshot.query, snapshot.key, snapshot.cell) == (4, 1, Cell(4, 1))
    assert snapshot.choices.zoomed == "weights"


def test_a_cell_of_a_query_leaves_the_key_alone():
    state = cell_chosen(walking("cross", cell=Cell(2, 1)), "q", Cell(2, 2))
    assert state.selection.cell == Cell(2, 1)
    assert resolve_one_head(state).cell == Cell(2, 2)
    assert state.one_head.dimension == 2


def test_a_cell_of_a_key_leaves_the_query_alone():
    state = cell_chosen(walking("cross", query=4, projection="k"), "k", Cell(1, 2))
    snapshot = resolve_one_head(state)
    assert (snapshot.query, snapshot.key, snapshot.cell) == (4, 1, Cell(1, 2))


def test_a_cell_of_the_turned_keys_is_one_of_the_keys():
    state = cell_chosen(walking("cross", stage="product"), "k_transposed", Cell(2, 1))
    snapshot = resolve_one_head(state)
    assert (snapshot.choices.zoomed, snapshot.cell) == ("k", Cell(1, 2))


@pytest.mark.parametrize(("matrix", "cell"), [("w_q", Cell(5, 2)), ("x_query", Cell(1, 5))])
def test_a_cell_that_is_given_is_not_taken_apart(matrix, cell):
    state = cell_chosen(walking("cross", query=3), matrix, cell)
    snapshot = resolve_one_head(state)
    assert snapshot.cell is None
    assert snapshot.query == (cell.row if matrix == "x_query" else 3)


def test_a_cell_stays_taken_apart_while_one_walks():
    state = cell_chosen(walking("cross", stage="product"), "products", Cell(3, 2))
    for stage in ("scale", "mask", "softmax"):
        state = stage_chosen(state, stage)
        snapshot = resolve_one_head(state)
        assert snapshot.choices.zoomed == snapshot.matrices[-1]
        assert snapshot.cell == Cell(3, 2)
    for stage in ("values", "concatenate", "output", "add", "project"):
        state = stage_chosen(state, stage)
        snapshot = resolve_one_head(state)
        assert snapshot.choices.zoomed == snapshot.matrices[-1]
        assert snapshot.cell.row == 3


def test_a_number_of_the_context_is_found_again_in_the_concatenation():
    state = cell_chosen(walking("cross", stage="values"), "context", Cell(3, 2))
    snapshot = resolve_one_head(stage_chosen(state, "concatenate"))
    anatomy = snapshot.anatomy
    assert snapshot.cell == Cell(3, anatomy.head * D_K + 2)
    found = anatomy.concatenation[snapshot.cell.row, snapshot.cell.column]
    assert found == anatomy.context[3, 2]


def test_the_cell_follows_the_query():
    state = cell_chosen(walking("cross", stage="softmax"), "weights", Cell(3, 2))
    assert resolve_one_head(step_chosen(state, 1)).cell == Cell(1, 2)
    assert resolve_one_head(query_chosen(state, 5)).cell == Cell(5, 2)


def test_whole_matrices_come_back():
    state = cell_chosen(walking("cross", stage="softmax"), "weights", Cell(3, 2))
    snapshot = resolve_one_head(zoom_ended(state))
    assert snapshot.cell is None
    assert snapshot.choices.zoomed is None


def test_a_dimension_that_this_head_does_not_have_is_its_last():
    state = walking("cross", zoomed="q", dimension=99)
    assert resolve_one_head(state).cell == Cell(3, D_K - 1)


def test_a_matrix_that_this_model_does_not_compute_is_not_taken_apart():
    state = walking("cross", norm="post", stage="add", zoomed="after")
    assert resolve_one_head(state).cell is not None
    assert resolve_one_head(answered(state, anatomy_of(norm="pre"))).cell is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_of_every_matrix_can_be_picked(kind):
    for matrix in SHAPES:
        state = cell_chosen(walking(kind), matrix, Cell(1, 1))
        assert resolve_one_head(state).query in {1, 3, 0}
