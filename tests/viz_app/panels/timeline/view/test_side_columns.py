import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.dressed import dressed
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.room import TimelineSnapshot, resolve_timeline
from viz_app.panels.timeline.view.panel import SideColumns
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import branch_walked_to, trace_arrived
from viz_app.workbench.state import Workbench

ALONE = trace_arrived(Workbench(), decoded(ORIGINAL))


@pytest.fixture
def side(qtbot, room):
    side = SideColumns(room.handle)
    qtbot.addWidget(side)
    side.set_theme(light_theme())
    side.set_snapshot(resolve_timeline(branched_state()))
    side.show()
    side.activateWindow()
    qtbot.waitUntil(side.isActiveWindow)
    return side


def shown(side):
    """Whether branches and candidates can be seen."""
    return side.branches.isVisible(), side.candidates.isVisible()


def test_the_list_is_there_when_there_is_more_than_the_original(side):
    assert shown(side) == (True, True)
    side.set_snapshot(resolve_timeline(ALONE))
    assert shown(side) == (False, True)


def test_where_it_is_narrow_one_of_the_two_is_shown(qtbot, side):
    side.set_narrow(narrow=True)
    assert shown(side) == (False, True)
    qtbot.mouseClick(side.to_branches, Qt.MouseButton.LeftButton)
    assert shown(side) == (True, False)
    assert side.to_candidates.hasFocus()
    qtbot.keyClick(side.to_candidates, Qt.Key.Key_Space)
    assert shown(side) == (False, True)
    assert side.to_branches.hasFocus()
    side.set_narrow(narrow=False)
    assert shown(side) == (True, True)
    assert not side.to_branches.isVisible()


def test_there_is_nothing_to_switch_to_without_branches(side):
    side.set_narrow(narrow=True)
    side.show_branches()
    side.set_snapshot(resolve_timeline(ALONE))
    assert shown(side) == (False, True)
    assert not side.to_branches.isVisible()
    side.show_branches()
    side.edit_branch_name()
    assert shown(side) == (False, True)


@pytest.mark.parametrize("narrow", [False, True])
def test_the_menu_brings_the_keyboard_where_it_is_wanted(side, narrow):
    side.set_narrow(narrow=narrow)
    side.show_branches()
    assert side.branches.hasFocus()
    side.type_token()
    assert side.token_field.hasFocus()
    side.edit_branch_name()
    assert side.branches.findChild(QLineEdit).isVisible()


def test_a_typed_token_is_asked_for_with_return(qtbot, side, room):
    qtbot.keyClick(side.token_field, Qt.Key.Key_Return)
    qtbot.keyClicks(side.token_field, "an elephant")
    qtbot.keyClick(side.token_field, Qt.Key.Key_Return)
    assert room.heard == [("type_token", 3, "an elephant")]


def test_what_was_typed_stays_until_its_branch_is_there(qtbot, side):
    state = branched_state()
    qtbot.keyClicks(side.token_field, "x")
    side.set_snapshot(resolve_timeline(step_chosen(state, 0)))
    assert side.token_field.text() == "x"
    side.set_snapshot(resolve_timeline(branch_walked_to(state, 0)))
    assert side.token_field.text() == ""


def test_without_a_step_there_is_no_other_token(side):
    side.set_snapshot(TimelineSnapshot())
    assert not side.token_field.isEnabled()
    assert side.entropy.text() == ""


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_the_placeholder_has_its_room(qapp, side, size):
    theme = light_theme(size)
    with dressed(qapp, theme):
        side.set_theme(theme)
        for narrow in (False, True):
            side.set_narrow(narrow=narrow)
            QApplication.processEvents()
            field = side.token_field
            text = field.fontMetrics().horizontalAdvance(field.placeholderText())
            assert field.width() > text + 4 * theme.unit
