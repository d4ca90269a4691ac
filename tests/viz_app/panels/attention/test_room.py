"""How the head in view differs between two branches."""

import dataclasses

import numpy as np
import pytest

from model.traces.trace import KINDS
from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.painted import focus
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.states import trace_of
from viz_app.panels.attention.room import (
    averaged,
    chosen_alone,
    difference_columns,
    difference_glosses,
    difference_rows,
    mosaic_difference,
    resolve_attention,
    resolve_difference,
    token_cell,
)
from viz_app.texts.measures import mosaic_sentence
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import AttentionOptions, Cell, Selection

# ------------------------------------------------------------------------------- test chosen heads


def test_the_chosen_head_is_shown_though_another_is_in_view():
    shown = chosen_alone(focus(head=0, heads=(2,)))
    assert shown.head == 2
    assert (shown.weights == shown.trace.weights("cross")[1, 2]).all()


def test_several_heads_become_their_mean():
    shown = averaged(focus(heads=(0, 2)))
    assert shown.combination == "mean"
    assert shown.heads == (0, 2)
    expected = shown.trace.weights("cross")[1, [0, 2]].mean(axis=0)
    assert np.allclose(shown.weights, expected)
    assert not shown.weights.flags.writeable


def test_what_is_one_picture_already_stays_as_it_is():
    one = focus(heads=(0,))
    combined = dataclasses.replace(focus(heads=(0, 1)), combination="max")
    compared = dataclasses.replace(focus(heads=(0, 1)), compared=one.trace)
    for shown in (one, combined, compared):
        assert averaged(shown) is shown
        assert chosen_alone(shown) is shown
    several = focus(heads=(0, 1))
    assert chosen_alone(several) is several


# --------------------------------------------------------------------------------- test difference


@pytest.fixture
def state():
    """The branch “I have a big dog .” beside “I have a cat .”"""
    return branched_state()


def looking(state, **options):
    return dataclasses.replace(state, attention=AttentionOptions(**options))


def traces(state):
    return state.trace, state.branches.branch(state.branches.compared).trace


@pytest.mark.parametrize("kind", KINDS)
def test_weights_are_the_branch_on_screen_minus_the_compared_one(state, kind):
    shown, (one, other) = resolve_difference(state, kind), traces(state)
    rows, columns = other.weights(kind).shape[2:]
    assert shown.weights.shape == (rows, columns)
    for row, column in np.ndindex(rows, columns):
        expected = one.weights(kind)[0, 0, row, column] - other.weights(kind)[0, 0, row, column]
        assert shown.weights[row, column] == pytest.approx(expected)
    assert shown.compared is other


def test_the_encoder_reads_the_same_source_in_both(state):
    assert not resolve_difference(state, "encoder").weights.any()


def test_a_mean_is_compared_with_a_mean(state):
    shown = resolve_difference(looking(state, combination="mean"), "cross")
    one, other = (trace.cross_weights[0].mean(axis=0) for trace in traces(state))
    np.testing.assert_allclose(shown.weights, one[: len(other)] - other, atol=1e-6)


def test_rows_and_columns_say_where_tokens_differ(state):
    shown = resolve_difference(state, "decoder")
    assert shown.rows[3].predicted == "big / cat"
    assert shown.columns[4] == "big / cat"
    assert shown.rows[0].text("both") == "<s> → I"


def test_the_step_and_the_cursor_are_marked_while_both_have_them(state):
    last = len(state.trace.steps) - 1
    past = resolve_difference(step_chosen(state, last), "cross")
    assert (past.marked_row, past.past_compared) == (None, True)
    assert not resolve_difference(step_chosen(state, last), "encoder").past_compared
    here = dataclasses.replace(state, selection=Selection(step=2, cell=Cell(2, 1)))
    shown = resolve_difference(here, "cross")
    assert (shown.marked_row, shown.cell, shown.decoded_rows) == (2, Cell(2, 1), 3)
    assert not shown.past_compared
    assert resolve_difference(here, "decoder").cell is None


def test_rows_after_the_step_are_there_until_somebody_walks_the_steps(state):
    rows = min(len(trace.steps) for trace in traces(state))
    for kind in ("decoder", "cross"):
        assert resolve_difference(state, kind).decoded_rows == 4
        arrived = dataclasses.replace(state, whole=True)
        assert resolve_difference(arrived, kind).decoded_rows == rows


@pytest.mark.parametrize("view", ["grid", "focus", "links", "text"])
def test_every_view_and_the_mosaic_show_the_difference(state, view):
    shown, (one, other) = resolve_attention(looking(state, view=view)), traces(state)
    assert shown.focus.compared is other
    first, second = one.weights(shown.kind), other.weights(shown.kind)
    rows, columns = np.minimum(first.shape[2:], second.shape[2:])
    expected = first[..., :rows, :columns] - second[..., :rows, :columns]
    assert expected.any()
    np.testing.assert_array_equal(shown.mosaic.weights, expected)
    assert shown.mosaic.compared is other
    np.testing.assert_array_equal(shown.focus.weights, expected[0, 0])


def test_a_mosaic_of_differences_is_marked_with_no_measure_of_one_of_them(state):
    marked = resolve_attention(looking(state, tint="entropy", sorted_by_tint=True)).mosaic
    assert (marked.measure, marked.is_sorted) == (None, False)
    assert "relative to the comparison" in mosaic_sentence(marked)


def test_a_cell_of_a_difference_stands_for_its_own_tokens_whatever_is_hidden(state):
    hidden = looking(state, view="focus", special="hidden", words=True)
    for place in (Cell(0, 0), Cell(3, 2)):
        assert token_cell(hidden, "cross", place) == place
    assert token_cell(hidden, "decoder", Cell(2, 0)) == Cell(2, 0)
    links = looking(branched_state(compared=False), special="hidden", words=True)
    assert token_cell(links, "decoder", Cell(2, 0)) == Cell(2, 1)  # there, <s> has no column


def test_nothing_differs_when_nothing_is_compared():
    alone = branched_state(compared=False)
    assert resolve_difference(alone, "cross") is None
    assert resolve_attention(alone).focus.compared is None


def test_rows_and_columns_name_both_tokens_where_they_differ():
    one, other = decoded("I have a big dog . </s>"), decoded(ORIGINAL)
    rows = difference_rows(one, other, "cross")
    assert rows[2:5] == (
        RowLabel("have", "a"),
        RowLabel("a", "big / cat"),
        RowLabel("big / cat", "dog / ."),
    )
    assert len(rows) == 6
    assert difference_columns(one, other, "decoder")[3:5] == ("a", "big / cat")
    assert difference_columns(one, other, "cross") == one.source_tokens
    assert difference_rows(one, other, "encoder")[0] == RowLabel("我")


def test_the_source_s_tokens_have_their_glosses(state):
    assert resolve_difference(state, "cross").glosses == ("I, me", "have", "cat", "")
    assert [row.gloss for row in resolve_difference(state, "encoder").rows][2] == "cat"
    assert resolve_difference(state, "decoder").glosses == ()
    assert mosaic_difference(state, "cross").glosses[2] == "cat"
    without = resolve_difference(looking(state, glosses=False), "encoder")
    assert without.glosses == ()
    assert not any(row.gloss for row in without.rows)


def test_tokens_that_differ_have_no_gloss():
    one, other = trace_of(source=("我", "有", "猫")), trace_of(source=("我", "有", "狗"))
    assert difference_glosses(one, other, "cross") == ("I, me", "have", "")
    rows = difference_rows(one, other, "encoder", glosses=True)
    assert rows[1:] == (RowLabel("有", gloss="have"), RowLabel("猫 / 狗"))


class TestLookingAhead:
    """One decoder has no causal mask, or both have none."""

    @staticmethod
    def mixed(state, *, this: bool, that: bool):
        """The state with the branch on screen, or the compared one, looking ahead."""
        tree = state.branches
        one, other = traces(state)
        if this:
            one = looking_ahead(one)
        if that:
            other = looking_ahead(other, seed=1)
        replaced = {tree.current: one, tree.compared: other}
        branches = tuple(
            dataclasses.replace(branch, trace=replaced.get(branch.id, branch.trace))
            for branch in tree.branches
        )
        tree = dataclasses.replace(tree, branches=branches)
        return dataclasses.replace(state, trace=one, branches=tree), one, other

    @pytest.mark.parametrize(("this", "that"), [(True, False), (False, True), (True, True)])
    def test_what_only_one_may_see_is_a_difference_too(self, state, this, that):
        state, one, other = self.mixed(state, this=this, that=that)
        shown = resolve_difference(state, "decoder")
        size = min(len(one.steps), len(other.steps))
        assert shown.mask.shape == (size, size)
        assert shown.mask.all()
        for row, column in np.ndindex(size, size):
            left, right = (trace.weights("decoder")[0, 0, row, column] for trace in (one, other))
            assert shown.weights[row, column] == pytest.approx(left - right)
        corner = shown.weights[0, 1]
        if this != that:
            assert abs(corner) > 0.5
            assert (corner > 0) == this

    def test_all_keys_are_there_at_every_step(self, state):
        mixed, *_ = self.mixed(state, this=False, that=True)
        shown = resolve_difference(step_chosen(mixed, 1), "decoder")
        assert (shown.decoded_rows, shown.decoded_columns) == (2, None)
        usual = resolve_difference(step_chosen(state, 1), "decoder")
        assert (usual.decoded_rows, usual.decoded_columns) == (2, 2)

    def test_it_is_known_who_does(self, state):
        mixed, *_ = self.mixed(state, this=False, that=True)
        shown = resolve_difference(mixed, "decoder")
        assert (shown.looks_ahead, shown.compared_looks_ahead) == (False, True)
        shown = resolve_difference(mixed, "cross")
        assert (shown.looks_ahead, shown.compared_looks_ahead) == (False, False)
        assert shown.mask.all()

    def test_two_usual_decoders_stay_masked(self, state):
        shown = resolve_difference(state, "decoder")
        np.testing.assert_array_equal(shown.mask, np.tri(len(shown.mask), dtype=bool))
