"""The architecture tab as a whole."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.lessons.architecture import Extent
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.architecture.snapshots import (
    EXTENT,
    architecture_snapshot,
    comparison_of,
    record_of,
    times_of,
)
from tests.viz_app.probes import focusable, marked_language, spoken_name
from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.architecture.room import (
    ARCHITECTURE_VIEWS,
    BlockPlace,
    Measuring,
)
from viz_app.panels.architecture.view.panel import ArchitecturePanel, ComplexityPage, NormsPage
from viz_app.texts.labels import text_page

FIELDS = {"norms": {"comparison": comparison_of()}, "complexity": {"times": times_of()}}
NORM = BlockPlace("encoder", "norm", "feed_forward")
LEFT = Qt.MouseButton.LeftButton


def snapshot(view, **fields):
    return architecture_snapshot(view=view, **{**FIELDS.get(view, {}), **fields})


@pytest.fixture
def room():
    return heard_room(ARCHITECTURE)


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, ArchitecturePanel(THEMES["light"], room.handle), size=(1200, 640))
    panel.set_snapshot(snapshot("diagram"))
    panel.grab()
    return panel


def test_pages_behind_the_first_are_made_when_they_are_shown(qtbot, panel):
    assert panel.norms.panel is None
    panel.set_snapshot(snapshot("norms"))
    qtbot.waitUntil(lambda: panel.norms.panel is not None)
    assert panel.norms.panel.gradients.plot.curves()
    assert panel.complexity.panel is None
    panel.set_snapshot(snapshot("complexity"))
    qtbot.waitUntil(lambda: panel.complexity.panel is not None)
    assert panel.complexity.panel.isVisible()
    assert not panel.norms.panel.isVisible()


@pytest.mark.parametrize("view", ARCHITECTURE_VIEWS)
def test_each_page_has_its_lesson_names_and_plots_that_are_said(qtbot, room, view):
    with marked_language():
        panel = on_screen(qtbot, ArchitecturePanel(THEMES["dark"], room.handle), size=(1200, 640))
        panel.set_snapshot(snapshot(view, block=NORM))
        panel.grab()
        assert panel.views.button("diagram").text() == "«Diagram»"
        plot = {
            "diagram": lambda: panel.diagram.facts.norm.mean,
            "norms": lambda: panel.norms.make().stream.plot,
            "complexity": lambda: panel.complexity.make().operations.plot,
        }[view]()
    assert panel.page.text.accessibleName() == text_page(f"architecture-{view}").title
    assert panel.tools.isVisible() == (view == "diagram")
    assert panel.views.current() == view
    for widget in focusable(panel):
        assert spoken_name(widget) or not widget.isVisible(), widget
    said = said_by(panel)
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert said[-1]


def test_what_can_be_chosen(panel, qtbot, room):
    panel.views.picked.emit("norms")
    panel.tools.beside.activated.emit(1)
    panel.tools.layer.activated.emit(2)
    gradients = panel.norms.make().gradients
    gradients.set_depth(snapshot("norms"))
    buttons = [gradients.depths.button(name) for name in ("12", "own")]
    assert [button.text() for button in buttons] == ["12", "3 layers"]
    for button in buttons:
        button.click()
    tools = panel.complexity.make().tools
    tools.axis.button("d").click()
    tools.sizes["k"].activated.emit(2)
    assert room.heard == [
        ("view", "norms"),
        ("beside", "parameters"),
        ("layer_unfolded", 2),
        ("depth", 12),
        ("depth", None),
        ("axis_picked", "d"),
        ("size_chosen", "k", 7),
    ]


def test_blocks_are_chosen_and_opened_in_the_diagram(panel, qtbot, room):
    diagram, opened = panel.diagram.diagram, []
    panel.block_opened.connect(lambda place, tab: opened.append((place, tab)))
    feed_forward = BlockPlace("encoder", "feed_forward")
    place = diagram.spots().rect(feed_forward).center().toPoint()
    qtbot.mouseClick(diagram, LEFT, pos=place)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_PageUp, Qt.Key.Key_Return):
        qtbot.keyClick(diagram, key)
    assert room.heard == [
        ("block", feed_forward),
        ("block", BlockPlace("encoder", "embedding")),
        ("layer_unfolded", 2),
        ("block_opened", BlockPlace()),
    ]
    assert opened == [(BlockPlace(), "one_head")]


@pytest.mark.parametrize("view", ["diagram", "norms"])
def test_without_a_sentence_it_asks_for_one(panel, view):
    panel.set_snapshot(snapshot(view, record=None, comparison=None))
    texts = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert "Type a sentence to see how the model processes it." in texts
    panel.set_snapshot(snapshot("complexity", record=None))  # the table needs none
    assert panel.complexity.make().isVisible()
    panel.set_snapshot(None)
    assert panel.complexity.panel.isVisible()


# --------------------------------------------------------------------------------- complexity page


@pytest.fixture
def page(qtbot, room):
    page = on_screen(qtbot, ComplexityPage(THEMES["light"], room.handle), size=(900, 560))
    page.set_snapshot(architecture_snapshot())
    page.grab()
    return page


def test_the_button_measures_and_stops(page, qtbot, room):
    tools = page.times.measuring
    assert not tools.progress.isVisible()
    qtbot.mouseClick(tools.button, LEFT)
    page.set_snapshot(architecture_snapshot(measuring=Measuring("n", EXTENT, done=7)))
    assert tools.progress.isVisible()
    assert (tools.progress.value(), tools.progress.maximum()) == (7, 40)
    assert tools.button.text() == "Stop"
    qtbot.mouseClick(tools.button, LEFT)
    assert room.heard == [("measuring_begun",), ("measuring_ended",)]
    page.set_snapshot(architecture_snapshot(times=times_of()))
    assert tools.button.text() == "Measure"
    assert "CPU, one thread" in page.times.legend.text()
    assert page.times.plot.curves()
    page.set_snapshot(architecture_snapshot(has_model=False))
    assert not tools.button.isEnabled()


def test_tools_show_what_is_chosen(page):
    chosen = Extent(n=512, d=1024, k=9, r=64)
    page.set_snapshot(architecture_snapshot(extent=chosen, axis="d"))
    texts = {letter: combo.currentText() for letter, combo in page.tools.sizes.items()}
    assert texts == {"n": "512", "d": "1024", "k": "9", "r": "64"}
    assert page.tools.axis.current() == "d"
    assert page.operations.caption_parts()[1] == "n = 512, k = 9, r = 64"


# -------------------------------------------------------------------------------------- norms page


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_models_own_order_is_said(qtbot, room, norm):
    page = on_screen(qtbot, NormsPage(THEMES["light"], room.handle), size=(900, 520))
    page.set_snapshot(architecture_snapshot(record=record_of(norm=norm)))
    assert (page.post.own.isHidden(), page.pre.own.isHidden()) == (norm == "pre", norm == "post")
    assert page.gradients.plot.curves() == ()
    qtbot.keyClick(page.gradients.plot, Qt.Key.Key_Right)
    page.set_snapshot(architecture_snapshot(comparison=comparison_of()))
    assert page.gradients.plot.curves()
    assert "2 seeds" in page.gradients.legend.text()
    assert page.post.formula.accessibleName() == "x ← LayerNorm(x + f(x))"
    assert page.pre.formula.accessibleName() == "x ← x + f(LayerNorm(x))"
