"""Another kind, head, cell, or way to look."""

import pytest

from model.values import kept_values, restored
from tests.viz_app.branch_traces import ORIGINAL, decoded
from viz_app.workbench.changes.selection import (
    all_heads_chosen,
    cell_picked,
    cover_toggled,
    covers_set,
    head_picked,
    head_toggled,
    kind_picked,
    last_step_chosen,
    option_picked,
    revealed,
    row_labels_picked,
    step_chosen,
    stepped,
    word_chosen,
)
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state import AttentionOptions, Cell, Workbench


@pytest.fixture
def bench(tiny_trace):
    return trace_arrived(Workbench(), tiny_trace)


def test_another_kind_head_or_cell_keeps_the_rest(bench):
    selection = kind_picked(head_picked(bench, "cross", 1, 1), "encoder").selection
    assert (selection.kind, selection.layer, selection.head) == ("encoder", 1, 1)
    selection = head_picked(bench, "decoder", 9, 9).selection
    assert (selection.layer, selection.head) == (1, 1)
    selection = row_labels_picked(cell_picked(bench, "cross", Cell(1, 2)), "fed").selection
    assert (selection.cell, selection.row_labels) == (Cell(1, 2), "fed")
    assert cell_picked(bench, "cross", None) is bench
    assert option_picked(bench, "view", "grid") is bench


def test_options_are_set_and_heads_are_taken_in_and_out(bench):
    chosen = option_picked(option_picked(bench, "scale", "log"), "words", True)
    assert chosen.attention == AttentionOptions(scale="log", words=True)
    both = head_toggled(bench, 1)
    assert both.attention.heads == (0, 1)  # the one in view was there
    assert head_toggled(both, 0).attention.heads == (1,)
    mean = option_picked(bench, "combination", "mean")
    assert head_toggled(mean, 1).attention.heads == (0,)
    every = all_heads_chosen(bench, True)
    assert every.attention.heads == (0, 1)
    assert all_heads_chosen(every, False).attention.heads == ()


@pytest.mark.parametrize(
    ("kind", "step", "cell", "after"),
    [
        ("cross", 5, None, (3, None)),  # </s> gives way to the cat
        ("decoder", 5, Cell(5, 2), (3, Cell(3, 2))),
        ("cross", 1, None, (1, None)),
        ("encoder", 1, Cell(3, 2), (1, Cell(0, 2))),
        ("encoder", 5, None, (5, None)),  # its first row is in view
    ],
)
def test_a_special_token_gives_way_to_the_first_word(kind, step, cell, after):
    bench = trace_arrived(Workbench(), decoded(ORIGINAL))
    bench = cell_picked(kind_picked(step_chosen(bench, step), kind), kind, cell)
    selection = word_chosen(bench).selection
    assert (selection.step, selection.cell) == after


def stood_at(bench):
    return bench.selection.step


def test_a_translation_is_walked_within_its_ends_and_without_words_nothing_moves(tiny_trace):
    last = len(tiny_trace.steps) - 1
    bench = last_step_chosen(trace_arrived(Workbench(), tiny_trace))
    assert stood_at(bench) == stood_at(stepped(bench)) == last
    bench = step_chosen(bench, 0)
    assert stood_at(stepped(bench, -1)) == 0
    assert stood_at(stepped(bench)) == 1
    assert stood_at(last_step_chosen(bench)) == last
    assert word_chosen(Workbench()) == Workbench()
    empty = trace_arrived(Workbench(), decoded("</s>"))
    assert word_chosen(empty) is empty


@pytest.mark.parametrize("change", [stepped, last_step_chosen])
def test_without_a_translation_there_is_the_first_step_alone(change):
    assert change(Workbench()) == Workbench()


def test_covers_are_revealed_in_their_order_and_stay_where_they_were_put(bench):
    hidden = covers_set(cell_picked(bench, "cross", Cell(2, 1)), ("row", "picture", "row"))
    assert (hidden.covers, hidden.covered_row) == (("row", "picture"), ("cross", 2))
    elsewhere = head_picked(cell_picked(hidden, "cross", Cell(0, 0)), "encoder", 1, 1)
    more = cover_toggled(elsewhere, "later", True)
    assert more.covers == ("row", "picture", "later")
    assert (more.covered_row, more.covered_head) == (hidden.covered_row, hidden.covered_head)
    left = revealed(more)
    assert (left.covers, left.covered_row) == (("picture", "later"), None)
    assert left.covered_head == hidden.covered_head
    assert revealed(cover_toggled(left, "picture", False)).covers == ()
    assert revealed(bench) is bench
    assert restored(Workbench(), kept_values(hidden)).covers == hidden.covers
    assert restored(Workbench(), kept_values(hidden)).covered_row == ("cross", 2)
