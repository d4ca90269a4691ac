from __future__ import annotations

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from tests.viz_app.probes import marked_language
from viz_app.app.menus.action_set import ActionSet, new_menu
from viz_app.app.menus.actions import ActionSpec

SPECS = {
    "linear": ActionSpec("&Linear", "Colour by the weight itself", ("Ctrl+1", "F9")),
    "log": ActionSpec("Lo&garithm", "Colour by the logarithm, from 0.0001 to 1"),
}


@pytest.fixture
def menu(qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    return menu


def test_actions_are_found_by_name_in_their_order(menu):
    actions = ActionSet()
    actions.add_all(menu, SPECS)
    assert actions.all() == menu.actions() == [actions["linear"], actions["log"]]
    assert actions["linear"].shortcuts() == [QKeySequence("Ctrl+1"), QKeySequence("F9")]


def test_of_a_choice_one_is_checked_and_heard_of_by_its_value(menu):
    actions, picked = ActionSet(), []
    actions.add_choice(menu, "scale", SPECS, picked.append)
    actions["scale_log"].trigger()
    actions["scale_linear"].trigger()
    assert picked == ["log", "linear"]
    assert [action.isChecked() for action in actions.all()] == [True, False]


def test_texts_follow_the_language(menu):
    actions = ActionSet()
    action = actions.add(menu, "log", SPECS["log"])
    actions.retranslate()
    assert (action.text(), action.statusTip()) == (SPECS["log"].text, SPECS["log"].tip)
    with marked_language():
        actions.retranslate()
        assert action.text() == "«Lo&garithm»"
        assert action.statusTip().startswith("«Colour")


def test_a_new_menu_stands_at_the_end_of_another_or_of_the_bar(qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    view = new_menu(bar, "view")
    first, second = new_menu(view), new_menu(view, "scale")
    assert [action.menu() for action in bar.actions()] == [view]
    assert [action.menu() for action in view.actions()] == [first, second]
    assert bar.findChild(QMenu, "scale") is second
    assert second.toolTipsVisible()
