"""What the attention tab shows of a trace."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from model.trace import KINDS
from viz_app.state.app_state import AppState, step_chosen, trace_arrived
from viz_app.state.attention_view import RowLabel, resolve_focus, resolve_mosaic
from viz_app.state.selection import Selection


@pytest.fixture
def state(tiny_trace):
    return trace_arrived(AppState(), tiny_trace)


def looking_at(state, **selection):
    return dataclasses.replace(state, selection=dataclasses.replace(state.selection, **selection))


@pytest.mark.parametrize("kind", KINDS)
def test_focus_is_one_head_of_the_trace(state, tiny_trace, kind):
    focus = resolve_focus(looking_at(state, kind=kind, layer=1, head=0))
    assert np.array_equal(focus.weights, tiny_trace.weights(kind)[1, 0])
    assert [label.fed for label in focus.rows] == list(tiny_trace.query_tokens(kind))
    assert focus.columns == tiny_trace.key_tokens(kind)


def test_decoder_rows_name_the_token_fed_in_and_the_one_predicted(state, tiny_trace):
    focus = resolve_focus(looking_at(state, kind="decoder"))
    assert focus.rows[0] == RowLabel("<s>", tiny_trace.steps[0].token)
    assert focus.rows[1] == RowLabel(tiny_trace.steps[0].token, tiny_trace.steps[1].token)


def test_encoder_rows_predict_nothing(state):
    focus = resolve_focus(looking_at(state, kind="encoder"))
    assert {label.predicted for label in focus.rows} == {None}
    assert focus.marked_row is None


def test_the_row_of_a_step_is_the_one_that_predicted_its_token(state, tiny_trace):
    focus = resolve_focus(step_chosen(state, 1))
    assert focus.marked_row == 1
    assert focus.rows[1].predicted == tiny_trace.steps[1].token


def test_rows_after_the_step_are_not_decoded_yet(state):
    assert resolve_mosaic(step_chosen(state, 0)).decoded_rows == 1
    assert resolve_mosaic(looking_at(step_chosen(state, 0), kind="encoder")).decoded_rows == 6


@pytest.mark.parametrize(
    ("labels", "text"), [("both", "a → cat"), ("fed", "a"), ("predicted", "cat")]
)
def test_a_row_is_named_as_the_switch_says(labels, text):
    assert RowLabel("a", "cat").text(labels) == text


def test_an_encoder_row_has_one_name():
    assert {RowLabel("猫").text(labels) for labels in ("both", "fed", "predicted")} == {"猫"}


def test_equal_states_give_equal_snapshots(state):
    assert resolve_mosaic(state) == resolve_mosaic(dataclasses.replace(state))
    assert resolve_focus(state) != resolve_focus(looking_at(state, head=1))


def test_nothing_is_shown_before_the_first_trace():
    assert resolve_mosaic(AppState(selection=Selection())) is None
    assert resolve_focus(AppState()) is None
