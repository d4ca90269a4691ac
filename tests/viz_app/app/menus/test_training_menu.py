from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from tests.viz_app.probes import marked_language
from viz_app.app.menus.training_actions import GROUPS
from viz_app.app.menus.training_menu import TrainingMenu
from viz_app.app.menus.training_snapshot import TrainingMenuSnapshot

GOING = {"new", "runs", "experiments"}
NAMES = [name for group in GROUPS for name in group]


@pytest.fixture
def menu(qtbot):
    parent = QMenu()
    qtbot.addWidget(parent)
    yield TrainingMenu(parent)


def enabled(menu):
    return {name for name in NAMES if menu.action(name).isEnabled()}


def test_every_action_has_keys(menu):
    assert len(menu.all_actions()) == len(NAMES) == 10
    assert all(action.shortcuts() and action.toolTip() for action in menu.all_actions())


@pytest.mark.parametrize(
    ("snapshot", "can"),
    [
        (TrainingMenuSnapshot(), set()),
        (TrainingMenuSnapshot(can_pause=True), {"pause", "stop"}),
        (TrainingMenuSnapshot(can_use=True), {"use"}),
        (TrainingMenuSnapshot(moments=1), {"watch"}),
        (TrainingMenuSnapshot(moments=3), {"watch", "later", "play"}),
        (TrainingMenuSnapshot(moments=3, index=1), {"watch", "earlier", "later", "play"}),
        (TrainingMenuSnapshot(moments=3, index=2), {"watch", "earlier", "play"}),
    ],
)
def test_only_what_can_be_done_is_enabled(menu, snapshot, can):
    menu.set_snapshot(TrainingMenuSnapshot(can_pause=True, can_use=True, moments=9, index=4))
    menu.set_snapshot(snapshot)
    assert enabled(menu) == GOING | can


def test_a_mark_says_that_the_workbench_shows_the_time_lapse(menu):
    action = menu.action("watch")
    for watching in (True, False):
        menu.set_snapshot(TrainingMenuSnapshot(moments=3, watching=watching))
        assert action.isChecked() == watching


def test_showing_asks_for_nothing(menu):
    heard = []
    for action in menu.all_actions():
        action.triggered.connect(heard.append)
    menu.set_snapshot(TrainingMenuSnapshot(moments=3, watching=True, can_pause=True))
    menu.set_snapshot(TrainingMenuSnapshot())
    assert heard == []


def test_it_follows_the_language(menu):
    with marked_language():
        menu.retranslate()
        assert menu.menu.title() == "«Trai&ning»"
        assert all(action.text().startswith("«") for action in menu.all_actions())
    menu.retranslate()
    assert menu.action("stop").text() == "&Stop training"
