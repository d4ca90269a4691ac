"""The positions tab's intents change the state, and the worker translates."""

import pytest

from model.decoding.samples import summary_of
from viz_app.panels.positions.panel import POSITIONS
from viz_app.storage.library import ModelEntry


@pytest.fixture
def panel(faceless, tiny_model, tiny_trace, tiny_checkpoint):
    """The tab in front, model and translation there."""
    models = (ModelEntry("tiny", tiny_checkpoint, shipped=True),)
    panel = faceless(POSITIONS)
    return panel.translated(tiny_trace, model=summary_of(tiny_model), models=models).opened()


def test_choices_are_kept(panel):
    panel.page_picked.emit("rotation")
    panel.size_picked.emit(True)
    panel.d_model_chosen.emit(12)
    panel.length_chosen.emit(20)
    panel.measure_picked.emit("dot")
    panel.rotation_chosen.emit(4, 5)
    snapshot = panel.shown
    assert snapshot.table.shape == (20, 12)
    assert (snapshot.position, snapshot.offset) == (4, 5)
    assert snapshot.choices.measure == "dot"


def test_altered_positions_are_translated_when_they_are_looked_at(qtbot, panel, tiny_trace):
    assert panel.own.altered is None
    panel.page_picked.emit("without")
    qtbot.waitUntil(lambda: panel.shown.altered is not None)
    kept = panel.shown.altered.translations[0]
    assert kept.tokens == tiny_trace.predicted_tokens


def test_another_side_and_another_exchange_are_translated_anew(qtbot, panel):
    panel.page_picked.emit("without")
    qtbot.waitUntil(lambda: panel.shown.altered is not None)
    panel.side_picked.emit("both")
    panel.exchange_requested.emit()
    assert panel.shown.altered is None
    qtbot.waitUntil(lambda: panel.shown.altered is not None)
    assert (panel.shown.altered.side, panel.shown.altered.seed) == ("both", 1)


def test_models_with_a_learned_table_are_looked_for(qtbot, panel):
    assert panel.shown.learned is None
    panel.page_picked.emit("learned")
    qtbot.waitUntil(lambda: panel.shown.learned is not None)
    assert panel.shown.learned == ()
