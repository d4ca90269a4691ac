"""Choosing how attention is looked at."""

from __future__ import annotations

import pytest

from viz_app.app.app_state import trace_arrived
from viz_app.panels.attention.controller import AttentionController
from viz_app.workbench.state.attention_options import AttentionOptions


@pytest.fixture
def controller(store, tiny_trace):
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    return AttentionController(store)


def test_an_option_is_set_and_the_others_stay(controller, store):
    controller.pick_option("scale", "log")
    controller.pick_option("words", True)
    assert store.state.attention == AttentionOptions(scale="log", words=True)


def test_heads_are_taken_in_and_out(controller, store):
    controller.toggle_head(1)
    assert store.state.attention.heads == (0, 1)  # the one in view was there
    controller.toggle_head(0)
    assert store.state.attention.heads == (1,)


def test_of_a_mean_a_head_is_taken_out_first(controller, store):
    controller.pick_option("combination", "mean")
    controller.toggle_head(1)
    assert store.state.attention.heads == (0,)


def test_all_heads_of_the_layer_or_none(controller, store):
    controller.choose_all_heads(True)
    assert store.state.attention.heads == (0, 1)
    controller.choose_all_heads(False)
    assert store.state.attention.heads == ()


def test_choosing_what_is_chosen_changes_nothing(controller, store):
    heard = []
    store.changed.connect(lambda old, new: heard.append(new))
    controller.pick_option("view", "grid")
    assert heard == []
