"""The chosen head: what is asked of it, and which query is looked at."""

import dataclasses

import pytest

from model.special_tokens import BOS_ID
from model.traces.trace import KINDS
from tests.viz_app.states import SOURCE, shown, trace_of
from viz_app.workbench.changes.playback import step_chosen
from viz_app.workbench.changes.selection import query_chosen
from viz_app.workbench.snapshots.chosen_head import head_question, query_row
from viz_app.workbench.state.selection import Cell, HeadPlace, Selection, head_place
from viz_app.workbench.state.workbench import Workbench


def looking(kind="cross", *, step=3, cell=None, **fields) -> Workbench:
    """A head of a kind, and a step."""
    selection = Selection(kind=kind, layer=1, head=1, step=step, cell=cell)
    return shown(selection=selection, model_key=7, **fields)


# ------------------------------------------------------------------------------ the question


def test_the_question_names_all_that_the_head_depends_on():
    question = head_question(looking())
    assert (question.model_key, question.text) == (7, "我有猫")
    assert question.src_ids == tuple(range(len(SOURCE)))
    assert question.tgt_ids == (BOS_ID, 100, 101, 102, 103, 104)
    assert (question.kind, question.layer, question.head) == ("cross", 1, 1)


def test_the_encoder_needs_no_target():
    state = looking("encoder")
    assert head_question(state).tgt_ids == (BOS_ID,)
    undecoded = dataclasses.replace(state, trace=trace_of(()))
    assert head_question(undecoded) == head_question(state)


@pytest.mark.parametrize(
    "change",
    [{"model_key": None}, {"trace": None}, {"trace": trace_of(())}],
    ids=["no model", "no trace", "nothing decoded"],
)
def test_without_a_query_nothing_is_asked(change):
    assert head_question(dataclasses.replace(looking(), **change)) is None


def test_another_step_asks_nothing_new():
    state = looking("decoder")
    assert head_question(step_chosen(state, 1)) == head_question(state)


def test_the_head_stands_among_those_of_the_translation():
    state = looking("decoder")
    place = HeadPlace(kind="decoder", layer=1, head=1, n_layers=2, n_heads=2)
    assert head_place(state.selection, state.trace) == place
    assert head_place(state.selection, None).n_layers == 0


# ------------------------------------------------------------------------------ the query


@pytest.mark.parametrize(
    ("kind", "cell", "row"),
    [
        ("cross", None, 3),
        ("decoder", None, 3),
        ("cross", Cell(1, 0), 1),
        ("encoder", None, 0),
        ("encoder", Cell(2, 3), 2),
    ],
)
def test_the_query_is_that_of_the_cursor_or_the_step(kind, cell, row):
    assert query_row(looking(kind, cell=cell)) == row


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_a_chosen_query_is_the_step_of_the_whole_window(kind):
    state = query_chosen(looking(kind), 1)
    assert (state.selection.step, state.selection.cell) == (1, None)
    assert query_row(state) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_chosen_query_takes_the_cursor_along(kind):
    state = query_chosen(looking(kind, cell=Cell(1, 2)), 3)
    assert state.selection.cell == Cell(3, 2)


def test_the_cursor_comes_along_even_where_the_step_was_there_already():
    state = query_chosen(looking("cross", step=2, cell=Cell(1, 2)), 2)
    assert state.selection.cell == Cell(2, 2)


def test_a_chosen_query_of_the_encoder_gets_a_cursor_on_itself():
    state = query_chosen(looking("encoder"), 2)
    assert (state.selection.step, state.selection.cell) == (3, Cell(2, 2))
    assert query_row(state) == 2


@pytest.mark.parametrize("row", [-1, 6])
def test_a_query_that_does_not_exist_changes_nothing(row):
    state = looking()
    assert query_chosen(state, row) is state
    assert query_chosen(Workbench(), 0) == Workbench()
