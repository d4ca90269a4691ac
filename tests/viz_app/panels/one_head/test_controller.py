"""The tab that walks through one head, with a real worker and a real panel."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.painted import THEMES
from viz_app.app.app_state import tab_opened, trace_arrived
from viz_app.engine.presenter import Presenter
from viz_app.panels.one_head.controller import OneHeadController
from viz_app.panels.one_head.snapshot import resolve_one_head
from viz_app.panels.one_head.state import STAGES
from viz_app.panels.one_head.views.panel import OneHeadPanel
from viz_app.workbench.controllers.selection import SelectionController
from viz_app.workbench.state.selection import Cell


@pytest.fixture
def controller(store, desk, shelf):
    return OneHeadController(store, desk, shelf, selection=SelectionController(store))


@pytest.fixture
def panel(qtbot, controller, store, tiny_trace):
    """In front, with its head computed."""
    panel = OneHeadPanel(THEMES["light"])
    qtbot.addWidget(panel)
    panel.resize(1200, 700)
    panel.show()
    controller.attach(panel)
    Presenter(store, panel).show(resolve_one_head, panel.set_snapshot)
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    store.apply(lambda state: tab_opened(state, "one_head"))
    computed(qtbot, store)
    return panel


def snapshot(store):
    return resolve_one_head(store.state)


def computed(qtbot, store):
    qtbot.waitUntil(lambda: snapshot(store).anatomy is not None)


def test_nothing_is_computed_while_another_tab_is_in_front(qtbot, controller, store, tiny_trace):
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    store.apply(lambda state: tab_opened(state, "masks"))
    assert store.state.one_head.answer is None
    store.apply(lambda state: tab_opened(state, "one_head"))
    computed(qtbot, store)


def test_the_head_in_view_is_computed(qtbot, panel, store, tiny_trace):
    for kind, layer, head in (("encoder", 1, 0), ("decoder", 0, 1), ("cross", 1, 1)):
        panel.head_picked.emit(kind, layer, head)
        computed(qtbot, store)
        anatomy = snapshot(store).anatomy
        assert (anatomy.kind, anatomy.layer, anatomy.head) == (kind, layer, head)
        expected = tiny_trace.weights(kind)[layer, head]
        np.testing.assert_allclose(anatomy.weights, expected, atol=1e-6)


def test_the_selection_is_that_of_the_whole_window(qtbot, panel, store):
    panel.head_picked.emit("decoder", 1, 0)
    computed(qtbot, store)
    panel.query_picked.emit(1)
    assert store.state.selection.kind == "decoder"
    assert store.state.selection.step == 1
    panel.cell_picked.emit("weights", Cell(2, 1))
    assert store.state.selection.cell == Cell(2, 1)


def test_one_walks_through_all_stages_in_the_panel(qtbot, panel, store):
    for stage in STAGES[1:]:
        qtbot.mouseClick(panel.forward_button, Qt.MouseButton.LeftButton)
        assert store.state.one_head.stage == stage
        assert [picture.matrix for picture in panel.equation.shown()] == [*snapshot(store).matrices]
    for stage in STAGES[-2::-1]:
        qtbot.keyClick(panel, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert store.state.one_head.stage == stage


def test_a_clicked_cell_is_taken_apart_and_left_again(qtbot, panel, store):
    panel.stage_picked.emit("product")
    panel.grab()
    view = panel.equation.view_of("products")
    place = view.layout_now().grid.cell_rect(1, 2).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    anatomy = snapshot(store).anatomy
    assert panel.zoom.isVisible()
    total = panel.zoom.equation.text().split()[-1].replace("−", "-")
    product = float(anatomy.q[1].astype(float) @ anatomy.k[2].astype(float))
    assert float(total) == pytest.approx(product, rel=1e-3)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not panel.zoom.isVisible()
    assert store.state.one_head.zoomed is None


def test_parts_of_stages_are_chosen(qtbot, panel, store):
    qtbot.mouseClick(panel.projections.button("k"), Qt.MouseButton.LeftButton)
    assert snapshot(store).matrices == ("x_key", "w_k", "k")
    panel.stage_picked.emit("output")
    qtbot.mouseClick(panel.shares.button("heads"), Qt.MouseButton.LeftButton)
    assert snapshot(store).matrices == ("contributions", "output")
