"""The mask tab: its parts, its texts, its intents."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.masks.answers import (
    edited,
    with_altered,
    with_changed_head,
    with_padded_head,
)
from tests.viz_app.probes import emissions, focusable, marked_language, spoken_name
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.panels.masks.state import VIEWS
from viz_app.panels.masks.texts.lessons import LESSONS
from viz_app.panels.masks.views.panel import MasksTab

WORDS = 120


def snapshot(view):
    room = with_altered(with_changed_head(edited()), "I", "cat")
    room = room.changed(view="rows")
    room = with_padded_head(room)
    return resolve_masks(room.changed(view=view))


@pytest.fixture
def tab(qtbot):
    return on_screen(qtbot, MasksTab(THEMES["light"]), size=(1240, 640))


def test_before_the_first_translation(tab):
    tab.set_snapshot(None)
    assert isinstance(tab.currentWidget(), QLabel)
    assert tab.currentWidget().text()


@pytest.mark.parametrize("view", VIEWS)
def test_each_part_is_shown_with_its_text(tab, view):
    tab.set_snapshot(snapshot(view))
    assert tab.part(view).isVisible()
    assert tab.views.current() == view
    assert tab.lesson_page.text.accessibleName() == LESSONS[view]().title
    others = [tab.part(other) for other in VIEWS if other != view]
    assert not any(part.isVisible() for part in others)


@pytest.mark.parametrize("view", VIEWS)
def test_texts_are_short_and_say_where_they_are_from(tab, view):
    tab.set_snapshot(snapshot(view))
    assert 20 < tab.lesson_page.text.words() <= WORDS
    assert LESSONS[view]().source


def test_choosing_a_part_is_an_intent(tab, qtbot):
    tab.set_snapshot(snapshot("batch"))
    heard = emissions(tab)
    qtbot.mouseClick(tab.views.button("change"), Qt.MouseButton.LeftButton)
    assert heard == [("view_picked", "change")]


@pytest.mark.parametrize("view", VIEWS)
def test_a_part_reports_to_the_tab(tab, view):
    tab.set_snapshot(snapshot(view))
    assert tab.part(view).intents is tab.intents


def test_the_same_snapshot_again_is_no_intent(tab):
    heard = emissions(tab)
    for view in (*VIEWS, *VIEWS):
        tab.set_snapshot(snapshot(view))
        tab.grab()
    assert not heard


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_another_theme_reaches_every_part(tab, theme):
    for view in VIEWS:
        tab.set_snapshot(snapshot(view))
    tab.set_theme(theme)
    for view in VIEWS:
        tab.set_snapshot(snapshot(view))
        tab.grab()
        for child in tab.part(view).findChildren(object):
            assert getattr(child, "theme", theme) is theme


@pytest.mark.parametrize("view", VIEWS)
def test_names_and_languages(tab, view):
    tab.set_snapshot(snapshot(view))
    for widget in focusable(tab):
        if widget.isVisible():
            assert spoken_name(widget), widget
    with marked_language():
        assert tab.views.button(view).text().startswith("«")
        assert tab.lesson_page.text.accessibleName().startswith("«")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("extent", [(868, 440), (1240, 640)])
def test_nothing_is_cut_off(tab, view, extent):
    tab.resize(*extent)
    tab.set_snapshot(snapshot(view))
    tab.grab()
    assert tab.minimumSizeHint().width() <= extent[0]
    assert tab.minimumSizeHint().height() <= extent[1]
    for widget in focusable(tab.part(view)):
        if widget.isVisible():
            inside = widget.visibleRegion().boundingRect()
            assert inside.width() >= min(widget.minimumSizeHint().width(), widget.width())
