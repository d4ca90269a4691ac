"""The scaling tab's intents change the state, and the worker computes the head."""

import numpy as np
import pytest

from model.decoding.greedy import translate
from viz_app.panels.scaling.panel import SCALING


@pytest.fixture
def panel(faceless, tiny_trace):
    """The tab in front, the translation there."""
    return faceless(SCALING).translated(tiny_trace).opened()


def test_random_vectors_ask_the_worker_nothing(panel):
    panel.d_k_chosen.emit(128)
    panel.factor_chosen.emit(0.5)
    panel.vectors_requested.emit()
    own = panel.own
    assert (own.d_k, own.factor, own.seed, own.anatomy) == (128, 0.5, 1, None)


def test_the_head_that_is_picked_is_computed(qtbot, panel, tiny_model):
    panel.vectors_picked.emit("head")
    panel.head_picked.emit("encoder", 1, 1)
    panel.query_picked.emit(2)
    qtbot.waitUntil(lambda: panel.shown.study is not None)
    selection = panel.bench.selection
    assert (selection.kind, selection.layer, selection.head) == ("encoder", 1, 1)
    assert selection.cell.row == 2
    weights = translate(tiny_model, "a b c d e").encoder_weights[1, 1, 2]
    np.testing.assert_allclose(panel.shown.study.scaled.own.weights, weights, atol=1e-5)


def test_another_head_is_computed_anew(qtbot, panel):
    panel.vectors_picked.emit("head")
    qtbot.waitUntil(lambda: panel.shown.study is not None)
    panel.head_picked.emit("decoder", 0, 1)
    assert panel.shown.waiting
    qtbot.waitUntil(lambda: not panel.shown.waiting)
    assert panel.own.anatomy.kind == "decoder"
