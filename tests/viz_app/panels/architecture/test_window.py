"""The architecture tab in the whole window, with a real model behind it."""

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import click, press, type_and_translate
from tests.viz_app.probes import hover
from viz_app.app.app_state import room_of
from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.architecture.room import BlockPlace
from viz_app.panels.embedding.panel import EMBEDDING


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


def placed(panel, kind, side="decoder"):
    """A block of the diagram, with its place."""
    blocks = panel.diagram.diagram.spots().blocks
    return next(b for b in blocks if (b.block.kind, b.block.side) == (kind, side))


def test_a_click_on_its_numbers_shows_a_blocks_facts(panel, qtbot, application):
    diagram = panel.diagram.diagram
    layout, cross = diagram.spots(), placed(panel, "cross_attention")
    numbers = layout.decoder.beside(cross, layout.beside, diagram.theme.unit)
    click(qtbot, diagram, numbers.center())
    assert application.window.tabs.current_name() == "architecture"
    assert facts(panel).startswith("Cross-attention\nDecoder · layer 1 of 2")
    assert "[m, dmodel]" in facts(panel)


def test_a_click_on_a_block_opens_what_explains_it_and_the_strip_leads_back(
    panel, qtbot, application
):
    """An attention of the map is the one that is explained; Embedding opens at its part."""
    tabs, first = application.window.tabs, EMBEDDING.parts().first.part
    for kind, side, tab, kept in (
        ("embedding", "encoder", "embedding", (first, "source")),
        ("positions", "decoder", "positions", None),
        ("self_attention", "encoder", "one_head", "encoder"),
        ("self_attention", "decoder", "masks", "decoder"),
        ("cross_attention", "decoder", "one_head", "cross"),
        ("projection", "decoder", "embedding", ("out", "source")),
        ("embedding", "decoder", "embedding", (first, "target")),
        ("softmax", "decoder", "embedding", ("out", "target")),
    ):
        click(qtbot, panel.diagram.diagram, placed(panel, kind, side).rect.center())
        assert tabs.current_name() == tab
        if tab == "embedding":
            own = room_of(application.store.state, EMBEDDING).own
            assert (own.part, own.side) == kept
        elif kept:
            assert application.screen.now.selection.kind == kept
        assert tabs.strip.text().startswith("Map ▸ ")
        click(qtbot, tabs.strip)
        assert tabs.current_name() == "architecture"
        assert not tabs.strip.isVisible()
        assert panel.diagram.facts.block is placed(panel, kind, side).block


def test_a_block_without_a_tab_is_no_link_but_shows_its_facts(panel, qtbot, application):
    diagram, block = panel.diagram.diagram, placed(panel, "feed_forward")
    hover(qtbot, diagram, block.rect.center().toPoint())
    assert "click" not in application.window.sentence.text()
    click(qtbot, diagram, block.rect.center())
    assert application.window.tabs.current_name() == "architecture"
    assert facts(panel).startswith("Feed-forward")
    assert not panel.diagram.facts.links.isVisible()


def test_a_link_says_so_under_the_mouse_and_with_keys_and_opens_with_return(
    panel, qtbot, application
):
    diagram = panel.diagram.diagram
    hover(qtbot, diagram, placed(panel, "self_attention").rect.center().toPoint())
    assert application.window.sentence.text().endswith("click or Return: Masks")
    assert diagram.cursor().shape() == Qt.CursorShape.PointingHandCursor
    hover(qtbot, diagram, diagram.rect().topLeft())
    assert diagram.cursor().shape() == Qt.CursorShape.ArrowCursor
    press(qtbot, diagram, Qt.Key.Key_Right)
    assert facts(panel).startswith("Masked self-attention")
    press(qtbot, diagram, Qt.Key.Key_PageUp)
    assert "layer 2 of 2" in facts(panel)
    assert application.screen.now.selection.layer == 1
    assert diagram.accessibleDescription().endswith("click or Return: Masks")
    press(qtbot, diagram, Qt.Key.Key_Return)
    assert application.window.tabs.current_name() == "masks"


def test_the_facts_lead_to_every_tab_that_explains_the_block(panel, qtbot, application):
    panel.diagram.diagram.go_to(BlockPlace("decoder", "softmax"))
    links = panel.diagram.facts.links
    assert "Explained in: Embedding · Why · Teacher forcing · BLEU" in facts(panel)
    press(qtbot, links, Qt.Key.Key_Tab)
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Return):
        qtbot.keyClick(links, key)
    assert application.window.tabs.current_name() == "why"


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
    panel.diagram.diagram.go_to(BlockPlace("decoder", "softmax"))
    application.window.show_tab("attention")
    application.window.show_tab("architecture")
    assert facts(panel).startswith("Softmax")
