from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from viz_app.app.menus.branch_actions import GROUPS
from viz_app.app.menus.branch_menu import BranchMenu
from viz_app.panels.timeline.snapshot import resolve_timeline
from viz_app.workbench.changes.branching import branch_compared, branch_walked_to
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state.workbench import Workbench

MAKING = {"next_candidate", "type_token", "own_target"}
WALKING = {"next_branch", "previous_branch", "list", "rename", "delete"}
NAMES = [name for group in GROUPS for name in group]


@pytest.fixture
def menu(qtbot):
    parent = QMenu()
    qtbot.addWidget(parent)
    yield BranchMenu(parent)


def enabled(menu):
    return {name for name in NAMES if menu.action(name).isEnabled()}


def test_every_action_has_keys(menu):
    assert len(menu.all_actions()) == len(NAMES) == 10
    assert all(action.shortcuts() and action.toolTip() for action in menu.all_actions())


def test_only_what_can_be_done_is_enabled(menu):
    assert enabled(menu) == set()
    for state, can in (
        (trace_arrived(Workbench(), decoded(ORIGINAL)), MAKING),
        (branched_state(), {*MAKING, *WALKING, "compare_parent", "stop_comparing"}),
        (branch_compared(branched_state(), None), {*MAKING, *WALKING, "compare_parent"}),
        (branch_walked_to(branched_state(compared=False), 0), {*MAKING, *WALKING}),
    ):
        menu.set_snapshot(resolve_timeline(state))
        assert enabled(menu) == can
