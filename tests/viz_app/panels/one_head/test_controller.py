"""The tab that walks through one head, with a real worker and a real panel."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.one_head.equations import view_of
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.one_head.room import STAGES
from viz_app.panels.one_head.view.panel import OneHeadPanel
from viz_app.workbench.state import Cell


@pytest.fixture
def one_head(faceless, tiny_trace):
    """A translation on screen, and another tab in front."""
    return faceless(ONE_HEAD).translated(tiny_trace)


@pytest.fixture
def panel(qtbot, one_head):
    """In front, with its head computed."""
    panel = on_screen(qtbot, OneHeadPanel(THEMES["light"]), size=(1200, 700))
    one_head.faced_by(panel).opened()
    computed(qtbot, one_head)
    return panel


def computed(qtbot, one_head):
    qtbot.waitUntil(lambda: one_head.shown.anatomy is not None)


def test_nothing_is_computed_while_another_tab_is_in_front(qtbot, one_head):
    one_head.opened("masks")
    assert one_head.own.answer is None
    one_head.opened()
    computed(qtbot, one_head)


def test_the_head_in_view_is_computed(qtbot, panel, one_head, tiny_trace):
    for kind, layer, head in (("encoder", 1, 0), ("decoder", 0, 1), ("cross", 1, 1)):
        panel.intents.head_picked.emit(kind, layer, head)
        computed(qtbot, one_head)
        anatomy = one_head.shown.anatomy
        assert (anatomy.kind, anatomy.layer, anatomy.head) == (kind, layer, head)
        expected = tiny_trace.weights(kind)[layer, head]
        np.testing.assert_allclose(anatomy.weights, expected, atol=1e-6)


def test_the_selection_is_that_of_the_whole_window(qtbot, panel, one_head):
    panel.intents.head_picked.emit("decoder", 1, 0)
    computed(qtbot, one_head)
    panel.intents.query_picked.emit(1)
    assert one_head.bench.selection.kind == "decoder"
    assert one_head.bench.selection.step == 1
    panel.intents.cell_picked.emit("weights", Cell(2, 1))
    assert one_head.bench.selection.cell == Cell(2, 1)


def test_one_walks_through_all_stages_in_the_panel(qtbot, panel, one_head):
    for stage in STAGES[1:]:
        qtbot.mouseClick(panel.forward_button, Qt.MouseButton.LeftButton)
        assert one_head.own.stage == stage
        assert [picture.matrix for picture in panel.equation.shown()] == [*one_head.shown.matrices]
    for stage in STAGES[-2::-1]:
        qtbot.keyClick(panel, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert one_head.own.stage == stage


def test_a_clicked_cell_is_taken_apart_and_left_again(qtbot, panel, one_head):
    panel.intents.stage_picked.emit("product")
    grabbed(panel)
    view = view_of(panel.equation, "products")
    place = view.spots().grid.cell_rect(1, 2).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    anatomy = one_head.shown.anatomy
    assert panel.zoom.isVisible()
    total = panel.zoom.equation.text().split()[-1].replace("−", "-")
    product = float(anatomy.q[1].astype(float) @ anatomy.k[2].astype(float))
    assert float(total) == pytest.approx(product, rel=1e-3)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not panel.zoom.isVisible()
    assert one_head.own.zoomed is None


def test_parts_of_stages_are_chosen(qtbot, panel, one_head):
    qtbot.mouseClick(panel.projections.button("k"), Qt.MouseButton.LeftButton)
    assert one_head.shown.matrices == ("x_key", "w_k", "k")
    panel.intents.stage_picked.emit("output")
    qtbot.mouseClick(panel.shares.button("heads"), Qt.MouseButton.LeftButton)
    assert one_head.shown.matrices == ("contributions", "output")
