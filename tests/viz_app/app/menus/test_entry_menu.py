"""Menus made of tables of entries."""

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from tests.viz_app.probes import marked_language
from viz_app.app.menus.entries import BRANCH_GROUPS, TRAINING_GROUPS, Entry
from viz_app.app.menus.entry_menu import EntryMenu, GroupMenu
from viz_app.app.menus.snapshots import MenuSnapshot

ENTRIES = {
    "linear": Entry("&Linear", "Colour by the weight itself", "Ctrl+1; F9"),
    "log": Entry("Lo&garithm", "Colour by the logarithm, from 0.0001 to 1"),
}
GROUPS = {"branches": BRANCH_GROUPS, "training": TRAINING_GROUPS}


@pytest.fixture
def above(qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    return menu


@pytest.fixture
def training(above):
    return GroupMenu(above, *TRAINING_GROUPS)


def test_actions_are_found_by_name_in_their_order(above):
    menu = EntryMenu(above)
    menu.add_groups(above, ENTRIES)
    assert menu.all_actions() == above.actions() == [menu.action("linear"), menu.action("log")]
    assert menu.action("linear").shortcuts() == [QKeySequence("Ctrl+1"), QKeySequence("F9")]
    assert menu.action("log").shortcuts() == []


def test_of_a_choice_one_is_checked_and_heard_of_by_its_value(above):
    menu, picked = EntryMenu(above), []
    menu.add_choice(above, "scale", ENTRIES, picked.append)
    menu.action("scale_log").trigger()
    menu.action("scale_linear").trigger()
    assert picked == ["log", "linear"]
    assert [action.isChecked() for action in menu.all_actions()] == [True, False]


def test_a_new_menu_stands_at_the_end_of_another_or_of_the_bar(qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    menu = EntryMenu(bar)
    view = menu.add_menu("view")
    first, second = menu.add_menu("theme", view), menu.add_menu("language", view)
    assert [action.menu() for action in bar.actions()] == [view]
    assert [action.menu() for action in view.actions()] == [first, second]
    assert bar.findChild(QMenu, "language") is second
    assert second.toolTipsVisible()


@pytest.mark.parametrize("name", GROUPS)
def test_every_action_of_branches_and_runs_has_keys_and_a_tip(above, name):
    menu = GroupMenu(above, *GROUPS[name])
    assert len(menu.all_actions()) == sum(map(len, GROUPS[name])) > 5
    assert all(action.shortcuts() and action.toolTip() for action in menu.all_actions())


def test_what_can_be_done_is_enabled_and_marked_without_a_word(training):
    heard = []
    for action in training.all_actions():
        action.triggered.connect(heard.append)
    for names in ({"watch", "stop"}, set()):
        training.set_snapshot(MenuSnapshot(frozenset(names), frozenset(names & {"watch"})))
        enabled = [action for action in training.all_actions() if action.isEnabled()]
        assert enabled == [training.action(name) for name in ("stop", "watch") if name in names]
        assert training.action("watch").isChecked() == bool(names)
    assert heard == []


def test_it_follows_the_language(training):
    with marked_language():
        training.retranslate()
        for action in training.all_actions():
            assert action.text().startswith("«")
            assert action.statusTip().startswith("«")
    training.retranslate()
    assert training.action("stop").text() == "&Stop training"


def test_keys_of_a_place_hold_only_there_and_are_told_everywhere(above):
    menu = EntryMenu(above)
    entries = {
        "look": Entry("a", "a", "Ctrl+T", place="look", place_keys="Alt+1"),
        "train": Entry("b", "b", place="train", place_keys="Alt+1"),
    }
    menu.add_groups(above, entries)
    keys = {name: menu.action(name).shortcuts for name in entries}
    always, one = QKeySequence("Ctrl+T"), QKeySequence("Alt+1")
    assert (keys["look"](), keys["train"]()) == ([always], [])
    menu.set_place("train")
    assert (keys["look"](), keys["train"]()) == ([always], [one])
    menu.set_place("look")
    assert (keys["look"](), keys["train"]()) == ([always, one], [])
    assert menu.keys() == {menu.action("look"): [always, one], menu.action("train"): [one]}
