"""Choosing kind, head, cell and row labels."""

from __future__ import annotations

import pytest

from viz_app.app.app_state import trace_arrived
from viz_app.workbench.controllers.selection import SelectionController
from viz_app.workbench.state.selection import Cell


@pytest.fixture
def controller(store, tiny_trace):
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    return SelectionController(store)


def test_another_kind_keeps_layer_and_head(controller, store):
    controller.pick_head("cross", 1, 1)
    controller.pick_kind("encoder")
    selection = store.state.selection
    assert (selection.kind, selection.layer, selection.head) == ("encoder", 1, 1)


def test_a_head_that_is_not_there_is_the_nearest_one(controller, store):
    controller.pick_head("decoder", 9, 9)
    assert (store.state.selection.layer, store.state.selection.head) == (1, 1)


def test_a_cell_and_the_names_of_rows_are_kept(controller, store):
    controller.pick_cell("cross", Cell(1, 2))
    controller.pick_row_labels("fed")
    assert (store.state.selection.cell, store.state.selection.row_labels) == (Cell(1, 2), "fed")


def test_choosing_what_is_chosen_changes_nothing(controller, store):
    heard = []
    store.changed.connect(lambda old, new: heard.append(new))
    controller.pick_cell("cross", None)
    assert heard == []
