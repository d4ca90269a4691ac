from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QSize, Qt, qVersion
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu, QTreeWidget, QWidget

from model.messages import Message
from tests.viz_app.on_screen import on_screen
from viz_app.app.dialogs.help import IN_VIEWS, show_about, show_shortcuts
from viz_app.app.menus.menu_bar import EditMenu


@pytest.fixture
def window(qtbot):
    return on_screen(qtbot, QWidget())


def close(box):
    """Close a box and let it go."""
    box.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_about_names_version_and_licence_and_lets_work_go_on(window):
    box = show_about(window)
    assert box.isVisible()
    assert not box.isModal()
    assert "Headlight" in box.text()
    assert "MIT" in box.informativeText()
    assert "Tatoeba (tatoeba.org)" in box.informativeText()
    assert "CC BY 2.0 FR" in box.informativeText()
    assert qVersion() in box.informativeText()
    close(box)


def groups_of(table):
    """Texts of the rows by their headings, in order."""
    headings = [table.topLevelItem(index) for index in range(table.topLevelItemCount())]
    assert not any(heading.flags() & Qt.ItemFlag.ItemIsSelectable for heading in headings)
    return {
        heading.text(0): [
            (row.text(0), row.text(1))
            for row in (heading.child(index) for index in range(heading.childCount()))
        ]
        for heading in headings
    }


def test_keys_stand_under_the_menus_that_lead_to_them(qtbot, window):
    model, view = QMenu("&Model", window), QMenu("&View", window)
    branches = QMenu("Bra&nches", model)
    actions = [
        model.addAction("&Play"),
        view.addAction("&Grid"),
        branches.addAction("Go to the &list"),
    ]
    keys = [[QKeySequence(key)] for key in ("F8", "Alt+4", "Ctrl+L")]
    box = show_shortcuts(window, dict(zip(actions, keys, strict=True)))
    table = box.findChild(QTreeWidget)
    assert list(groups_of(table).items())[:3] == [
        ("Model", [("Play", "F8")]),
        ("Model › Branches", [("Go to the list", "Ctrl+L")]),
        ("View", [("Grid", "Alt+4")]),
    ]
    assert table.currentItem().text(0) == "Play"
    close(box)


def test_keys_are_listed_with_their_actions(qtbot, window):
    menu = QMenu("&Model", window)
    with_keys, without = menu.addAction("&Play: now"), menu.addAction("None")
    with_keys.setIconText("&Play…")
    keys = [QKeySequence("Ctrl+Space"), QKeySequence("F8")]
    box = show_shortcuts(window, {with_keys: keys, without: []})
    assert box.isVisible()
    assert not box.isModal()
    table = box.findChild(QTreeWidget)
    assert groups_of(table) == {
        "Model": [("Play…", "Ctrl+Space   F8")],
        "Inside the views": list(IN_VIEWS),
    }
    button = box.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not box.isVisible()
    close(box)


def test_the_list_of_keys_is_no_larger_than_the_screen(window, monkeypatch):
    extent = QSize(400, 300)
    monkeypatch.setattr(window, "screen", lambda: SimpleNamespace(availableSize=lambda: extent))
    menu = QMenu("&Model", window)
    play = menu.addAction("&Play")
    box = show_shortcuts(window, {play: [QKeySequence("F8")]})
    assert box.size().boundedTo(extent) == box.size()
    close(box)


def test_a_key_stands_beside_what_its_entry_is_called_whatever_its_step_is(window):
    edit = EditMenu(QMenu("&Edit", window))
    edit.set_steps(undo=Message("branch “{branch}” deleted", {"branch": "a"}), redo=None)
    box = show_shortcuts(window, edit.keys())
    rows = groups_of(box.findChild(QTreeWidget))["Edit"]
    assert rows[:3] == [("Undo", "Ctrl+Z"), ("Redo", "Ctrl+Shift+Z"), ("Copy picture", "Ctrl+C")]
    close(box)
