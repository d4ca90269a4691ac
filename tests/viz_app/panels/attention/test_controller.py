"""What is picked in the pictures is what is looked at."""

import pytest

from viz_app.app.app_state import field_slot
from viz_app.panels.attention.controller import attach_attention
from viz_app.panels.attention.view.tools import ONE_KIND, AttentionIntents
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.workbench.changes.selection import option_picked
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state import Cell


@pytest.fixture
def panel(bench, screen, store, tiny_trace):
    bench.apply(trace_arrived, tiny_trace)
    panel = AttentionIntents()
    attach_attention(panel, screen, field_slot(store, "zooms"))
    return panel


def test_every_intent_changes_what_is_looked_at(panel, bench):
    panel.head_picked.emit("decoder", 1, 1)
    panel.kind_picked.emit("encoder")
    panel.row_labels_picked.emit("fed")
    panel.option_picked.emit("scale", "log")
    panel.head_toggled.emit(0)
    selection, options = bench.now.selection, bench.now.attention
    assert (selection.kind, selection.layer, selection.head) == ("encoder", 1, 1)
    assert (selection.row_labels, options.scale, options.heads) == ("fed", "log", (0, 1))
    panel.all_heads_chosen.emit(False)
    assert bench.now.attention.heads == ()


def test_each_picture_has_a_zoom_of_its_own(panel, store):
    one, other = Zoom(factor=2.0), Zoom(factor=3.0)
    panel.zoomed.emit(ONE_KIND, FITTED, one)
    panel.zoomed.emit("cross", FITTED, other)
    assert store.state.zooms == {ONE_KIND: one, "cross": other}
    panel.zoomed.emit("cross", one, FITTED)  # of before a session was opened with another one
    assert store.state.zooms == {ONE_KIND: one, "cross": other}
    panel.zoomed.emit("cross", other, FITTED)
    assert store.state.zooms == {ONE_KIND: one}


def test_a_cell_of_a_picture_is_what_it_stands_for(panel, bench):
    panel.cell_picked.emit("cross", Cell(1, 2))
    assert bench.now.selection.cell == Cell(1, 2)
    bench.apply(option_picked, "special", "hidden")
    panel.cell_picked.emit("cross", Cell(99, 99))
    assert bench.now.selection.cell is None
