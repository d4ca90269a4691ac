"""The architecture tab as a whole."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.architecture.snapshots import (
    EXTENT,
    architecture_snapshot,
    comparison_of,
    times_of,
)
from tests.viz_app.probes import emissions, focusable, marked_language, spoken_name
from viz_app.design.theme import dark_theme
from viz_app.panels.architecture.state import ARCHITECTURE_VIEWS, BlockPlace, Measuring
from viz_app.panels.architecture.texts.lessons import architecture_lesson
from viz_app.panels.architecture.views.complexity_page import ComplexityPage
from viz_app.panels.architecture.views.norms_page import NormsPage
from viz_app.panels.architecture.views.panel import ArchitecturePanel

FIELDS = {"norms": {"comparison": comparison_of()}, "complexity": {"times": times_of()}}


def snapshot(view, **fields):
    return architecture_snapshot(view=view, **{**FIELDS.get(view, {}), **fields})


@pytest.fixture
def panel(qtbot):
    panel = on_screen(qtbot, ArchitecturePanel(THEMES["light"]), size=(1200, 640))
    panel.set_snapshot(snapshot("diagram"))
    panel.grab()
    return panel


@pytest.mark.parametrize("view", ARCHITECTURE_VIEWS)
def test_a_lesson_has_at_most_120_words_and_says_where_it_is_from(view):
    lesson = architecture_lesson(view)
    assert 30 <= sum(len(paragraph.split()) for paragraph in lesson.body) <= 120
    assert "Vaswani et al. 2017" in lesson.source


def test_pages_behind_the_first_are_made_when_they_are_shown(qtbot, panel):
    assert panel.norms.panel is None
    panel.set_snapshot(snapshot("norms"))
    qtbot.waitUntil(lambda: panel.norms.panel is not None)
    assert isinstance(panel.norms.panel, NormsPage)
    assert panel.norms.panel.gradients.plot.curves()
    assert panel.complexity.panel is None
    panel.set_snapshot(snapshot("complexity"))
    qtbot.waitUntil(lambda: panel.complexity.panel is not None)
    assert isinstance(panel.complexity.panel, ComplexityPage)
    assert panel.complexity.panel.isVisible()
    assert not panel.norms.panel.isVisible()


def test_the_lesson_and_the_tools_go_with_the_page(panel):
    assert panel.tools.isVisible()
    for view in ARCHITECTURE_VIEWS:
        panel.set_snapshot(snapshot(view))
        assert panel.page.text.accessibleName() == architecture_lesson(view).title
        assert panel.tools.isVisible() == (view == "diagram")
        assert panel.views.current() == view


def test_every_page_tells_its_intents_to_the_panel(panel, qtbot):
    heard = emissions(panel)
    for view in ARCHITECTURE_VIEWS:
        panel.set_snapshot(snapshot(view))
    click = Qt.MouseButton.LeftButton
    panel.views.picked.emit("norms")
    panel.tools.beside.activated.emit(1)
    qtbot.keyClick(panel.diagram.diagram, Qt.Key.Key_Home)
    panel.tools.layer.activated.emit(2)
    panel.norms.make().gradients.depths.picked.emit("6")
    panel.complexity.make().tools.axis.picked.emit("d")
    panel.complexity.panel.tools.sizes["n"].activated.emit(1)
    button = panel.complexity.panel.times.measuring.button
    qtbot.waitUntil(lambda: not button.visibleRegion().isEmpty())
    qtbot.mouseClick(button, click)
    panel.set_snapshot(snapshot("complexity", measuring=Measuring("n", EXTENT)))
    qtbot.mouseClick(button, click)
    assert heard == [
        ("view_picked", "norms"),
        ("beside_picked", "parameters"),
        ("block_picked", BlockPlace("encoder", "embedding")),
        ("layer_picked", 2),
        ("depth_picked", 6),
        ("axis_picked", "d"),
        ("size_picked", "n", 32),
        ("measuring_requested",),
        ("measuring_cancelled",),
    ]


@pytest.mark.parametrize("view", ["diagram", "norms"])
def test_without_a_sentence_it_asks_for_one(panel, view):
    panel.set_snapshot(snapshot(view, record=None, comparison=None))
    texts = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert "Type a sentence to see the model at work on it." in texts


def test_the_table_needs_no_sentence(panel):
    panel.set_snapshot(snapshot("complexity", record=None))
    assert panel.complexity.make().isVisible()


def test_a_panel_without_a_snapshot_stays_as_it_is(panel):
    panel.set_snapshot(None)
    assert panel.diagram.isVisible()


@pytest.mark.parametrize("view", ARCHITECTURE_VIEWS)
def test_names_languages_and_themes(panel, view):
    panel.set_snapshot(snapshot(view, block=BlockPlace("encoder", "norm", "feed_forward")))
    for widget in focusable(panel):
        if widget.isVisible():
            assert spoken_name(widget), widget
    with marked_language():
        panel.grab()
        assert panel.views.button("diagram").text() == "«Diagram»"
    panel.set_theme(dark_theme("presentation"))
    panel.grab()


@pytest.mark.parametrize("view", ARCHITECTURE_VIEWS)
def test_what_is_under_the_mouse_is_passed_on(panel, qtbot, view):
    panel.set_snapshot(snapshot(view, block=BlockPlace("encoder", "norm", "feed_forward")))
    said = said_by(panel)
    plot = {
        "diagram": lambda: panel.diagram.facts.norm.mean,
        "norms": lambda: panel.norms.make().stream.plot,
        "complexity": lambda: panel.complexity.make().operations.plot,
    }[view]()
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert said[-1]
