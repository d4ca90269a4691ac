"""What the attention tab shows of a trace."""

import dataclasses

import numpy as np
import pytest

from model.special_tokens import BOS_ID
from model.traces.trace import KINDS
from tests.viz_app.states import SOURCE, shown, trace_of
from viz_app.panels.attention.room import resolve_attention, token_cell
from viz_app.workbench.changes.selection import last_step_chosen, query_chosen, step_chosen
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.snapshots import token_axes
from viz_app.workbench.snapshots.attention import (
    focus_of,
    head_question,
    head_weights,
    layer_mean,
    query_row,
    resolve_focus,
    resolve_mosaic,
)
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import (
    AttentionOptions,
    Cell,
    HeadPlace,
    RunKey,
    Selection,
    Workbench,
    head_place,
)


def looking(kind="cross", *, step=3, cell=None, **fields) -> Workbench:
    selection = Selection(kind=kind, layer=1, head=1, step=step, cell=cell)
    return shown(selection=selection, model_key=7, **fields)


def test_the_question_names_all_that_the_head_depends_on():
    question = head_question(looking())
    assert (question.model_key, question.text) == (RunKey(7), "我有猫")
    assert question.src_ids == tuple(range(len(SOURCE)))
    assert question.tgt_ids == (BOS_ID, 100, 101, 102, 103, 104)
    assert (question.kind, question.layer, question.head) == ("cross", 1, 1)
    state = looking("encoder")
    assert head_question(state).tgt_ids == (BOS_ID,)
    undecoded = dataclasses.replace(state, trace=trace_of(()))
    assert head_question(undecoded) == head_question(state)
    state = looking("decoder")
    assert head_question(step_chosen(state, 1)) == head_question(state)


@pytest.mark.parametrize(
    "change",
    [{"model_key": None}, {"trace": None}, {"trace": trace_of(())}],
    ids=["no model", "no trace", "nothing decoded"],
)
def test_without_a_query_nothing_is_asked(change):
    assert head_question(dataclasses.replace(looking(), **change)) is None


def test_the_head_stands_among_those_of_the_translation():
    state = looking("decoder")
    place = HeadPlace(kind="decoder", layer=1, head=1, n_layers=2, n_heads=2)
    assert head_place(state.selection, state.trace) == place
    assert head_place(state.selection, None).n_layers == 0


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


def test_a_chosen_query_has_the_cursor_on_it():
    state = query_chosen(looking("cross", step=2, cell=Cell(1, 2)), 2)
    assert state.selection.cell == Cell(2, 2)
    state = query_chosen(looking("encoder"), 2)
    assert (state.selection.step, state.selection.cell) == (3, Cell(2, 2))
    assert query_row(state) == 2


@pytest.mark.parametrize("row", [-1, 6])
def test_a_query_that_does_not_exist_changes_nothing(row):
    state = looking()
    assert query_chosen(state, row) is state
    assert query_chosen(Workbench(), 0) == Workbench()


@pytest.fixture
def state(tiny_trace):
    return last_step_chosen(trace_arrived(Workbench(picked=frozenset({"head"})), tiny_trace))


def with_options(state, **options):
    return dataclasses.replace(state, attention=AttentionOptions(**options))


def looking_at(state, **selection):
    return dataclasses.replace(state, selection=dataclasses.replace(state.selection, **selection))


@pytest.mark.parametrize("kind", KINDS)
def test_focus_is_one_head_of_the_trace(state, tiny_trace, kind):
    focus = resolve_focus(looking_at(state, kind=kind, layer=1, head=0))
    assert np.array_equal(focus.weights, tiny_trace.weights(kind)[1, 0])
    assert [label.fed for label in focus.rows] == list(tiny_trace.query_tokens(kind))
    assert focus.columns == tiny_trace.key_tokens(kind)


def test_mosaics_and_pictures_of_a_step_find_their_axes_once(state, monkeypatch):
    found, labels = [], token_axes.row_labels
    monkeypatch.setattr(
        token_axes, "row_labels", lambda *given, **how: found.append(given) or labels(*given, **how)
    )
    for step in range(2):
        found.clear()
        resolve_attention(step_chosen(with_options(state, side_by_side=True, words=True), step))
        assert 0 < len(found) <= len(KINDS)


def test_rows_name_the_token_fed_in_and_the_one_predicted(state, tiny_trace):
    focus = resolve_focus(looking_at(state, kind="decoder"))
    assert focus.rows[0] == RowLabel("<s>", tiny_trace.steps[0].token)
    assert focus.rows[1] == RowLabel(tiny_trace.steps[0].token, tiny_trace.steps[1].token)
    focus = resolve_focus(looking_at(state, kind="encoder"))
    assert {label.predicted for label in focus.rows} == {None}
    assert focus.marked_row is None
    focus = resolve_focus(step_chosen(state, 1))
    assert focus.marked_row == 1
    assert focus.rows[1].predicted == tiny_trace.steps[1].token


def test_equal_states_give_equal_snapshots_and_none_before_the_first_trace(state):
    assert resolve_mosaic(state) == resolve_mosaic(dataclasses.replace(state))
    assert resolve_focus(state) != resolve_focus(looking_at(state, head=1))
    assert resolve_mosaic(Workbench(selection=Selection())) is None
    assert resolve_focus(Workbench()) is None


def test_hidden_tokens_leave_the_mosaic_and_the_focus(state, tiny_trace):
    hidden = with_options(state, special="renormalised")
    mosaic, focus = resolve_mosaic(hidden), resolve_focus(hidden)
    kept = tiny_trace.cross_weights[..., :-1]
    expected = kept / kept.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(mosaic.weights, expected[:, :, : len(mosaic.rows)], rtol=1e-5)
    np.testing.assert_allclose(focus.weights, mosaic.weights[0, 0])
    assert focus.columns == mosaic.columns == tiny_trace.source_tokens[:-1]


def test_a_measure_marks_every_head_and_a_tile_is_the_focused_picture(state, tiny_trace):
    tile = focus_of(resolve_mosaic(state), layer=1, head=1)
    focus = resolve_focus(looking_at(state, layer=1, head=1))
    assert np.array_equal(tile.weights, focus.weights)
    assert (tile.rows, tile.columns, tile.kind) == (focus.rows, focus.columns, focus.kind)
    mosaic = resolve_mosaic(with_options(state, tint="first", sorted_by_tint=True))
    expected = tiny_trace.cross_weights[..., 0].mean(axis=-1)
    np.testing.assert_allclose(mosaic.measures, expected, rtol=1e-5)
    assert mosaic.is_sorted
    assert not resolve_mosaic(with_options(state, sorted_by_tint=True)).is_sorted


def test_heads_are_combined_by_mean_maximum_or_rollout(state, tiny_trace):
    layer = tiny_trace.cross_weights[1]
    every = resolve_focus(with_options(looking_at(state, layer=1), combination="mean"))
    np.testing.assert_allclose(every.weights, layer.mean(axis=0), rtol=1e-6)
    assert every.heads == (0, 1)
    one = resolve_focus(with_options(looking_at(state, layer=1), combination="mean", heads=(1,)))
    np.testing.assert_array_equal(one.weights, layer[1])
    focus = resolve_focus(with_options(state, combination="max"))
    np.testing.assert_array_equal(focus.weights, tiny_trace.cross_weights[0].max(axis=0))
    focus = resolve_focus(with_options(looking_at(state, kind="encoder"), combination="rollout"))
    mean = tiny_trace.encoder_weights[0].mean(axis=0)
    np.testing.assert_allclose(focus.weights, (mean + np.eye(len(mean))) / 2, atol=1e-6)


def test_chosen_heads_are_there_one_by_one_or_combined_beside_the_layer_s_mean(state, tiny_trace):
    each = resolve_focus(with_options(state, heads=(0, 1)))
    np.testing.assert_array_equal(head_weights(each), tiny_trace.cross_weights[0])
    mean = resolve_focus(with_options(state, heads=(0, 1), combination="mean"))
    assert head_weights(mean).shape == (1, *mean.weights.shape)
    focus = resolve_focus(looking_at(state, layer=1))
    np.testing.assert_allclose(layer_mean(focus), tiny_trace.cross_weights[1].mean(axis=0))


def test_a_chosen_cell_keeps_its_tokens_in_other_kinds_and_when_some_are_hidden(state):
    chosen = looking_at(state, kind="cross", cell=Cell(2, 1))
    assert resolve_focus(chosen).cell == Cell(2, 1)
    assert resolve_focus(chosen, "decoder").linked_row == 2
    assert resolve_focus(chosen, "encoder").linked_row == 1
    assert resolve_focus(chosen, "decoder").cell is None
    hidden = with_options(looking_at(state, kind="decoder", cell=Cell(2, 1)), special="hidden")
    focus = resolve_focus(hidden)
    assert focus.cell == Cell(2, 0)
    assert token_cell(hidden, "decoder", focus.cell) == Cell(2, 1)
    gone = with_options(looking_at(state, kind="decoder", cell=Cell(2, 0)), special="hidden")
    assert resolve_focus(gone).cell is None


def test_sentences_speak_of_the_cursor_s_row_then_of_the_step_s_and_nothing_later(state):
    at_step = step_chosen(state, 1)
    assert resolve_focus(at_step).query_row == 1
    assert resolve_focus(looking_at(at_step, cell=Cell(0, 0))).query_row == 0
    assert resolve_focus(looking_at(at_step, kind="encoder")).query_row == 0
    assert resolve_mosaic(step_chosen(state, 0)).decoded_rows == 1
    assert resolve_mosaic(looking_at(step_chosen(state, 0), kind="encoder")).decoded_rows == 6
    assert resolve_focus(looking_at(step_chosen(state, 1), kind="decoder")).decoded_columns == 2
    assert resolve_focus(step_chosen(state, 1)).decoded_columns is None
