"""Grid, focus, links, text."""

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import emissions, marked_language, spoken_name
from viz_app.panels.attention.view.tools import view_switch
from viz_app.workbench.state import VIEWS


@pytest.fixture
def switch(qtbot):
    return on_screen(qtbot, view_switch(THEMES["light"]))


@pytest.mark.parametrize("view", VIEWS)
def test_one_view_is_shown_at_a_time_without_an_intent(switch, view):
    heard = emissions(switch)
    switch.set_current(view)
    assert [other for other in VIEWS if switch.button(other).isChecked()] == [view]
    assert heard == []


@pytest.mark.parametrize("view", VIEWS)
def test_a_button_picks_its_view_by_mouse_and_by_key(switch, qtbot, view):
    heard = emissions(switch)
    qtbot.mouseClick(switch.button(view), Qt.MouseButton.LeftButton)
    qtbot.keyClick(switch.button(view), Qt.Key.Key_Space)
    assert heard == [("picked", view)] * 2


def test_a_screen_reader_says_the_word_on_a_button(switch):
    for view in VIEWS:
        text = switch.button(view).text()
        assert spoken_name(switch.button(view)) == text != ""


def test_every_button_has_a_name_and_a_tip_in_the_language(switch):
    with marked_language():
        for view in VIEWS:
            assert switch.button(view).text().startswith("«")
            assert switch.button(view).toolTip().startswith("«")
            assert spoken_name(switch.button(view)).startswith("«")
