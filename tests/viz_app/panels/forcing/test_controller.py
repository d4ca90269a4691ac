"""The teacher forcing tab's intents change the state, and the worker computes the losses."""

import pytest

from viz_app.panels.forcing.panel import FORCING


@pytest.fixture
def panel(faceless, tiny_trace):
    """The tab in front, the translation there."""
    return faceless(FORCING).translated(tiny_trace).opened()


def test_the_losses_are_computed_when_the_tab_is_looked_at(qtbot, panel):
    qtbot.waitUntil(lambda: panel.own.forced is not None)
    assert panel.own.forced.origin == "reference"


def test_a_given_target_is_computed_anew(qtbot, panel):
    panel.target_given.emit("a b c")
    qtbot.waitUntil(lambda: panel.own.forced is not None)
    qtbot.waitUntil(lambda: panel.own.forced.origin == "given")
    assert panel.own.forced.record.fed[0][1:4] == ("a", "b", "c")


def test_a_target_that_the_model_cannot_write_is_said(qtbot, panel):
    panel.target_given.emit("猫")
    qtbot.waitUntil(lambda: panel.bench.notice is not None)
    assert "猫" in str(panel.bench.notice.message)
    panel.target_given.emit("a b")
    assert panel.bench.notice is None


def test_padding_is_counted_in_the_state(qtbot, panel):
    qtbot.waitUntil(lambda: panel.own.forced is not None)
    panel.padding_counted.emit(True)
    assert panel.shown.own.with_padding
