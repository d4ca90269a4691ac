import dataclasses
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.viz_app.branch_traces import branched_state, decoded
from viz_app.design.theme import light_theme, mixed
from viz_app.panels.timeline.pictures import branch_sentence
from viz_app.panels.timeline.room import TimelineSnapshot, resolve_timeline
from viz_app.panels.timeline.view import branches as view_branches
from viz_app.panels.timeline.view.branches import COMPARED, LABEL, NUMBER, BranchList
from viz_app.pictures.labels import text_width
from viz_app.workbench.changes.translation import branch_arrived, branch_asked, branch_walked_to

MINUS = "\N{MINUS SIGN}"


def three_branches():
    """The original (0), a dog that left it (1, on screen), and a target that was given (2)."""
    state = branched_state("I have a dog . </s>", compared=False)
    state = branch_asked(state, step=0, parent=0, given=True)
    state = branch_arrived(state, 2, decoded("the cat . </s>", given=4))
    return branch_walked_to(state, 1)


@pytest.fixture
def rows():
    return resolve_timeline(three_branches()).branches


@pytest.fixture
def branches(qtbot, room, rows):
    branches = BranchList(light_theme(), room.handle)
    qtbot.addWidget(branches)
    branches.resize(branches.width(), 120)
    show(branches, rows, 1)
    branches.show()
    branches.activateWindow()
    branches.setFocus()
    qtbot.waitUntil(branches.hasFocus)
    return branches


def show(branches, rows, current, compared=None, *, runs=False):
    comparison = None if compared is None else SimpleNamespace(compared=rows[compared])
    branches.set_snapshot(
        TimelineSnapshot(branches=rows, branch=current, comparison=comparison, recorded=runs)
    )


def item(branches, branch):
    return branches._items[branch]


def column(branches, number):
    return [item(branches, branch).text(number) for branch in range(3)]


def click(qtbot, branches, branch, column=LABEL):
    index = branches.indexFromItem(item(branches, branch), column)
    place = branches.visualRect(index).center()
    qtbot.mouseClick(branches.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_each_row_says_what_it_is_and_how_probable(branches, rows):
    assert column(branches, LABEL) == [
        "Original · \u2068I have a cat .\u2069",
        "… \u2068dog.\u2069",
        "Own target · \u2068the cat .\u2069",
    ]
    assert column(branches, NUMBER) == [
        f"log p {MINUS}{abs(row.log_probability):.2f}" for row in rows
    ]
    original = item(branches, 0)
    under = [original.child(place) for place in range(original.childCount())]
    assert under == [item(branches, 1), item(branches, 2)]
    assert all(not branches.visualItemRect(item(branches, n)).isEmpty() for n in range(3))


def test_the_branch_on_screen_is_bold_tinted_and_under_the_cursor(branches):
    assert [item(branches, n).font(LABEL).bold() for n in range(3)] == [False, True, False]
    assert branches.currentItem() is item(branches, 1)
    theme, rect = light_theme(), branches.visualItemRect(item(branches, 1))
    branches.clearFocus()
    image = branches.viewport().grab().toImage()
    ground = image.pixelColor(rect.right() - 2, rect.center().y()).name()
    assert ground == mixed(theme.panel, theme.accent, share=0.12)


def test_a_branch_has_a_name_once_it_has_one(branches, rows):
    named = tuple(dataclasses.replace(row, name="x <b>") if row.id else row for row in rows)
    show(branches, named, 1)
    assert column(branches, LABEL)[1] == "\u2068x <b>\u2069 · … \u2068dog.\u2069"
    assert "&lt;b&gt;" in item(branches, 1).toolTip(LABEL)
    growing = tuple(dataclasses.replace(row, growing=row.id == 1) for row in rows)
    show(branches, growing, 1)
    assert column(branches, NUMBER)[1].endswith("…")


def test_a_click_asks_for_a_branch(qtbot, branches, room):
    click(qtbot, branches, 0)
    click(qtbot, branches, 1)
    assert room.heard == [("branch_walked_to", 0)]


def test_arrow_keys_move_the_cursor_and_return_asks(qtbot, branches, room):
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(branches, key)
    qtbot.keyClick(branches, Qt.Key.Key_Enter)
    assert room.heard == [("branch_walked_to", 0), ("branch_walked_to", 2)]


def test_space_and_the_box_ask_for_a_comparison_and_for_none(qtbot, branches, rows, room):
    qtbot.keyClick(branches, Qt.Key.Key_Space)
    qtbot.keyClick(branches, Qt.Key.Key_Up)
    qtbot.keyClick(branches, Qt.Key.Key_Space)
    click(qtbot, branches, 2, COMPARED)
    show(branches, rows, 1, 2)
    click(qtbot, branches, 2, COMPARED)
    assert room.heard == [("branch_compared", 0), ("branch_compared", 2), ("branch_compared", None)]


def test_only_other_branches_have_a_box_and_the_compared_one_is_checked(branches, rows):
    show(branches, rows, 1, 2)
    boxes = [item(branches, n).data(COMPARED, Qt.ItemDataRole.CheckStateRole) for n in range(3)]
    assert [None if box is None else Qt.CheckState(box) for box in boxes] == [
        Qt.CheckState.Unchecked,
        None,
        Qt.CheckState.Checked,
    ]


def test_delete_asks_for_a_branch_to_go_but_not_the_original(qtbot, branches, room):
    qtbot.keyClick(branches, Qt.Key.Key_Delete)
    qtbot.keyClick(branches, Qt.Key.Key_Up)
    qtbot.keyClick(branches, Qt.Key.Key_Delete)
    assert room.heard == [("delete_branch", 1)]


def test_a_name_is_typed_where_the_branch_stands(qtbot, branches, room):
    branches.edit_name()
    editor = branches.findChild(QLineEdit)
    qtbot.keyClicks(editor, "x")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert room.heard == []
    qtbot.keyClick(branches, Qt.Key.Key_Down)
    branches.edit_name()
    editor = branches.findChild(QLineEdit)
    assert editor.accessibleName() == "Name of the branch"
    qtbot.keyClicks(editor, "the dog")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(room.heard))
    assert room.heard == [("branch_renamed", 2, "the dog")]
    assert column(branches, LABEL)[2] == "Own target · \u2068the cat .\u2069"


def test_the_menu_asks_for_neighbours_and_the_parent(branches, rows, room):
    branches.pick_next()
    branches.pick_previous()
    branches.compare_with_parent()
    branches.stop_comparing()
    show(branches, rows, 0)
    branches.pick_previous()
    branches.compare_with_parent()
    branches.delete_meant()
    assert room.heard == [
        ("branch_walked_to", 2),
        ("branch_walked_to", 0),
        ("branch_compared", 0),
        ("branch_compared", None),
    ]


def test_the_context_menu_is_for_the_branch_under_the_cursor(qtbot, branches, room):
    qtbot.keyClick(branches, Qt.Key.Key_Down)
    texts = {action.text(): action for action in branches.actions()}
    for name in ("Show this branch", "Compare with this branch", "Delete"):
        texts[name].trigger()
    assert room.heard == [("branch_walked_to", 2), ("branch_compared", 2), ("delete_branch", 2)]


def test_moments_of_runs_are_called_runs_and_have_no_entries_that_do_nothing(branches, rows):
    show(branches, rows, 1, runs=True)
    assert branches.accessibleName() == "Runs"
    assert branches.toolTip() == "Return shows a run, Space compares with it"
    seen = [action.text() for action in branches.actions() if action.isVisible()]
    assert seen == ["Show this run", "Compare with this run"]
    assert item(branches, 2).toolTip(COMPARED) == "Compare with this run"
    show(branches, rows, 1)
    assert branches.accessibleName() == "Branches"
    assert len([action for action in branches.actions() if action.isVisible()]) == 4


def test_the_cursor_comes_back_to_the_branch_on_screen(qtbot, branches):
    qtbot.keyClick(branches, Qt.Key.Key_Down)
    assert branches.currentItem() is item(branches, 2)
    branches.clearFocus()
    assert branches.currentItem() is item(branches, 1)


def test_showing_emits_nothing(branches, rows, room):
    show(branches, rows[:2], 0)
    show(branches, rows, 2, 0)
    show(branches, (), 0)
    assert room.heard == []
    assert branches.topLevelItemCount() == 0


def test_a_screen_reader_says_all_of_a_row(branches, rows):
    role = Qt.ItemDataRole.AccessibleTextRole
    assert item(branches, 2).data(LABEL, role) == branch_sentence(rows[2])
    assert "log-probability" in branch_sentence(rows[2])
    interface = QAccessible.queryAccessibleInterface(branches)
    assert interface.text(QAccessible.Text.Name) == "Branches"


def test_its_height_is_no_reason_for_a_higher_timeline(qtbot, room):
    for size, most in (("normal", 50), ("presentation", 75)):
        branches = BranchList(light_theme(size), room.handle)
        qtbot.addWidget(branches)
        assert branches.sizeHint().height() < most


def many(rows, count=300):
    """Branches that left the first, each with another number."""
    return (
        rows[0],
        *(
            dataclasses.replace(rows[1], id=number, log_probability=-float(number))
            for number in range(1, count)
        ),
    )


def test_names_are_whole_where_there_is_room(qtbot, branches):
    row = dataclasses.replace(branches._snapshot.branches[0], text="I have a cat that sleeps.")
    show(branches, (row,), 0)
    theme, label = branches.theme, view_branches.branch_label(row)
    for width, whole in ((branches.sizeHint().width(), True), (branches.minimumWidth(), False)):
        branches.resize(width, 120)
        name = text_width(theme, label, size=theme.small, weight="bold")
        assert (branches.columnWidth(LABEL) > name) == whole
    row = dataclasses.replace(row, text="very long " * 50)
    show(branches, (row,), 0)
    assert branches.sizeHint().width() == view_branches.WIDEST * theme.unit


def test_of_many_branches_only_those_in_view_are_worked_out(qtbot, branches, rows, monkeypatch):
    asked = set()
    label = view_branches.branch_label
    monkeypatch.setattr(view_branches, "branch_label", lambda row: asked.add(row.id) or label(row))
    show(branches, many(rows), 1)
    branches.grab()
    assert {0, 1} <= asked
    assert len(asked) < 20


def test_another_name_works_out_no_other_row(branches, rows, monkeypatch):
    shown = many(rows)
    show(branches, shown, 1)
    renamed = (*shown[:2], dataclasses.replace(shown[2], name="mine"), *shown[3:])
    told = []
    monkeypatch.setattr(
        view_branches.BranchItem, "emitDataChanged", lambda item: told.append(item.shown.row.name)
    )
    show(branches, renamed, 1)
    assert told == ["mine"]


@pytest.mark.parametrize("current", [0, 1, 299])
def test_there_is_room_for_every_number(branches, rows, current):
    show(branches, many(rows), current)
    for number in range(300):
        place = branches.indexFromItem(item(branches, number), NUMBER)
        assert branches.sizeHintForIndex(place).width() <= branches.columnWidth(NUMBER)


def test_there_is_room_for_the_mark_of_a_branch_that_grows(branches, rows):
    shown = many(rows)
    growing = (*shown[:-1], dataclasses.replace(shown[-1], growing=True))
    show(branches, shown, 0)
    before = branches.columnWidth(NUMBER)
    show(branches, growing, 0)
    assert branches.columnWidth(NUMBER) > before
