"""Rows and columns with their names: tokens or words, special tokens there or not."""

import dataclasses

import numpy as np
import pytest

from model.traces.trace import Candidate
from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.states import trace_of
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.workbench.changes.translation import (
    branch_arrived,
    branch_asked,
    branch_compared,
    renamed,
    rooted,
    trace_arrived,
)
from viz_app.workbench.snapshots.token_axes import (
    Column,
    RowLabel,
    aligned,
    comparison_of,
    joined,
    token_axes,
)
from viz_app.workbench.state import AttentionOptions, Workbench

SOURCE = ("一", "1", "##2", "</s>")
TARGET = ("the", "book", "##st", "##ore", ".", "</s>")
EVERYTHING = AttentionOptions()
WORDS = AttentionOptions(words=True)
HIDDEN = AttentionOptions(special="hidden")


@pytest.fixture
def trace():
    return trace_of(TARGET, source=SOURCE)


def axes(trace, kind="cross", options=EVERYTHING, labels="both", decoded=6):
    return token_axes(trace, kind, options, labels=labels, decoded=decoded)


def texts(shown, labels="both"):
    return [row.text(labels) for row in shown.rows]


def test_every_token_has_a_row_and_a_column_with_joined_names(trace):
    shown = axes(trace)
    assert texts(shown)[:2] == ["<s> → the", "the → book"]
    assert shown.columns == SOURCE
    assert len(shown.projection.rows) == 6
    assert joined(["book", "##st", "##ore"]) == "bookstore"
    assert joined(["##"]) == "##"
    assert joined(["<0xE7>", "##<0x8C>", "##<0xAB>"]) == "猫"
    assert joined(["<0xE7>", "##<0x8C>"]) == "<0xE7><0x8C>"
    assert {RowLabel("猫").text(labels) for labels in ("both", "fed", "predicted")} == {"猫"}


def test_pieces_of_a_word_share_a_column_and_a_row(trace):
    shown = axes(trace, "encoder", WORDS)
    assert shown.columns == ("一", "12", "</s>")
    assert shown.projection.columns == ((0, 1), (1, 3), (3, 4))
    assert texts(shown) == ["一", "12", "</s>"]
    shown = axes(trace, options=WORDS)
    assert shown.projection.rows == ((0, 1), (1, 4), (4, 5), (5, 6))
    assert texts(shown) == ["<s> → the", "the … → bookstore", "##ore → .", ". → </s>"]
    shown = axes(trace, options=WORDS, labels="fed")
    assert texts(shown, "fed") == ["<s>", "the", "bookstore", "."]
    assert shown.projection.rows[2] == (2, 5)
    assert axes(trace, "decoder", WORDS).columns == ("<s>", "the", "bookstore", ".")
    assert axes(trace, options=WORDS, decoded=3).projection.rows[1] == (1, 3)
    shown = axes(trace_of((), source=SOURCE), options=WORDS, decoded=0)
    assert (shown.rows, shown.columns) == ((), ("一", "12", "</s>"))


def test_hidden_special_tokens_have_no_column_and_no_row_of_the_encoder(trace):
    assert axes(trace, options=HIDDEN).columns == ("一", "1", "##2")
    assert axes(trace, "decoder", HIDDEN).columns == TARGET[:-1]
    assert texts(axes(trace, "encoder", HIDDEN)) == ["一", "1", "##2"]
    assert not axes(trace, options=HIDDEN).projection.renormalised
    options = AttentionOptions(special="renormalised")
    assert axes(trace, options=options).projection.renormalised
    trace = trace_of(TARGET, source=("<unk>", "</s>"))
    assert axes(trace, options=HIDDEN).columns == ("<unk>",)


@pytest.mark.parametrize(
    ("labels", "first", "last"),
    [("both", "<s> → the", ". → </s>"), ("fed", "the", "."), ("predicted", "the", ".")],
)
def test_a_row_is_hidden_when_its_name_is_nothing_but_special(trace, labels, first, last):
    names = texts(axes(trace, options=HIDDEN, labels=labels), labels)
    assert (names[0], names[-1]) == (first, last)


@pytest.mark.parametrize(
    ("labels", "text"), [("both", "a → cat"), ("fed", "a"), ("predicted", "cat")]
)
def test_a_row_is_named_as_the_switch_says(labels, text):
    assert RowLabel("a", "cat").text(labels) == text


BIG_DOG = "I have a big dog . </s>"


@pytest.fixture
def state():
    return branched_state(BIG_DOG)


def test_lines_rows_and_totals_are_those_of_the_two_branches(state):
    comparison = comparison_of(state.branches)
    assert (comparison.current.id, comparison.compared.id) == (1, 0)
    assert comparison.current_line.tokens == tuple(BIG_DOG.split())
    assert comparison.compared_line.tokens == tuple(ORIGINAL.split())
    for trace, line in (
        (state.trace, comparison.current_line),
        (state.branches.branch(0).trace, comparison.compared_line),
    ):
        total = np.sum([step.log_probability for step in trace.steps])
        assert line.log_probability == pytest.approx(total)
    assert resolve_timeline(state).comparison == comparison


def test_tokens_stand_under_those_that_they_took_the_place_of():
    assert aligned(tuple(BIG_DOG.split()), tuple(ORIGINAL.split())) == (
        Column(0, 0, same=True),
        Column(1, 1, same=True),
        Column(2, 2, same=True),
        Column(3, 3, same=False),
        Column(4, None, same=False),
        Column(5, 4, same=True),
        Column(6, 5, same=True),
    )
    columns = aligned(("a", "b", "a", "b", "c"), ("a", "b", "c"))
    assert columns[:2] == (Column(0, 0, same=True), Column(1, 1, same=True))
    assert columns[-1] == Column(4, 2, same=True)


@pytest.mark.parametrize(
    ("current", "compared"),
    [("", ""), ("a", ""), ("", "a b"), ("a b c", "c b a"), ("a a a", "a a"), ("x y", "a b c")],
)
def test_every_token_has_one_place_in_order(current, compared):
    one, other = tuple(current.split()), tuple(compared.split())
    columns = aligned(one, other)
    assert [column.current for column in columns if column.current is not None] == list(
        range(len(one))
    )
    assert [column.compared for column in columns if column.compared is not None] == list(
        range(len(other))
    )
    for column in columns:
        both = column.current is not None and column.compared is not None
        same = both and one[column.current] == other[column.compared]
        assert column.same == same


def test_the_timeline_lists_branches_with_their_names_and_texts(state):
    rows = resolve_timeline(state).branches
    assert [(row.id, row.parent, row.text) for row in rows] == [
        (0, None, "I have a cat ."),
        (1, 0, "big dog."),
    ]
    assert [row.growing for row in rows] == [False, False]
    assert len(resolve_timeline(branch_asked(state, step=0, parent=0)).branches) == 2
    tree = renamed(rooted(decoded(ORIGINAL)), 0, "mine")
    state = Workbench(branches=tree, trace=tree.original.trace)
    assert resolve_timeline(state).branches[0].name == "mine"


def test_a_given_target_is_listed_whole_and_all_its_tokens_are_given(state):
    state = branch_asked(state, step=0, parent=0, given=True)
    state = branch_arrived(state, 2, decoded("I have the dog . </s>", given=6))
    timeline = resolve_timeline(state)
    assert timeline.branches[-1].text == "I have the dog ."
    assert timeline.branches[-1].given
    assert timeline.line.given == (True,) * 6
    assert timeline.line.as_log
    assert timeline.left_at == 2


def test_the_timeline_marks_where_the_branch_left_and_what_comes_next(state):
    timeline = resolve_timeline(state)
    assert timeline.left_at == 3
    assert timeline.line.given == (False, False, False, True, False, False, False)
    assert not timeline.as_log  # its numbers are in the unit of its parent's
    assert resolve_timeline(trace_arrived(Workbench(), decoded(ORIGINAL))).left_at is None
    ids = [candidate.token_id for candidate in timeline.candidates]
    place = ids.index(timeline.chosen_id)
    assert timeline.next_candidate.token_id == ids[(place + 1) % len(ids)]
    assert comparison_of(branch_compared(state, None).branches) is None
    assert resolve_timeline(branch_compared(state, None)).comparison is None


def test_a_token_that_is_no_candidate_is_shown_after_them():
    trace = decoded(ORIGINAL)
    step = dataclasses.replace(trace.steps[0], token="elephant", token_id=99, log_probability=-9.0)
    state = trace_arrived(Workbench(), dataclasses.replace(trace, steps=(step,)))
    timeline = resolve_timeline(state)
    assert timeline.candidates[:-1] == step.candidates
    assert timeline.candidates[-1] == Candidate("elephant", 99, -9.0)
    assert timeline.next_candidate == step.candidates[0]
