"""The scaling tab's intents change the state, and the worker computes the head."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from model.decoding.greedy import translate
from viz_app.app.app_state import tab_opened, trace_arrived
from viz_app.panels.scaling.controller import ScalingController
from viz_app.panels.scaling.snapshot import resolve_scaling
from viz_app.workbench.controllers.selection import SelectionController


class Panel(QObject):
    """The panel's intents."""

    vectors_picked = Signal(str)
    d_k_chosen = Signal(int)
    factor_chosen = Signal(float)
    vectors_requested = Signal()
    head_picked = Signal(object, int, int)
    query_picked = Signal(int)


@pytest.fixture
def panel(store, desk, shelf, tiny_trace):
    """A panel with a controller, the tab in front, the translation there."""
    controller = ScalingController(store, desk, shelf, selection=SelectionController(store))
    panel = Panel()
    controller.attach(panel)
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    store.apply(lambda state: tab_opened(state, "scaling"))
    yield panel
    del controller


def test_random_vectors_ask_the_worker_nothing(store, panel):
    panel.d_k_chosen.emit(128)
    panel.factor_chosen.emit(0.5)
    panel.vectors_requested.emit()
    scaling = store.state.scaling
    assert (scaling.d_k, scaling.factor, scaling.seed, scaling.anatomy) == (128, 0.5, 1, None)


def test_the_head_that_is_picked_is_computed(qtbot, store, panel, tiny_model):
    panel.vectors_picked.emit("head")
    panel.head_picked.emit("encoder", 1, 1)
    panel.query_picked.emit(2)
    qtbot.waitUntil(lambda: resolve_scaling(store.state).study is not None)
    selection = store.state.selection
    assert (selection.kind, selection.layer, selection.head, selection.cell.row) == (
        "encoder",
        1,
        1,
        2,
    )
    study = resolve_scaling(store.state).study
    weights = translate(tiny_model, "a b c d e").encoder_weights[1, 1, 2]
    np.testing.assert_allclose(study.scaled.own.weights, weights, atol=1e-5)


def test_another_head_is_computed_anew(qtbot, store, panel):
    panel.vectors_picked.emit("head")
    qtbot.waitUntil(lambda: resolve_scaling(store.state).study is not None)
    panel.head_picked.emit("decoder", 0, 1)
    assert resolve_scaling(store.state).waiting
    qtbot.waitUntil(lambda: not resolve_scaling(store.state).waiting)
    assert store.state.scaling.anatomy.kind == "decoder"
