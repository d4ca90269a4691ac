"""The positions tab's intents change the state, and the worker translates."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QObject, Signal

from model.decoding.summary import summary_of
from viz_app.app.app_state import ModelEntry, model_arrived, tab_opened, trace_arrived
from viz_app.panels.positions.controller import PositionsController
from viz_app.panels.positions.snapshot import resolve_positions


class Panel(QObject):
    """The panel's intents."""

    page_picked = Signal(str)
    size_picked = Signal(bool)
    d_model_chosen = Signal(int)
    length_chosen = Signal(int)
    measure_picked = Signal(str)
    rotation_chosen = Signal(int, int)
    side_picked = Signal(str)
    exchange_requested = Signal()


@pytest.fixture
def panel(store, desk, shelf, tiny_model, tiny_trace, tiny_checkpoint):
    """A panel with a controller, the tab in front, model and translation there."""
    controller = PositionsController(store, desk, shelf)
    panel = Panel()
    controller.attach(panel)
    models = [ModelEntry("tiny", tiny_checkpoint, shipped=True)]
    summary, key = summary_of(tiny_model), store.state.model_key
    store.apply(lambda state: model_arrived(state, key, summary, models=models))
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    store.apply(lambda state: dataclasses.replace(state, translating=False))
    store.apply(lambda state: tab_opened(state, "positions"))
    yield panel
    del controller


def shown(store):
    return resolve_positions(store.state)


def test_choices_are_kept(store, panel):
    panel.page_picked.emit("rotation")
    panel.size_picked.emit(True)
    panel.d_model_chosen.emit(12)
    panel.length_chosen.emit(20)
    panel.measure_picked.emit("dot")
    panel.rotation_chosen.emit(4, 5)
    snapshot = shown(store)
    assert snapshot.table.shape == (20, 12)
    assert (snapshot.position, snapshot.offset) == (4, 5)
    assert snapshot.choices.measure == "dot"


def test_altered_positions_are_translated_when_they_are_looked_at(qtbot, store, panel, tiny_trace):
    assert store.state.positions.altered is None
    panel.page_picked.emit("without")
    qtbot.waitUntil(lambda: shown(store).altered is not None)
    kept = shown(store).altered.translations[0]
    assert kept.tokens == tiny_trace.predicted_tokens


def test_another_side_and_another_exchange_are_translated_anew(qtbot, store, panel):
    panel.page_picked.emit("without")
    qtbot.waitUntil(lambda: shown(store).altered is not None)
    panel.side_picked.emit("both")
    panel.exchange_requested.emit()
    assert shown(store).altered is None
    qtbot.waitUntil(lambda: shown(store).altered is not None)
    assert (shown(store).altered.side, shown(store).altered.seed) == ("both", 1)


def test_models_with_a_learned_table_are_looked_for(qtbot, store, panel):
    assert shown(store).learned is None
    panel.page_picked.emit("learned")
    qtbot.waitUntil(lambda: shown(store).learned is not None)
    assert shown(store).learned == ()
