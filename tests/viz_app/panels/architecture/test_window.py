"""The architecture tab in the whole window, with a real model behind it."""

import pytest
from PySide6.QtCore import Qt

from model.network.transformer import count_parameters
from tests.viz_app.application import click, press, type_and_translate
from viz_app.app.app_state import room_of
from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.architecture.room import BlockPlace


@pytest.fixture
def panel(qtbot, application):
    """The tab is in front, the model drawn."""
    window, store = application.window, application.store
    window.show_tab("architecture")
    page = window.pages["architecture"]
    qtbot.waitUntil(lambda: page.panel is not None)
    qtbot.waitUntil(lambda: room_of(store.state, ARCHITECTURE).own.record is not None)
    return page.panel


def facts(panel) -> str:
    return panel.diagram.facts.text()


def test_the_model_on_screen_is_drawn_with_all_its_parameters(panel, application, tiny_model):
    record = panel.diagram.diagram._snapshot.record
    assert record.n_parameters == count_parameters(tiny_model.network)
    assert record.src_tokens == application.screen.now.trace.source_tokens


def test_a_click_shows_a_blocks_facts(panel, qtbot):
    layout = panel.diagram.diagram.layout_now()
    cross = next(b for b in layout.blocks if b.block.kind == "cross_attention")
    click(qtbot, panel.diagram.diagram, cross.rect.center())
    assert facts(panel).startswith("Cross-attention\nDecoder · layer 1 of 2")
    assert "[m, dmodel]" in facts(panel)


def test_the_keyboard_walks_through_blocks_and_layers(panel, qtbot, application):
    diagram = panel.diagram.diagram
    press(qtbot, diagram, Qt.Key.Key_Right)
    assert facts(panel).startswith("Masked self-attention")
    press(qtbot, diagram, Qt.Key.Key_PageUp)
    assert "layer 2 of 2" in facts(panel)
    assert application.screen.now.selection.layer == 1


def test_another_sentence_has_other_shapes(panel, qtbot, application):
    type_and_translate(qtbot, application, "a b")
    qtbot.waitUntil(lambda: "[3, 16]" in facts(panel))


def test_gradients_come_when_their_page_is_opened(panel, qtbot, application):
    click(qtbot, panel.views.button("norms"))
    own = application.store.state.slices["architecture"]
    assert own.view == "norms"
    qtbot.waitUntil(lambda: bool(panel.norms.make().gradients.plot.curves()))
    assert not panel.norms.panel.pre.own.isHidden()


def test_layers_are_timed_and_the_measurement_is_stopped(panel, qtbot, application):
    store = application.store
    click(qtbot, panel.views.button("complexity"))
    tools = panel.complexity.make().times.measuring
    click(qtbot, tools.button)
    qtbot.waitUntil(lambda: len(store.state.slices["architecture"].times) >= 3)
    assert tools.progress.isVisible()
    click(qtbot, tools.button)
    assert store.state.slices["architecture"].measuring is None
    assert panel.complexity.make().times.plot.curves()


def test_what_was_chosen_is_there_again_after_another_tab(panel, qtbot, application):
    panel.intents.block_picked.emit(BlockPlace("decoder", "softmax"))
    application.window.show_tab("attention")
    application.window.show_tab("architecture")
    assert facts(panel).startswith("Softmax")
