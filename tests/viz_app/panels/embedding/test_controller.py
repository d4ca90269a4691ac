"""The embedding tab's intents change the state, and the worker answers its questions."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QObject, Signal

from viz_app.app.app_state import tab_opened, trace_arrived
from viz_app.panels.embedding.controller import EmbeddingController
from viz_app.panels.embedding.snapshot import resolve_embedding


class Panel(QObject):
    """The panel's intents."""

    part_picked = Signal(str)
    side_picked = Signal(str)
    source_token_picked = Signal(int)
    step_picked = Signal(int)
    target_given = Signal(str)
    padding_counted = Signal(bool)


@pytest.fixture
def panel(store, desk, shelf, tiny_trace):
    """A panel with a controller, the tab in front, the translation there."""
    controller = EmbeddingController(store, desk, shelf)
    panel = Panel()
    controller.attach(panel)
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    store.apply(lambda state: dataclasses.replace(state, translating=False))
    store.apply(lambda state: tab_opened(state, "embedding"))
    yield panel
    del controller


def shown(store):
    return resolve_embedding(store.state)


def test_the_answer_is_there_when_the_tab_is(qtbot, store, panel, tiny_trace):
    qtbot.waitUntil(lambda: shown(store).reading is not None)
    assert shown(store).reading.source.tokens == tiny_trace.source_tokens
    assert shown(store).reading.target.tokens == tiny_trace.fed_tokens


def test_teacher_forcing_is_computed_when_it_is_looked_at(qtbot, store, panel):
    qtbot.waitUntil(lambda: shown(store).reading is not None)
    assert shown(store).forced is None
    panel.part_picked.emit("forcing")
    qtbot.waitUntil(lambda: shown(store).forced is not None)
    assert shown(store).forced.origin == "reference"


def test_a_given_target_is_computed_anew(qtbot, store, panel):
    panel.part_picked.emit("forcing")
    panel.target_given.emit("a b c")
    qtbot.waitUntil(lambda: shown(store).forced is not None)
    qtbot.waitUntil(lambda: shown(store).forced.origin == "given")
    assert shown(store).forced.record.fed[0][1:4] == ("a", "b", "c")


def test_a_target_that_the_model_cannot_write_is_said(qtbot, store, panel):
    panel.part_picked.emit("forcing")
    panel.target_given.emit("猫")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "猫" in str(store.state.notice.message)
    panel.target_given.emit("a b")
    assert store.state.notice is None


def test_choices_come_into_the_state(qtbot, store, panel, tiny_trace):
    qtbot.waitUntil(lambda: shown(store).reading is not None)
    panel.source_token_picked.emit(2)
    assert shown(store).token == 2
    panel.side_picked.emit("target")
    panel.step_picked.emit(1)
    assert (shown(store).side, shown(store).token, store.state.selection.step) == ("target", 1, 1)
    panel.padding_counted.emit(True)
    assert shown(store).with_padding
