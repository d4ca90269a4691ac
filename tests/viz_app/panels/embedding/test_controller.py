"""The embedding tab's intents change the state, and the worker answers its questions."""

import pytest

from viz_app.panels.embedding.panel import EMBEDDING


@pytest.fixture
def panel(faceless, tiny_trace):
    """The tab in front, the translation there."""
    return faceless(EMBEDDING).translated(tiny_trace).opened()


def test_the_answer_is_there_when_the_tab_is(qtbot, panel, tiny_trace):
    qtbot.waitUntil(lambda: panel.own.reading is not None)
    assert panel.own.reading.source.tokens == tiny_trace.source_tokens
    assert panel.own.reading.target.tokens == tiny_trace.fed_tokens


def test_choices_come_into_the_state(qtbot, panel):
    qtbot.waitUntil(lambda: panel.own.reading is not None)
    panel.source_token_picked.emit(2)
    assert panel.shown.token == 2
    panel.side_picked.emit("target")
    panel.step_picked.emit(1)
    assert (panel.own.side, panel.shown.token, panel.bench.selection.step) == ("target", 1, 1)


def test_the_same_choice_is_no_change(panel, store):
    before = store.state
    panel.part_picked.emit("near")
    panel.side_picked.emit("source")
    assert store.state is before
